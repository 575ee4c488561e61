#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/neighbors/hash/hash_method.hpp"
#include "algorithms/neighbors/hash/hash_samples.hpp"
#include "algorithms/neighbors/lists.hpp"
#include "core/parameters.hpp"

/// Bleiweiss 2009, section 4.2, in its plainest form: one sorted array, and one agent after the other. Hash finds the same lists, bit for
/// bit.
namespace plethos::neighbors::reference {

struct HashedAgent {
  float x, y;  // m
  std::uint64_t id;
};

/// Returns each agent's list as ids, the nearest first. All agents must be in the scene. Cost: a sort, and agents times samples times
/// log(agents).
template <class Key>
std::vector<std::vector<std::uint64_t>> hash_neighbors(std::span<const HashedAgent> agents, const Key& key_of, const Parameters& parameters,
                                                       const HashParameters& hash_parameters, HashSampling sampling, std::uint32_t step) {
  using Node = std::pair<std::pair<std::uint32_t, std::uint64_t>, HashedAgent>;  // ((key, id), agent)
  std::vector<Node> tree;
  for (const HashedAgent& agent : agents) tree.push_back({{key_of(agent.x, agent.y), agent.id}, agent});
  std::ranges::sort(tree, {}, &Node::first);
  const auto gap_before = [&](std::uint32_t key, std::uint64_t id) {
    return std::ranges::lower_bound(tree, std::pair(key, id), {}, &Node::first) - tree.begin();
  };

  const auto size = static_cast<std::ptrdiff_t>(tree.size());
  const auto capacity = static_cast<std::size_t>(parameters.neighbors);
  const float radius = parameters.neighbor_distance;
  std::vector<std::vector<std::uint64_t>> lists;
  for (const HashedAgent& self : agents) {
    std::set<std::pair<float, std::uint64_t>> nearest;
    const auto offer = [&](std::ptrdiff_t at) {
      if (at < 0 || at >= size) return;
      const HashedAgent& other = tree[static_cast<std::size_t>(at)].second;
      const float squared = squared_distance(other.x - self.x, other.y - self.y);
      if (other.id == self.id || squared > radius * radius) return;
      nearest.insert({squared, other.id});
      if (nearest.size() > capacity) nearest.erase(std::prev(nearest.end()));
    };
    if (sampling != HashSampling::published) {
      const auto own = gap_before(key_of(self.x, self.y), self.id);
      for (std::ptrdiff_t k = 1; k <= (parameters.neighbors + 1) / 2; ++k) {
        offer(own - k);
        offer(own + k);
      }
    }
    float reach = radius;
    for (std::int32_t sample = 0; sample < hash_parameters.neighbor_samples; ++sample) {
      const HashBatch batch(parameters.seed, static_cast<std::uint32_t>(self.id), step, static_cast<std::uint32_t>(sample / hash_batch),
                            sampling == HashSampling::even);
      if (sample % hash_batch == 0 && sampling != HashSampling::published && nearest.size() == capacity) {
        reach = Kokkos::sqrt(nearest.rbegin()->first);
      }
      const HashOffset offset = batch.offset[sample % hash_batch];
      const auto gap = gap_before(key_of(Kokkos::fma(reach, offset.x, self.x), Kokkos::fma(reach, offset.y, self.y)), 0);
      offer(gap - 1);
      offer(gap);
    }
    lists.emplace_back();
    for (const auto& [squared, id] : nearest) lists.back().push_back(id);
  }
  return lists;
}

}  // namespace plethos::neighbors::reference
