#pragma once

namespace plethos::neighbors {

/// Ways to draw the positions that a search looks at.
enum class HashSampling {
  published,  ///< anywhere in the disc of neighbor_distance: the search `hash`
  shrinking,  ///< once the list is full, anywhere in the disc that reaches to its furthest agent; only tests and benchmarks use it
  even        ///< the same disc, cut into 16 sectors and 4 rings of equal area: the search `hash-even`
};

}  // namespace plethos::neighbors
