#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"

namespace plethos::neighbors {

/// A balanced binary tree over the agents in the scene, in order of (key, id). The tree is an array: its middle is the root, and the middle
/// of either half is the root of a subtree. The working agents are sorted in memory, so a node is a key and its agent's place. The parked
/// agents have an array of their own, which was sorted when they were parked. Among the working agents a look-up by the key's leading bits
/// replaces the first levels of the descent.
template <class MemorySpace>
struct HashTree {
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Keys = Kokkos::View<std::uint32_t*, MemorySpace>;

  Agents<MemorySpace> agents;
  Integers start;   // (bins + 2): the first agent of each bin; the last bin holds the agents that have left the scene
  Keys key;         // (count): sorted, the working ones first
  Integers parked;  // (count): from `working` on, the parked agents in that order; empty if they have left the scene
  int shift;        // a key shifted right by this many bits is its bin

  KOKKOS_INLINE_FUNCTION std::int32_t working_end() const { return start(start.extent_int(0) - 2); }
  KOKKOS_INLINE_FUNCTION std::int32_t parked_end() const { return parked.extent_int(0) > 0 ? agents.count : agents.working; }

  /// Returns the first place in [low, high) whose key is not less than `wanted`, or `high`.
  KOKKOS_INLINE_FUNCTION std::int32_t descend(std::int32_t low, std::int32_t high, std::uint32_t wanted) const {
    while (low < high) {
      const std::int32_t middle = low + (high - low) / 2;
      if (key(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  KOKKOS_INLINE_FUNCTION std::int32_t descend_working(std::uint32_t wanted) const {
    const auto bin = static_cast<std::int32_t>(wanted >> shift);
    return descend(start(bin), start(bin + 1), wanted);
  }

  KOKKOS_INLINE_FUNCTION bool before(std::uint32_t key_a, std::int32_t a, std::uint32_t key_b, std::int32_t b) const {
    return key_a != key_b ? key_a < key_b : agents.id_before(a, b);
  }
};

/// A gap in the order of a tree's agents. A walk can start there in either direction. Both arrays count as one, so it makes no difference
/// which agents are parked.
template <class MemorySpace>
struct HashGap {
  const HashTree<MemorySpace>& tree;
  std::int32_t working;  // the first working and the first parked agent after the gap
  std::int32_t parked;

  /// Makes the gap before the first agent whose key is not less than `wanted`.
  KOKKOS_INLINE_FUNCTION HashGap(const HashTree<MemorySpace>& of, std::uint32_t wanted)
      : tree(of), working(of.descend_working(wanted)), parked(of.descend(of.agents.working, of.parked_end(), wanted)) {}

  /// Makes the gap before the working agent i, whose key is `wanted`.
  KOKKOS_INLINE_FUNCTION HashGap(const HashTree<MemorySpace>& of, std::int32_t i, std::uint32_t wanted)
      : tree(of), working(i), parked(of.descend(of.agents.working, of.parked_end(), wanted)) {
    while (parked < of.parked_end() && of.key(parked) == wanted && of.agents.id_before(of.parked(parked), i)) ++parked;
  }

  /// Steps over the agent after the gap. Returns its index, or -1 if there is none.
  KOKKOS_INLINE_FUNCTION std::int32_t next() {
    const bool has_working = working < tree.working_end();
    const bool has_parked = parked < tree.parked_end();
    if (!has_working && !has_parked) return -1;
    if (has_working && (!has_parked || tree.before(tree.key(working), working, tree.key(parked), tree.parked(parked)))) {
      return working++;
    }
    return tree.parked(parked++);
  }
  /// Steps back over the agent before the gap. Returns its index, or -1 if there is none.
  KOKKOS_INLINE_FUNCTION std::int32_t previous() {
    const bool has_working = working > 0;
    const bool has_parked = parked > tree.agents.working;
    if (!has_working && !has_parked) return -1;
    if (has_working && (!has_parked || !tree.before(tree.key(working - 1), working - 1, tree.key(parked - 1), tree.parked(parked - 1)))) {
      return --working;
    }
    return tree.parked(--parked);
  }
};

}  // namespace plethos::neighbors
