#pragma once

#include <bit>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath.hpp"
#include "algorithms/avoidance/rvo/rvo.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "tests/algorithms/avoidance/neighborhoods.hpp"

namespace plethos::tests {

/// The velocities that make(execution), an avoidance method, chooses for the neighborhoods, whose lists hold `capacity` entries.
template <class Make>
std::vector<Vec2> choose_with(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, const Make& make) {
  std::vector<Vec2> chosen(hoods.records.size());
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const SceneMemory<Space> memory(hoods, capacity);
    make(execution).choose(execution, memory.scene(hoods), memory.velocities);
    execution.fence();
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), memory.velocities);
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = {host(i, 0), host(i, 1)};
  });
  return chosen;
}

inline std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity,
                                avoidance::Parallel parallel, avoidance::RvoVariant variant = avoidance::RvoVariant::published) {
  return choose_with(backend, hoods, capacity,
                     [&](const auto& execution) { return avoidance::Rvo<std::decay_t<decltype(execution)>>(parallel, variant); });
}

inline std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity,
                                avoidance::ClearpathVariant variant, const avoidance::ClearpathOptions& options = {}) {
  return choose_with(backend, hoods, capacity,
                     [&](const auto& execution) { return avoidance::Clearpath<std::decay_t<decltype(execution)>>(variant, options); });
}

/// How many of the velocities exceed speed or acceleration.
inline std::int64_t inadmissible(const Neighborhoods& hoods, const std::vector<Vec2>& chosen) {
  std::vector<float> before_x, before_y, after_x, after_y, speed, acceleration;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const AgentRecord& r = hoods.records[i];
    before_x.push_back(r.velocity.x);
    before_y.push_back(r.velocity.y);
    after_x.push_back(chosen[i].x);
    after_y.push_back(chosen[i].y);
    speed.push_back(r.maximum_speed);
    acceleration.push_back(r.maximum_acceleration);
  }
  return verify::inadmissible_velocities({before_x, before_y, after_x, after_y, speed, acceleration, hoods.parameters.time_step}).count;
}

/// How many of the velocities differ in any bit.
inline std::size_t different_bits(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  if (a.size() != b.size()) return a.size() + b.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::bit_cast<std::uint64_t>(a[i]) == std::bit_cast<std::uint64_t>(b[i]) ? 0 : 1;
  return count;
}

}  // namespace plethos::tests
