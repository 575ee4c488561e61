#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <doctest/doctest.h>

#include <optional>

#include "algorithms/avoidance/clearpath/clearpath_reference.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

namespace clearpath = rvo::clearpath;
using avoidance::ClearpathOptions;
using avoidance::ClearpathVariant;

/// m/s: by so much float32 may move an edge; what the kernel chooses lies between the optima for regions this much smaller and larger.
constexpr double edge_margin = 1e-4;

std::vector<clearpath::Region> grown(std::vector<clearpath::Region> regions, double by) {
  for (clearpath::Region& region : regions) {
    for (clearpath::HalfPlane& side : region) side.offset -= by;
  }
  return regions;
}

/// Regions that stand or fall together when some are left out, in the order in which they are kept.
using Parts = std::vector<std::vector<clearpath::Region>>;

/// One set of regions that the agent can be judged by, after those before it have left no free velocity.
struct Stage {
  std::vector<clearpath::Region> regions;
  std::optional<rvo::Vector> with_larger, with_smaller;  ///< the closest free velocities
};

struct Problem {
  rvo::Agent self;                      ///< preferred velocity: that of an agent whose own is not free
  rvo::Vector preferred;                ///< what it takes if that is free
  std::vector<clearpath::Region> test;  ///< by these
  std::vector<Stage> stages;            ///< the last one surely has a free velocity, or there are no regions left
};

clearpath::Options options_of(const Neighborhoods& hoods, ClearpathVariant variant) {
  const Parameters& parameters = hoods.parameters;
  clearpath::Options options;
  options.time_step = static_cast<double>(parameters.time_step);
  options.time_horizon = static_cast<double>(parameters.time_horizon);
  options.time_horizon_obstacles = static_cast<double>(parameters.time_horizon_obstacles);
  options.minimum_distance = static_cast<double>(parameters.minimum_distance);
  options.perturbation = static_cast<double>(parameters.perturbation);
  options.seed = parameters.seed;
  options.step = hoods.step;
  options.guaranteed = variant == ClearpathVariant::guaranteed;
  return options;
}

Parts parts_of(const Neighborhoods& hoods, std::size_t i, const clearpath::Options& options) {
  constexpr std::size_t guarded_walls = 4;
  constexpr std::size_t guarded_neighbors = 8;
  const rvo::Agent self = hoods.agent(i);
  Parts parts;
  for (const rvo::Wall& wall : hoods.walls_of(i)) {
    parts.push_back({clearpath::region_of(self, wall, options)});
    if ((options.guaranteed || options.within_limits) && parts.size() <= guarded_walls)
      parts.back().push_back(clearpath::guard_of(self, wall, options));
  }
  const auto neighbors = hoods.neighbors_of(i);
  for (std::size_t j = 0; options.guaranteed && j < std::min(guarded_neighbors, neighbors.size()); ++j) {
    parts.push_back({clearpath::guard_of(self, neighbors[j], options)});
  }
  for (const rvo::Agent& other : neighbors) parts.push_back({clearpath::region_of(self, other, options)});
  return parts;
}

std::vector<clearpath::Region> regions_of(const Parts& parts) {
  std::vector<clearpath::Region> regions;
  for (const auto& part : parts) regions.insert(regions.end(), part.begin(), part.end());
  return regions;
}

bool overlaps_something(const Neighborhoods& hoods, std::size_t i) {
  const rvo::Agent self = hoods.agent(i);
  for (const rvo::Agent& other : hoods.neighbors_of(i)) {
    if (self.reciprocity > 0 && length(other.position - self.position) < self.radius + other.radius) return true;
  }
  const Vec2 position = hoods.records[i].position;
  for (const std::int32_t j : hoods.walls[i]) {
    const Segment& wall = hoods.segments[static_cast<std::size_t>(j)];
    if (distance_to_segment(position, wall.a, wall.b) < hoods.records[i].radius) return true;
  }
  return false;
}

