#pragma once

#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

/// Agents in one arrangement, and the bounds that the search is given.
struct Points {
  std::string name;
  std::vector<AgentRecord> agents;
  Bounds bounds;
};

/// Makes arrangements that searches may get wrong: even and clustered, on a line, on a lattice and in one point (exact ties), outside the
/// bounds, far from the origin, with large and small radii, and with hardly any agents.
inline std::vector<Points> point_sets() {
  Random random("points");
  std::vector<Points> sets;
  const auto add = [&](const std::string& name, const Bounds& bounds, int count, auto place) {
    Points points{name, {}, bounds};
    for (int i = 0; i < count; ++i) {
      points.agents.push_back({.position = place(i), .state = static_cast<AgentState>(i % 7 == 0 ? 1 : i % 11 == 0 ? 2 : 0)});
    }
    sets.push_back(points);
  };
  const Bounds box{{-10, -10}, {10, 10}};
  const auto anywhere = [&](float size) { return Vec2{random.between(-size, size), random.between(-size, size)}; };
  add("even", box, 400, [&](int) { return anywhere(10); });
  // The grid has more cells than one block of a scan holds.
  add("of small discs", box, 300, [&](int) { return anywhere(10); });
  for (AgentRecord& agent : sets.back().agents) agent.radius = 0.02f;
  add("clustered", box, 400, [&](int i) {
    return Vec2{static_cast<float>(i % 3) * 8 - 8, static_cast<float>(i % 2) * 8 - 4} + anywhere(0.3f);
  });
  add("on a line", box, 300, [&](int) { return Vec2{random.between(-10, 10), 0.25f}; });
  add("on a lattice", box, 400, [](int i) { return Vec2{static_cast<float>(i % 20) - 10, static_cast<float>(i / 20) - 10}; });
  add("in one point", box, 150, [](int) { return Vec2{1.5f, -2.5f}; });
  add("outside the bounds", {{-2, -2}, {2, 2}}, 300, [&](int i) { return i % 2 == 0 ? anywhere(15) : anywhere(2); });
  add("in bounds without extent", {{0, 0}, {0, 0}}, 200, [&](int) { return anywhere(5); });
  add("far from the origin", {{399990, 3199990}, {400010, 3200010}}, 300, [&](int) { return Vec2{400000, 3200000} + anywhere(10); });
  // There float32 cannot represent the cell borders.
  for (AgentRecord& agent : sets.back().agents) agent.radius = 0.27f;
  add("two", box, 2, [](int i) { return Vec2{static_cast<float>(i), 0}; });
  add("one", box, 1, [](int) { return Vec2{}; });
  add("none", box, 0, [](int) { return Vec2{}; });
  Points mixed = sets[0];
  mixed.name = "with mixed radii";
  for (AgentRecord& agent : mixed.agents) agent.radius = random.once_in(20) ? 3.f : random.between(0.01f, 0.4f);
  sets.push_back(mixed);
  return sets;
}

}  // namespace plethos::tests
