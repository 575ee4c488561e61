#pragma once

#include <type_traits>
#include <vector>

#include "backends/execution.hpp"
#include "tests/algorithms/avoidance/neighborhoods.hpp"

namespace plethos::tests {

/// Returns the velocities that make(execution), an avoidance method, chooses for the neighborhoods. Their lists hold `capacity` entries.
template <class Make>
std::vector<Vec2> choose_with(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, const Make& make) {
  std::vector<Vec2> chosen;
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const SceneMemory<Space> memory(hoods, capacity);
    make(execution).choose(execution, memory.scene(hoods), memory.velocities);
    execution.fence();
    chosen = memory.chosen();
  });
  return chosen;
}

}  // namespace plethos::tests
