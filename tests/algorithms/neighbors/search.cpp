#include "algorithms/neighbors/search.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/algorithms/neighbors/searched.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

Parameters asked(std::int32_t neighbors, float distance, bool leave) {
  return Parameters{.neighbors = neighbors, .neighbor_distance = distance, .leave_on_arrival = leave};
}

const Parameters questions[] = {asked(10, 3.f, false), asked(1, 15.f, true),   asked(64, 1e6f, false), asked(16, 2.f, true),
                                asked(17, 1.f, false), asked(5, 1e-4f, false), asked(64, 4.f, true)};

/// Returns the points with all but the first `active` agents arrived.
Points with_arrived(Points points, std::size_t active) {
  for (std::size_t i = 0; i < points.agents.size(); ++i) points.agents[i].state = i < active ? AgentState::active : AgentState::arrived;
  return points;
}

/// Returns the points with those in the last third of the x axis at the end, as ghosts, and how many there are.
std::pair<Points, std::int32_t> with_ghosts(Points points) {
  std::vector<float> x;
  for (const AgentRecord& agent : points.agents) x.push_back(agent.position.x);
  std::sort(x.begin(), x.end());
  const float border = x.empty() ? 0.f : x[x.size() - x.size() / 3 - 1];
  const auto first = std::stable_partition(points.agents.begin(), points.agents.end(),
                                           [&](const AgentRecord& agent) { return agent.position.x <= border; });
  return {points, static_cast<std::int32_t>(points.agents.end() - first)};
}

/// Returns a rectangle in which no agent can have one of the last agents as a neighbor.
Box core_of(const Points& points, std::int32_t ghosts, const Parameters& parameters) {
  Box core{-no_extent, -no_extent, no_extent, no_extent};
  for (std::size_t i = points.agents.size() - static_cast<std::size_t>(ghosts); i < points.agents.size(); ++i) {
    core.high_x = std::min(core.high_x, points.agents[i].position.x - 1.001f * parameters.neighbor_distance);
  }
  return core;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("brute, grid and kdtree give the nearest, in order, and the same") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    for (const Parameters& parameters : questions) {
      CAPTURE(parameters.neighbors);
      CAPTURE(parameters.neighbor_distance);
      CAPTURE(parameters.leave_on_arrival);
      const Found brute = found_by(backend, points, parameters, 0, "brute");
      CHECK(brute.mistake == "");
      for (const std::string method : {"grid", "kdtree"}) {
        CAPTURE(method);
        const Found found = found_by(backend, points, parameters, 0, method);
        CHECK(found.mistake == "");
        CHECK(brute.ids == found.ids);
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("whoever is parked, the lists of the others stay the same") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    const std::size_t count = points.agents.size();
    for (const std::size_t active : {count - count / 3, std::min<std::size_t>(count, 1)}) {
      const Points crowd = with_arrived(points, active);
      const auto arrived = static_cast<std::int32_t>(count - active);
      for (const bool leave : {false, true}) {
        const Parameters parameters = asked(10, 3.f, leave);
        CAPTURE(leave);
        for (const std::string method : {"brute", "hash", "hash-even", "grid", "kdtree"}) {
          CAPTURE(method);
          const Found all = found_by(backend, crowd, parameters, 0, method);
          for (const std::int32_t parked : {arrived / 2, arrived}) {
            CAPTURE(parked);
            Found some = found_by(backend, crowd, parameters, parked, method);
            for (std::size_t i = count - static_cast<std::size_t>(parked); i < count; ++i) {
              // Nothing asks for their lists.
              CHECK(some.ids[i].empty());
              some.ids[i] = all.ids[i];
            }
            CHECK(some.ids == all.ids);
          }
        }
      }
    }
  }
}

PLETHOS_MATRIX_TEST("whoever is a ghost, the lists of the others stay the same") {
  for (const Points& all : point_sets()) {
    CAPTURE(all.name);
    const auto [points, ghosts] = with_ghosts(all);
    const std::int32_t own = static_cast<std::int32_t>(points.agents.size()) - ghosts;
    for (const Parameters& parameters : questions) {
      CAPTURE(parameters.neighbors);
      CAPTURE(parameters.neighbor_distance);
      CAPTURE(parameters.leave_on_arrival);
      Found expected = found_by(backend, points, parameters, 0, "brute");
      Places places;
      places.ghosts = ghosts;
      places.core = core_of(points, ghosts, parameters);
      for (const std::string method : {"brute", "grid", "kdtree"}) {
        CAPTURE(method);
        Found found = found_by(backend, points, parameters, places, method);
        // Nothing asks for the lists of ghosts.
        found.ids.resize(static_cast<std::size_t>(own));
        expected.ids.resize(static_cast<std::size_t>(own));
        CHECK(found.ids == expected.ids);
      }
    }
  }
}

TEST_CASE("every registered search is one that the tests know") {
  for (const std::string& name : neighbors::Registry::names()) {
    CHECK_MESSAGE((name == "grid" || name == "hash" || name == "hash-even" || name == "kdtree" || name == "brute"), name);
  }
}

}  // namespace plethos::tests
