#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/method.hpp"
#include "algorithms/neighbors/hash/hash_sampling.hpp"
#include "algorithms/neighbors/search_setup.hpp"

namespace plethos::neighbors {

struct HashParameters {
  /// The search looks at this many positions around an agent, 1 to 4096. With too few it misses neighbors. Cost: linear.
  std::int32_t neighbor_samples = 64;
};

inline const ParameterTable<HashParameters>& hash_table() {
  static const ParameterTable<HashParameters> table = ParameterTable<HashParameters>().add(
      &HashParameters::neighbor_samples, {"neighbor_samples", "positions", 1, 4096, "positions around an agent that the search looks at"});
  return table;
}

template <HashSampling sampling>
struct HashMethod {
  static MethodInfo info() {
    MethodInfo info{"hash", "looks at random positions and may miss some, as published", hash_table().infos(), 16};
    if (sampling == HashSampling::even) {
      info.name = "hash-even";
      info.sentence = "looks at evenly spread positions, nearer by";
    }
    // What a sample finds depends on agents far away.
    info.one_rank = true;
    info.one_world = true;
    return info;
  }
  template <class Execution>
  static std::unique_ptr<Search<Execution>> make(const SearchSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::neighbors
