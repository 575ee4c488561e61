#pragma once

#include <bit>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded.hpp"
#include "algorithms/avoidance/rvo/rvo.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "backends/backend.hpp"
#include "tests/algorithms/avoidance/neighborhoods.hpp"

namespace plethos::tests {

/// Returns the velocities that a method chooses for the neighborhoods, whose lists hold `capacity` entries. The functions are compiled
/// once, for all tests.
std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, avoidance::Parallel parallel,
                         avoidance::RvoVariant variant = avoidance::RvoVariant::published);
std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, ClearpathKind kind,
                         const avoidance::ClearpathOptions& options = {});
/// Does so by the steps of ClearPath's paper up to `last_step`.
std::vector<Vec2> choose_by_steps(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, ClearpathKind kind,
                                  std::int32_t last_step, bool compress_points = false);
std::vector<Vec2> choose_by_orca(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity);

/// Returns the number of velocities that exceed speed or acceleration.
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

/// Returns the number of velocities that differ in any bit.
inline std::size_t different_bits(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  if (a.size() != b.size()) return a.size() + b.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::bit_cast<std::uint64_t>(a[i]) == std::bit_cast<std::uint64_t>(b[i]) ? 0 : 1;
  return count;
}

}  // namespace plethos::tests
