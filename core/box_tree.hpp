#pragma once

#include <Kokkos_Core.hpp>

#include "core/box.hpp"

namespace plethos {

/// The memory of BoxLevels in one memory space: about 32 bytes a leaf.
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
      // Pairs: the last node of a level may have a brother that holds nothing.
      total += nodes + nodes % 2;
      if (nodes <= 1) break;
    }
    // Constructed by Kokkos, as boxes that hold nothing.
    memory = Kokkos::View<Box*, MemorySpace>(label, static_cast<std::size_t>(total));
    levels.box = memory.data();
  }
  std::size_t bytes() const { return sizeof(Box) * memory.size(); }
};

}  // namespace plethos
