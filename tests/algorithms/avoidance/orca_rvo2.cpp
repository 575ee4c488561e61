#include <algorithm>
#include <cmath>

#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/star_yards.hpp"
#include "tests/algorithms/avoidance/star_yards_recorded.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Adds the walls of an outline whose solid side is to the left, from its first corner on or backwards.
void add_walls(std::vector<Segment>& segments, std::vector<Vec2> outline, bool backwards) {
  if (backwards) std::reverse(outline.begin(), outline.end());
  const auto first = static_cast<std::int32_t>(segments.size());
  const auto count = static_cast<std::int32_t>(outline.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const Vec2 a = outline[static_cast<std::size_t>(i)];
    const Vec2 b = outline[static_cast<std::size_t>((i + 1) % count)];
    segments.push_back({a, b, first + (i + count - 1) % count, first + (i + 1) % count, backwards ? Solid::right : Solid::left});
  }
}

/// Makes one crowd of all recorded scenes. Agents have the agents and walls of their own scene in their lists. The walls of every second
/// scene run backwards, with the solid side to the right.
Neighborhoods make_crowd() {
  constexpr std::int32_t capacity = 64;
  Neighborhoods crowd;
  crowd.parameters.perturbation = 0;
  crowd.parameters.time_step = star_yards::time_step;
  crowd.parameters.time_horizon = star_yards::time_horizon;
  crowd.parameters.time_horizon_obstacles = star_yards::time_horizon_obstacles;
  for (std::size_t scene = 0; scene < star_yards::seeds.size(); ++scene) {
    const star_yards::Yard yard = star_yards::make_yard(star_yards::seeds[scene]);
    const auto first_agent = static_cast<std::int32_t>(crowd.records.size());
    const auto first_wall = static_cast<std::int32_t>(crowd.segments.size());
    for (const std::vector<Vec2>& outline : yard.outlines) add_walls(crowd.segments, outline, scene % 2 == 1);
    for (const star_yards::Walker& walker : yard.walkers) {
      crowd.records.push_back(
          {.position = walker.position, .velocity = walker.velocity, .radius = walker.radius, .maximum_speed = walker.maximum_speed});
      crowd.preferred.push_back(walker.preferred);
    }
    for (std::int32_t i = first_agent; i < static_cast<std::int32_t>(crowd.records.size()); ++i) {
      const Vec2 from = crowd.records[static_cast<std::size_t>(i)].position;
      const auto away = [&](std::int32_t j) { return length(crowd.records[static_cast<std::size_t>(j)].position - from); };
      std::vector<std::int32_t> others, walls;
      for (std::int32_t j = first_agent; j < static_cast<std::int32_t>(crowd.records.size()); ++j) {
        if (j != i && away(j) < star_yards::neighbor_distance) others.push_back(j);
      }
      for (std::int32_t j = first_wall; j < static_cast<std::int32_t>(crowd.segments.size()); ++j) walls.push_back(j);
      crowd.neighbors.push_back(detail::nearest(others, star_yards::neighbors, away));
      crowd.walls.push_back(detail::nearest(walls, capacity, [&](std::int32_t j) {
        const Segment& wall = crowd.segments[static_cast<std::size_t>(j)];
        return distance_to_segment(from, wall.a, wall.b);
      }));
    }
  }
  return crowd;
}

Vec2 recorded_velocity(std::size_t agent) {
  const auto component = [&](std::size_t k) { return 1e-6f * static_cast<float>(star_yards::velocities[2 * agent + k]); };
  return {component(0), component(1)};
}

}  // namespace

PLETHOS_MATRIX_TEST("orca decides as RVO2 among random stars") {
  static const Neighborhoods crowd = make_crowd();
  REQUIRE(star_yards::velocities.size() == 2 * crowd.records.size());
  const std::vector<Vec2> chosen = choose_by_orca(backend, crowd, 64);
  int misses_its_speed = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    CAPTURE(star_yards::seeds[i / star_yards::agents_each]);
    CAPTURE(i % star_yards::agents_each);
    const Vec2 recorded = recorded_velocity(i);
    const float difference = length(chosen[i] - recorded);
    if (difference < 1e-4f) continue;
    // On the circle of the maximum speed RVO2 loses digits: its velocity lies up to 4 cm/s off the circle. Ours is on the circle, next to
    // RVO2's.
    ++misses_its_speed;
    const float maximum = crowd.records[i].maximum_speed;
    CHECK(std::fabs(length(chosen[i]) - maximum) < 1e-4f);
    CHECK(difference < 5 * std::fabs(length(recorded) - maximum));
  }
  CHECK(misses_its_speed < 20);
}

}  // namespace plethos::tests
