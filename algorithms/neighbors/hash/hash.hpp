#pragma once

#include <algorithm>
#include <bit>

#include "backends/counting_sort.hpp"
#include "algorithms/neighbors/hash/hash_key.hpp"
#include "algorithms/neighbors/hash/hash_method.hpp"
#include "algorithms/neighbors/hash/hash_samples.hpp"
#include "algorithms/neighbors/hash/hash_tree.hpp"
#include "algorithms/neighbors/search.hpp"

namespace plethos::neighbors {

/// Hashed neighbors (Bleiweiss 2009, section 4.2). Each step sorts the agents by a key of their positions, in parallel, into a balanced
/// binary tree. Each agent then asks the tree for the agents on either side of `HashParameters::neighbor_samples` random positions around
/// it. These positions are drawn as published, or where neighbors are likelier (HashSampling). A list holds the nearest of the agents that
/// were met, so it may lack some of the true neighbors.
///
/// Cost: agents times log(agents) for the tree, and samples times log(agents) for each agent's questions, less the steps that the table of
/// leading bits saves. Where most of the crowd lies in a few bins, the tree costs the square of a bin's agents. Memory: 12 bytes an agent,
/// and 4 bytes a bin; there is at most one bin an agent.
template <class Execution, class Key>
class Hash final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Keys = Kokkos::View<std::uint32_t*, MemorySpace>;

  /// `step` is as in SearchSetup.
  Hash(const Parameters& parameters, const HashParameters& own, const Bounds& bounds, std::int32_t agents, const std::uint32_t* step,
       HashSampling sampling)
      : parameters_(parameters),
        own_(own),
        sampling_(sampling),
        key_of_(Key::cover(bounds)),
        step_(step),
        leading_bits_(std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint32_t>(agents))) - 1)),
        // One more bin holds the agents that have left.
        sort_((1 << leading_bits_) + 1),
        unsorted_("plethos::neighbors::hash::unsorted", agents),
        key_("plethos::neighbors::hash::key", agents),
        item_("plethos::neighbors::hash::item", agents) {}

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return sort_.bytes() + 4 * (unsorted_.size() + key_.size() + item_.size()); }

  /// Returns the tree that build() has made. `agents` must be in the order in which build() left them.
  HashTree<MemorySpace> tree(const Agents<MemorySpace>& agents) const {
    return {agents, sort_.start(), key_, parameters_.leave_on_arrival ? Integers() : item_, 32 - leading_bits_};
  }

 private:
  Parameters parameters_;
  HashParameters own_;
  HashSampling sampling_;
  Key key_of_;
  const std::uint32_t* step_;
  int leading_bits_;
  backends::CountingSort<MemorySpace> sort_;
  Keys unsorted_, key_;
  Integers item_;
};

}  // namespace plethos::neighbors