Problem problem_of(const Neighborhoods& hoods, std::size_t i, ClearpathVariant variant) {
  clearpath::Options options = options_of(hoods, variant);
  Problem problem{hoods.agent(i), {}, {}, {}};
  const auto discs = clearpath::limits(problem.self, options.time_step);
  if (variant == ClearpathVariant::relaxed && overlaps_something(hoods, i)) problem.self.preferred_velocity = {};
  problem.preferred = clearpath::closest({}, discs, problem.self.preferred_velocity).value();
  problem.self.preferred_velocity = clearpath::preference_when_blocked(problem.self, hoods.neighbors_of(i), options);
  const auto add = [&](const Parts& parts) {
    const std::vector<clearpath::Region> regions = regions_of(parts);
    const rvo::Vector preferred = problem.self.preferred_velocity;
    problem.stages.push_back({regions, clearpath::closest(grown(regions, edge_margin), discs, preferred),
                              clearpath::closest(grown(regions, -edge_margin), discs, preferred)});
    return problem.stages.back().with_larger.has_value();
  };
  problem.test = regions_of(parts_of(hoods, i, options));
  for (;;) {
    if (add(parts_of(hoods, i, options))) return problem;
    const bool longer = options.time_horizon > options.time_step || options.time_horizon_obstacles > options.time_step;
    if (variant != ClearpathVariant::guaranteed || !longer) break;
    options.time_horizon = std::max(options.time_horizon / 2, options.time_step);
    options.time_horizon_obstacles = std::max(options.time_horizon_obstacles / 2, options.time_step);
  }
  options.within_limits = true;
  options.time_horizon_obstacles = options.time_step;
  Parts parts = parts_of(hoods, i, options);
  while (!add(parts) && !parts.empty()) parts.pop_back();
  return problem;
}

struct Round {
  Neighborhoods hoods;
  std::int32_t capacity;
  std::vector<Problem> guaranteed, relaxed;  ///< by agent; without stages for those that are not active

  const std::vector<Problem>& problems(ClearpathVariant variant) const {
    return variant == ClearpathVariant::guaranteed ? guaranteed : relaxed;
  }
};

constexpr ClearpathVariant both[] = {ClearpathVariant::guaranteed, ClearpathVariant::relaxed};

/// Thousands of neighborhoods: open, dense, with walls, with overlaps and without a free velocity.
const std::vector<Round>& rounds() {
  static const std::vector<Round> all = [] {
    struct Kind {
      int agents;
      float size;
      int segments;
      std::int32_t capacity;
      float minimum_distance;
    };
    const Kind kinds[] = {{600, 14, 0, 10, 0},     {500, 12, 12, 10, 0.02f}, {300, 5, 8, 8, 0},
                          {300, 30, 6, 16, 0.05f}, {100, 12, 20, 24, 0},     {200, 100, 0, 10, 0},
                          {400, 20, 0, 10, 0.1f},  {200, 9, 20, 12, 0},      {163, 7, 4, 10, 0.02f}};
    Random random("clearpath");
    std::vector<Round> result;
    for (const Kind& kind : kinds) {
      Round round{random_neighborhoods(random, kind.agents, kind.size, kind.segments, static_cast<std::size_t>(kind.capacity)),
                  kind.capacity,
                  {},
                  {}};
      round.hoods.parameters.minimum_distance = kind.minimum_distance;
      round.hoods.parameters.seed = random.word64();
      round.hoods.parameters.time_step = random.between(0.05f, 0.25f);
      round.hoods.parameters.time_horizon = random.between(0.5f, 8);
      round.hoods.parameters.time_horizon_obstacles = random.between(0.5f, 4);
      for (std::size_t i = 0; i < round.hoods.records.size(); ++i) {
        const bool active = round.hoods.records[i].state == AgentState::active;
        round.guaranteed.push_back(active ? problem_of(round.hoods, i, ClearpathVariant::guaranteed) : Problem{});
        round.relaxed.push_back(active ? problem_of(round.hoods, i, ClearpathVariant::relaxed) : Problem{});
      }
      result.push_back(round);
    }
    return result;
  }();
  return all;
}

