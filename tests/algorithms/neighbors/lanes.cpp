#include "tests/algorithms/neighbors/searched.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

Parameters asked(std::int32_t neighbors, float distance) { return {.neighbors = neighbors, .neighbor_distance = distance}; }

/// Compares grid and kdtree with brute, with the last `parked` agents parked.
void check_same(const backends::Backend& backend, const Points& points, const Parameters& parameters, std::int32_t parked = 0) {
  CAPTURE(points.name);
  CAPTURE(points.agents.size());
  CAPTURE(parameters.neighbors);
  CAPTURE(parked);
  const Found brute = found_by(backend, points, parameters, parked, "brute");
  for (const std::string method : {"grid", "kdtree"}) {
    CAPTURE(method);
    const Found found = found_by(backend, points, parameters, parked, method);
    CHECK(found.mistake == "");
    CHECK(found.ids == brute.ids);
  }
}

/// Makes crowds whose agents lie side by side in memory but not in the plane, and crowds with many ties.
std::vector<Points> scattered_sets() {
  Random random("scattered");
  std::vector<Points> sets;
  const auto add = [&](const std::string& name, const Bounds& bounds, int count, auto place) {
    Points points{name, {}, bounds};
    for (int i = 0; i < count; ++i) {
      points.agents.push_back({.position = place(i), .state = static_cast<AgentState>(i % 9 == 0 ? 1 : i % 11 == 0 ? 2 : 0)});
    }
    sets.push_back(points);
  };
  const auto anywhere = [&](float size) { return Vec2{random.between(-size, size), random.between(-size, size)}; };
  const Bounds land{{-1e5f, -1e5f}, {1e5f, 1e5f}};
  add("two towns in a row of a wide land", land, 300, [&](int i) { return Vec2{i % 2 == 0 ? -9e4f : 9e4f, 0} + anywhere(10); });
  add("scattered over a wide land", land, 200, [&](int) { return anywhere(1e5f); });
  add("a crowd and a few far outside", {{-10, -10}, {10, 10}}, 300, [&](int i) { return i % 20 == 0 ? anywhere(1e6f) : anywhere(10); });
  add("on a rim", {{-300, -300}, {300, 300}}, 300, [&](int i) {
    const float turn = static_cast<float>(i) * 0.0209439510f;
    return Vec2{300 * std::cos(turn), 300 * std::sin(turn)};
  });
  // Many agents share few places. Only ids decide what a list holds, and in which order.
  add("ten to a place", {{-5, -5}, {5, 5}}, 300, [&](int) {
    return Vec2{static_cast<float>(random.integer(-2, 2)), static_cast<float>(random.integer(-3, 2))};
  });
  add("in four points", {{-5, -5}, {5, 5}}, 150, [](int i) { return Vec2{static_cast<float>(i % 2), static_cast<float>(i / 2 % 2)}; });
  return sets;
}

}  // namespace

// This test uses one thread. Other tests of searches use more.
PLETHOS_MATRIX_TEST("lists are the nearest for crowds of any number and lists of any length") {
  if (backend.name != "serial") return;
  constexpr std::int32_t lengths[] = {1, 2, 9, 10, 11, 16, 17, 64};
  Random random("any number");
  for (int count = 1; count <= 70; ++count) {
    // Every other crowd stands on a lattice, where distances tie.
    const auto place = [&] {
      const Vec2 at{random.between(-6, 6), random.between(-4, 4)};
      return count % 2 == 0 ? Vec2{std::floor(at.x), std::floor(at.y)} : at;
    };
    Points points{"of some", {}, {{-6, -4}, {6, 4}}};
    for (int i = 0; i < count; ++i) {
      points.agents.push_back({.position = place()});
    }
    check_same(backend, points, asked(lengths[(count / 2) % 8], count % 3 == 0 ? 2.f : 50.f));
  }
}

PLETHOS_MATRIX_TEST("lists are the nearest on every lane, whoever is parked") {
  if (backend.name != "serial") return;
  for (Points points : point_sets()) {
    for (const Parameters& parameters : {asked(10, 3.f), asked(64, 1e6f)}) {
      check_same(backend, points, parameters);
    }
    const std::size_t parked = points.agents.size() / 3;
    for (std::size_t i = points.agents.size() - parked; i < points.agents.size(); ++i) points.agents[i].state = AgentState::arrived;
    for (const std::int32_t leave : {0, 1}) {
      Parameters parameters = asked(10, 3.f);
      parameters.leave_on_arrival = leave;
      check_same(backend, points, parameters);
      check_same(backend, points, parameters, static_cast<std::int32_t>(parked));
    }
  }
}

PLETHOS_MATRIX_TEST("lists are the nearest where agents of a lane stand far apart, and where all distances tie") {
  if (backend.name != "serial") return;
  for (const Points& points : scattered_sets()) {
    for (const Parameters& parameters : {asked(10, 15.f), asked(7, 1e6f), asked(64, 3e5f)}) check_same(backend, points, parameters);
  }
}

}  // namespace plethos::tests
