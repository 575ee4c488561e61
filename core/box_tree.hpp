#pragma once

#include <Kokkos_Core.hpp>

#include "core/box.hpp"

namespace plethos {

/// Claims the memory of BoxLevels in one memory space, about 32 bytes a leaf.
template <class MemorySpace>
struct BoxTree {
  Kokkos::View<Box*, MemorySpace> memory;
  BoxLevels levels;

  BoxTree() = default;
  BoxTree(const char* label, std::int32_t leaves) {
    std::int32_t total = 0;
    for (std::int32_t nodes = leaves;; nodes = (nodes + 1) / 2) {
      levels.first[levels.levels] = total;
      levels.count[levels.levels++] = nodes;
      // A level of an odd number of nodes gets one more that holds nothing, so that every node has a brother.
      total += nodes + nodes % 2;
      if (nodes <= 1) break;
    }
    // Kokkos constructs the boxes, which then hold nothing.
    memory = Kokkos::View<Box*, MemorySpace>(label, static_cast<std::size_t>(total));
    levels.box = memory.data();
  }
  std::size_t bytes() const { return sizeof(Box) * memory.size(); }
};

}  // namespace plethos
