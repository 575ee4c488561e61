#pragma once

namespace plethos::neighbors {

/// Ways to draw the positions.
enum class HashSampling {
  published,  ///< anywhere in the disc of neighbor_distance: the search `hash`
  shrinking,  ///< anywhere in the disc that reaches to the furthest of the list, once the list is full; it exists to be measured
  even        ///< the same disc, cut into 16 sectors and 4 rings of equal area: the search `hash-even`
};

}  // namespace plethos::neighbors