/// Empty, or what is wrong with the velocity as the choice of one who has this problem.
std::string mistake(const Problem& problem, rvo::Vector v) {
  const double test_depth = clearpath::depth(problem.test, problem.preferred);
  if (test_depth <= edge_margin && length(v - problem.preferred) < 1e-4) return "";
  if (test_depth < -edge_margin) return "the preferred velocity is free";
  const double distance = length(v - problem.self.preferred_velocity);
  for (const Stage& stage : problem.stages) {
    const bool free = clearpath::depth(stage.regions, v) <= edge_margin;
    if (stage.with_larger) {
      const double most = length(*stage.with_larger - problem.self.preferred_velocity);
      if (!free) return "lies in a region";
      return distance <= most + 1e-4 ? "" : "another is closer by " + std::to_string(distance - most);
    }
    // Whether there is a free velocity is within rounding.
    if (stage.with_smaller && free) return "";
  }
  return "not even without regions";
}

void check_choice(const Round& round, std::size_t i, ClearpathVariant variant, Vec2 v) {
  const AgentRecord& record = round.hoods.records[i];
  if (record.state != AgentState::active) {
    CHECK(v == (record.state == AgentState::passive ? record.velocity : Vec2{}));
    return;
  }
  REQUIRE(std::isfinite(v.x));
  REQUIRE(std::isfinite(v.y));
  CHECK(mistake(round.problems(variant)[i], wide(v)) == "");
}

}  // namespace

PLETHOS_MATRIX_TEST("ClearPath takes the free velocity closest to the preferred one, within the limits, with the serial scalar bits") {
  static const auto serial = [] {
    std::vector<std::vector<Vec2>> choices;
    const backends::Backend scalar = backends::make_backend({"serial", "scalar", 1});
    for (const Round& round : rounds()) {
      for (const ClearpathVariant variant : both) choices.push_back(choose(scalar, round.hoods, round.capacity, variant));
    }
    return choices;
  }();
  std::size_t k = 0;
  for (std::size_t r = 0; r < rounds().size(); ++r) {
    CAPTURE(r);
    for (const ClearpathVariant variant : both) {
      CAPTURE(variant);
      const std::vector<Vec2> chosen = choose(backend, rounds()[r].hoods, rounds()[r].capacity, variant);
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        CAPTURE(i);
        check_choice(rounds()[r], i, variant, chosen[i]);
      }
      CHECK(inadmissible(rounds()[r].hoods, chosen) == 0);
      const std::size_t different = different_bits(chosen, serial[k++]);
      if (backend.same_bits()) CHECK(different == 0);
    }
  }
}

TEST_CASE("ClearPath computes the same bits in whatever way it is asked to, on every lane") {
  std::vector<ClearpathOptions> ways;
  for (const bool published : {false, true}) {
    for (const bool prune : {false, true}) {
      for (const bool pack : {false, true}) ways.push_back({published, prune, pack, true, false, 5});
    }
  }
  ways.push_back({true, true, true, false, true, 5});
  ways.push_back({true, false, true, true, true, 5});
  ways.push_back({false, true, true, false, false, 5});
  std::vector<std::string> lanes{"scalar"};
  for (const backends::SimdTarget& target : backends::simd_targets()) lanes.push_back(target.name);
  for (const std::string& lane : lanes) {
    CAPTURE(lane);
    const backends::Backend backend = backends::make_backend({"serial", lane, 1});
    const Round& round = rounds()[1];
    for (const ClearpathVariant variant : both) {
      const std::vector<Vec2> expected = choose(backend, round.hoods, round.capacity, variant);
      for (std::size_t w = 0; w < ways.size(); ++w) {
        CAPTURE(w);
        CHECK(different_bits(choose(backend, round.hoods, round.capacity, variant, ways[w]), expected) == 0);
      }
    }
  }
}

