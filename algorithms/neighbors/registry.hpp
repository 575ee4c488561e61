#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/neighbors/brute/brute.hpp"
#include "algorithms/neighbors/grid/grid.hpp"
#include "algorithms/neighbors/hash/hash.hpp"
#include "algorithms/neighbors/kdtree/kdtree.hpp"
#include "core/error.hpp"

namespace plethos::neighbors {

/// What a search may want to know to claim its memory.
struct SearchSetup {
  Parameters parameters;
  Bounds bounds;
  std::int32_t agents;
  float largest_radius;       // m
  const std::uint32_t* step;  // in the agents' memory: the number of the step when query runs, the key of its random numbers
};

template <class Execution>
struct RegisteredSearch {
  const char* name;
  std::size_t most_bytes_per_agent;  ///< that it claims, but for some kilobytes in all
  std::unique_ptr<Search<Execution>> (*make)(const SearchSetup& setup);
};

/// One line a search.
template <class Execution>
const std::vector<RegisteredSearch<Execution>>& registered_searches() {
  using Pointer = std::unique_ptr<Search<Execution>>;
  static const std::vector<RegisteredSearch<Execution>> searches{
      {"grid", 20,
       [](const SearchSetup& s) -> Pointer {
         return std::make_unique<Grid<Execution>>(s.parameters, s.bounds, s.agents, s.largest_radius);
       }},
      {"hash", 16,
       [](const SearchSetup& s) -> Pointer {
         return std::make_unique<Hash<Execution, SidesKey>>(s.parameters, s.bounds, s.agents, s.step, HashSampling::published);
       }},
      {"hash-even", 16,
       [](const SearchSetup& s) -> Pointer {
         return std::make_unique<Hash<Execution, SidesKey>>(s.parameters, s.bounds, s.agents, s.step, HashSampling::even);
       }},
      {"kdtree", 32,
       [](const SearchSetup& s) -> Pointer { return std::make_unique<KdTreeSearch<Execution>>(s.parameters, s.bounds, s.agents); }},
      {"brute", 0, [](const SearchSetup& s) -> Pointer { return std::make_unique<Brute<Execution>>(s.parameters); }},
  };
  return searches;
}

}  // namespace plethos::neighbors
