#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath_reference.hpp"
#include "tests/algorithms/avoidance/clearpath_rounds.hpp"

/// What ClearPath has to solve for an agent, put together from the reference's regions, and what solves it.
namespace plethos::tests::clearpath_problems {

namespace clearpath = rvo::clearpath;

/// m/s: by so much float32 may move an edge; what the kernel chooses lies between the optima for regions this much smaller and larger.
inline constexpr double edge_margin = 1e-4;

inline std::vector<clearpath::Region> grown(std::vector<clearpath::Region> regions, double by) {
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

inline clearpath::Options options_of(const Neighborhoods& hoods, avoidance::ClearpathVariant variant) {
  const Parameters& parameters = hoods.parameters;
  clearpath::Options options;
  options.time_step = static_cast<double>(parameters.time_step);
  options.time_horizon = static_cast<double>(parameters.time_horizon);
  options.time_horizon_obstacles = static_cast<double>(parameters.time_horizon_obstacles);
  options.minimum_distance = static_cast<double>(parameters.minimum_distance);
  options.perturbation = static_cast<double>(parameters.perturbation);
  options.seed = parameters.seed;
  options.step = hoods.step;
  options.guaranteed = variant == avoidance::ClearpathVariant::guaranteed;
  return options;
}

inline Parts parts_of(const Neighborhoods& hoods, std::size_t i, const clearpath::Options& options) {
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

inline std::vector<clearpath::Region> regions_of(const Parts& parts) {
  std::vector<clearpath::Region> regions;
  for (const auto& part : parts) regions.insert(regions.end(), part.begin(), part.end());
  return regions;
}

inline bool overlaps_something(const Neighborhoods& hoods, std::size_t i) {
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

/// Whether the agent's center lies so close to a wall that float32's rounding of its position turns the way off the wall, and with it
/// edges by more than their margin.
inline bool stands_on_wall(const Neighborhoods& hoods, std::size_t i) {
  return std::any_of(hoods.walls[i].begin(), hoods.walls[i].end(), [&](std::int32_t j) {
    const Segment& wall = hoods.segments[static_cast<std::size_t>(j)];
    return distance_to_segment(hoods.records[i].position, wall.a, wall.b) < 0.05f;
  });
}

/// What the agent prefers, and by what it judges that; no stages.
inline Problem preference_of(const Neighborhoods& hoods, std::size_t i, avoidance::ClearpathVariant variant) {
  const clearpath::Options options = options_of(hoods, variant);
  Problem problem{hoods.agent(i), {}, regions_of(parts_of(hoods, i, options)), {}};
  if (variant == avoidance::ClearpathVariant::relaxed && overlaps_something(hoods, i)) problem.self.preferred_velocity = {};
  problem.preferred = clearpath::closest({}, clearpath::limits(problem.self, options.time_step), problem.self.preferred_velocity).value();
  problem.self.preferred_velocity = clearpath::preference_when_blocked(problem.self, hoods.neighbors_of(i), options);
  return problem;
}

/// What the agent judges velocities by, each after those before have left none that is free of all parts. The last one's parts are given
/// up one by one, from the back.
inline std::vector<Parts> attempts_of(const Neighborhoods& hoods, std::size_t i, avoidance::ClearpathVariant variant) {
  clearpath::Options options = options_of(hoods, variant);
  std::vector<Parts> attempts{parts_of(hoods, i, options)};
  while (options.guaranteed && (options.time_horizon > options.time_step || options.time_horizon_obstacles > options.time_step)) {
    options.time_horizon = std::max(options.time_horizon / 2, options.time_step);
    options.time_horizon_obstacles = std::max(options.time_horizon_obstacles / 2, options.time_step);
    attempts.push_back(parts_of(hoods, i, options));
  }
  options.within_limits = true;
  options.time_horizon_obstacles = options.time_step;
  attempts.push_back(parts_of(hoods, i, options));
  return attempts;
}

inline Problem problem_of(const Neighborhoods& hoods, std::size_t i, avoidance::ClearpathVariant variant) {
  Problem problem = preference_of(hoods, i, variant);
  const auto discs = clearpath::limits(problem.self, static_cast<double>(hoods.parameters.time_step));
  const auto add = [&](const Parts& parts) {
    const std::vector<clearpath::Region> regions = regions_of(parts);
    const rvo::Vector preferred = problem.self.preferred_velocity;
    problem.stages.push_back({regions, clearpath::closest(grown(regions, edge_margin), discs, preferred),
                              clearpath::closest(grown(regions, -edge_margin), discs, preferred)});
    return problem.stages.back().with_larger.has_value();
  };
  const std::vector<Parts> attempts = attempts_of(hoods, i, variant);
  for (const Parts& parts : attempts) {
    if (add(parts)) return problem;
  }
  Parts parts = attempts.back();
  while (!parts.empty()) {
    parts.pop_back();
    if (add(parts)) break;
  }
  return problem;
}

/// By agent; without stages for those that are not active.
inline std::vector<Problem> problems_of(const Neighborhoods& hoods, avoidance::ClearpathVariant variant) {
  std::vector<Problem> problems(hoods.records.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (hoods.records[i].state == AgentState::active) problems[i] = problem_of(hoods, i, variant);
  }
  return problems;
}

/// Empty, or what is wrong with the velocity as the choice of one who has this problem.
inline std::string mistake(const Problem& problem, rvo::Vector v) {
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

}  // namespace plethos::tests::clearpath_problems