TEST_CASE("no sampled free velocity is closer than ClearPath's, and it says when there is none") {
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  int optimal = 0;
  int without_free = 0;
  for (const Round& round : rounds()) {
    const std::vector<Vec2> chosen = choose(widest, round.hoods, round.capacity, ClearpathVariant::relaxed);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (round.hoods.records[i].state != AgentState::active) continue;
      CAPTURE(i);
      const Problem& problem = round.relaxed[i];
      const Stage& all = problem.stages.front();
      const rvo::Vector v = wide(chosen[i]);
      const bool is_free = clearpath::depth(all.regions, v) <= edge_margin;
      if (length(v - problem.preferred) < 1e-4 && is_free) continue;
      const auto discs = clearpath::limits(problem.self, static_cast<double>(round.hoods.parameters.time_step));
      double closest = rvo::never;
      constexpr int rings = 24;
      for (int ring = 0; ring <= rings; ++ring) {
        for (int k = 0; k < 4 * ring + 1; ++k) {
          const rvo::Vector u = clearpath::turned({discs[1].radius * ring / rings, 0}, 6.283185307179586 * k / (4 * ring + 1));
          const rvo::Vector sample = discs[1].center + u;
          if (length(sample) > discs[0].radius || clearpath::depth(all.regions, sample) > 0) continue;
          closest = std::min(closest, length(sample - problem.self.preferred_velocity));
        }
      }
      if (is_free) {
        ++optimal;
        CHECK(length(v - problem.self.preferred_velocity) <= closest + 1e-4);
      } else {
        ++without_free;
        CHECK(closest == rvo::never);
      }
    }
  }
  CHECK(optimal > 300);
  CHECK(without_free > 100);
}

TEST_CASE("the truncated cone holds every velocity that collides within the horizon, and little else") {
  Random random("clearpath cone");
  clearpath::Options options;
  int collides = 0;
  int slack = 0;
  for (int k = 0; k < 20000; ++k) {
    rvo::Agent self;
    self.radius = 0.3;
    self.reciprocity = static_cast<double>(random.between(0.1f, 1));
    self.velocity = {static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))};
    rvo::Agent other = self;
    other.reciprocity = random.once_in(3) ? 0 : static_cast<double>(random.between(0.1f, 1));
    other.velocity = {static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))};
    other.position = clearpath::turned({static_cast<double>(random.between(0.7f, 6)), 0}, static_cast<double>(random.between(-3, 3)));
    options.time_horizon = static_cast<double>(random.between(0.3f, 5));
    const rvo::Vector v{static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))};
    // As the other does its part, the relative velocity changes by what the agent changes, over its share.
    const double share = self.reciprocity / (self.reciprocity + other.reciprocity);
    const rvo::Vector u = (1 / share) * (v - self.velocity) + self.velocity - other.velocity;
    const double time = rvo::contact_with_disc(-1.0 * other.position, u, 0.6).time;
    const double inside = clearpath::depth(clearpath::region_of(self, other, options), v);
    if (time < options.time_horizon) {
      ++collides;
      CHECK(inside > -1e-9);
    } else if (inside > 0) {
      // Only what the linear truncation adds: collisions within as long as the chord takes.
      ++slack;
      const double distance = length(other.position);
      CHECK(time < options.time_horizon * std::sqrt(distance * distance - 0.36) / (distance - 0.6));
    }
  }
  CHECK(collides > 1000);
  CHECK(slack < collides / 4);
  // On the line of centers the truncation is exact.
  rvo::Agent self;
  self.radius = 0.5;
  self.reciprocity = 0.5;
  rvo::Agent other = self;
  other.position = {3, 0};
  options.time_horizon = 2;
  const clearpath::Region region = clearpath::region_of(self, other, options);
  CHECK(clearpath::depth(region, {0.4999, 0}) < 0);
  CHECK(clearpath::depth(region, {0.5001, 0}) > 0);
}

TEST_CASE("the cone of a wall holds every velocity that hits it within the horizon") {
  Random random("clearpath wall");
  clearpath::Options options;
  int hits = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto anywhere = [&](float size) {
      return rvo::Vector{static_cast<double>(random.between(-size, size)), static_cast<double>(random.between(-size, size))};
    };
    rvo::Agent self;
    self.radius = 0.4;
    const rvo::Wall wall{anywhere(4), anywhere(4)};
    if (length(clearpath::way_to(wall, {})) < 0.41) continue;
    options.time_horizon_obstacles = static_cast<double>(random.between(0.3f, 4));
    const rvo::Vector v = anywhere(2);
    const double inside = clearpath::depth(clearpath::region_of(self, wall, options), v);
    const double time = rvo::contact_with_wall({}, v, wall, 0.4).time;
    if (time < options.time_horizon_obstacles) {
      ++hits;
      CHECK(inside > -1e-9);
    } else if (inside > 1e-9) {
      CHECK(time < rvo::never);
    }
  }
  CHECK(hits > 1000);
}

}  // namespace plethos::tests
