#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_reference.hpp"
#include "tests/algorithms/avoidance/clearpath_rounds.hpp"

/// The problems that ClearPath has to solve for agents, put together from the reference's regions, and their solutions.
namespace plethos::tests::clearpath_problems {

namespace clearpath = rvo::clearpath;

/// m/s. Rounding to float32 may move an edge by this much. The kernel's choice lies between the optima for regions this much smaller and
/// larger.
inline constexpr double edge_margin = 1e-4;

inline std::vector<clearpath::ForbiddenRegion> grown(std::vector<clearpath::ForbiddenRegion> regions, double by) {
  for (clearpath::ForbiddenRegion& region : regions) {
    for (clearpath::HalfPlane& side : region) side.offset -= by;
  }
  return regions;
}

/// Groups of regions. If regions are left out, a group is left out as a whole. Earlier groups are kept longer.
using Parts = std::vector<std::vector<clearpath::ForbiddenRegion>>;

/// A set of regions by which the agent can be judged after the stages before have left no velocity.
struct Stage {
  std::vector<clearpath::ForbiddenRegion> regions;
  std::optional<rvo::Vector> with_larger, with_smaller;  ///< the closest free velocities
  bool near_limits = false;  ///< published methods: rounding decides whether speed and acceleration admit the closest
};

struct Problem {
  rvo::Agent self;                               ///< its preferred velocity is the one for an agent whose own is not free
  rvo::Vector preferred;                         ///< the agent takes this if it is free
  std::vector<clearpath::ForbiddenRegion> test;  ///< the regions that decide whether it is free
  std::vector<Stage> stages;                     ///< the last one surely has a velocity, or has no regions left
  bool decided = true;                           ///< false: rounding decides whether a shorter interval or fewer neighbors are next
};

inline clearpath::Options options_of(const Neighborhoods& hoods, ClearpathKind variant) {
  const AllParameters& parameters = hoods.parameters;
  return clearpath::Options{.time_step = static_cast<double>(parameters.time_step),
                            .time_horizon = static_cast<double>(parameters.time_horizon),
                            .time_horizon_obstacles = static_cast<double>(parameters.time_horizon_obstacles),
                            .minimum_distance = static_cast<double>(parameters.minimum_distance),
                            .perturbation = static_cast<double>(parameters.perturbation),
                            .sides = variant != ClearpathKind::clearpath2,
                            .seed = parameters.seed,
                            .step = hoods.step};
}

inline Parts wall_parts(const Neighborhoods& hoods, std::size_t i, const clearpath::Options& options) {
  constexpr std::size_t guarded_walls = 4;
  const rvo::Agent self = hoods.agent(i);
  Parts parts;
  for (const rvo::Wall& wall : hoods.walls_of(i)) {
    parts.push_back({clearpath::region_of(self, wall, options)});
    if (parts.size() <= guarded_walls) parts.back().push_back(clearpath::guard_of(self, wall, options));
  }
  return parts;
}

/// The parts of the published methods: walls first, then neighbors.
inline Parts published_parts(const Neighborhoods& hoods, std::size_t i, const clearpath::Options& options) {
  clearpath::Options of_walls = options;
  of_walls.within_limits = true;
  Parts parts = wall_parts(hoods, i, of_walls);
  for (const rvo::Agent& other : hoods.neighbors_of(i)) parts.push_back(clearpath::regions_of(hoods.agent(i), other, options));
  return parts;
}

/// The parts of clearpath-guarded: walls, then guards, then neighbors.
inline Parts guarded_parts(const Neighborhoods& hoods, std::size_t i, const clearpath::Options& options) {
  constexpr std::size_t guarded_neighbors = 8;
  const rvo::Agent self = hoods.agent(i);
  Parts parts = wall_parts(hoods, i, options);
  const auto neighbors = hoods.neighbors_of(i);
  for (std::size_t j = 0; j < std::min(guarded_neighbors, neighbors.size()); ++j) {
    parts.push_back({clearpath::guarded::guard_of(self, neighbors[j], options)});
  }
  for (const rvo::Agent& other : neighbors) parts.push_back({clearpath::guarded::region_of(self, other, options)});
  return parts;
}

inline std::vector<clearpath::ForbiddenRegion> regions_of(const Parts& parts) {
  std::vector<clearpath::ForbiddenRegion> regions;
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

/// Returns whether the agent's center lies so close to a wall that rounding its position to float32 turns the way off the wall, and with it
/// moves edges by more than their margin.
inline bool stands_on_wall(const Neighborhoods& hoods, std::size_t i) {
  return std::any_of(hoods.walls[i].begin(), hoods.walls[i].end(), [&](std::int32_t j) {
    const Segment& wall = hoods.segments[static_cast<std::size_t>(j)];
    return distance_to_segment(hoods.records[i].position, wall.a, wall.b) < 0.05f;
  });
}

/// Returns the problem with the agent's preference and the regions that test it, without stages.
inline Problem preference_of(const Neighborhoods& hoods, std::size_t i, ClearpathKind variant) {
  const clearpath::Options options = options_of(hoods, variant);
  const bool guarded = variant == ClearpathKind::guarded;
  Problem problem{hoods.agent(i), {}, regions_of(guarded ? guarded_parts(hoods, i, options) : published_parts(hoods, i, options)), {}};
  if (!guarded && overlaps_something(hoods, i)) problem.self.preferred_velocity = {};
  problem.preferred = clearpath::closest({}, clearpath::limits(problem.self, options.time_step), problem.self.preferred_velocity).value();
  problem.self.preferred_velocity =
      guarded ? clearpath::guarded::preference_when_blocked(problem.self, hoods.neighbors_of(i), !hoods.walls_of(i).empty(), options)
              : problem.preferred;
  return problem;
}

/// Returns the options for every interval. Each interval is half of the one before, down to the step.
inline std::vector<clearpath::Options> intervals_of(const Neighborhoods& hoods, ClearpathKind variant) {
  std::vector<clearpath::Options> intervals{options_of(hoods, variant)};
  clearpath::Options options = intervals[0];
  while (options.sides && (options.time_horizon > options.time_step || options.time_horizon_obstacles > options.time_step)) {
    options.time_horizon = std::max(options.time_horizon / 2, options.time_step);
    options.time_horizon_obstacles = std::max(options.time_horizon_obstacles / 2, options.time_step);
    intervals.push_back(options);
  }
  return intervals;
}

/// Returns the sets of parts by which an agent judges velocities within its limits. It tries the next set if no velocity is free of all
/// parts of the one before. The parts of the last set are given up one by one, from the back. For published methods these sets come after
/// the neighbors were left out.
inline std::vector<Parts> attempts_of(const Neighborhoods& hoods, std::size_t i, ClearpathKind variant) {
  std::vector<Parts> attempts;
  clearpath::Options options = options_of(hoods, variant);
  options.within_limits = true;
  options.time_horizon_obstacles = options.time_step;
  if (variant != ClearpathKind::guarded) return {wall_parts(hoods, i, options)};
  for (const clearpath::Options& interval : intervals_of(hoods, variant)) {
    options.time_horizon = interval.time_horizon;
    attempts.push_back(guarded_parts(hoods, i, interval));
  }
  attempts.push_back(guarded_parts(hoods, i, options));
  return attempts;
}

inline std::array<clearpath::Disc, 1> nearly_everything(rvo::Vector around) { return {{{around, 1000}}}; }

/// Returns how far a velocity is within the limits, in m/s.
inline double within_limits(const Problem& problem, rvo::Vector v, double time_step) {
  double margin = rvo::never;
  for (const clearpath::Disc& disc : clearpath::limits(problem.self, time_step)) {
    margin = std::fmin(margin, disc.radius - length(v - disc.center));
  }
  return margin;
}

/// Adds the stages in which the agent may find its velocity (step 6 and section 3.3). Returns whether it surely finds one in the last stage
/// that was added, or rounding decides on the way.
inline bool add_published_stages(const Neighborhoods& hoods, std::size_t i, ClearpathKind variant, Problem& problem) {
  constexpr double clear_of_limits = 2e-3;
  constexpr double too_far = 100;
  const auto time_step = static_cast<double>(hoods.parameters.time_step);
  const rvo::Vector preferred = problem.self.preferred_velocity;
  const std::vector<clearpath::Options> intervals = intervals_of(hoods, variant);
  for (const clearpath::Options& options : intervals) {
    Parts parts = published_parts(hoods, i, options);
    const std::size_t walls = hoods.walls_of(i).size();
    const std::size_t all = parts.size();
    for (;; parts.pop_back()) {
      Stage stage{regions_of(parts), {}, {}};
      stage.with_larger = clearpath::closest(grown(stage.regions, edge_margin), nearly_everything(preferred), preferred);
      stage.with_smaller = clearpath::closest(grown(stage.regions, -edge_margin), nearly_everything(preferred), preferred);
      const bool feasible = stage.with_larger && length(*stage.with_larger - preferred) < too_far;
      if (!feasible && stage.with_smaller) {
        problem.decided = false;
        return true;
      }
      if (feasible) {
        const double least =
            std::fmin(within_limits(problem, *stage.with_larger, time_step), within_limits(problem, *stage.with_smaller, time_step));
        const double most =
            std::fmax(within_limits(problem, *stage.with_larger, time_step), within_limits(problem, *stage.with_smaller, time_step));
        // The agent takes its preferred velocity whatever rounding says.
        const bool prefers = length(*stage.with_larger - preferred) < 1e-9;
        stage.near_limits = least < clear_of_limits && !prefers;
        if (most > -clear_of_limits || prefers) problem.stages.push_back(stage);
        if (least >= clear_of_limits || prefers) return true;
      }
      const bool shorter_helps = !feasible && parts.size() == all && &options != &intervals.back();
      if (shorter_helps || parts.size() == walls) break;
    }
  }
  return false;
}

inline Problem problem_of(const Neighborhoods& hoods, std::size_t i, ClearpathKind variant) {
  Problem problem = preference_of(hoods, i, variant);
  if (variant != ClearpathKind::guarded && add_published_stages(hoods, i, variant, problem)) return problem;
  const auto discs = clearpath::limits(problem.self, static_cast<double>(hoods.parameters.time_step));
  const auto add = [&](const Parts& parts) {
    const std::vector<clearpath::ForbiddenRegion> regions = regions_of(parts);
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

/// Returns the problems by agent. They have no stages for agents that are not active.
inline std::vector<Problem> problems_of(const Neighborhoods& hoods, ClearpathKind variant) {
  std::vector<Problem> problems(hoods.records.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (hoods.records[i].state == AgentState::active) problems[i] = problem_of(hoods, i, variant);
  }
  return problems;
}

/// Returns what is wrong with the velocity as the choice of an agent with this problem, or an empty text.
inline std::string mistake(const Problem& problem, rvo::Vector v) {
  const double test_depth = clearpath::depth(problem.test, problem.preferred);
  if (test_depth <= edge_margin && length(v - problem.preferred) < 1e-4) return "";
  if (test_depth < -edge_margin) return "the preferred velocity is free";
  const double distance = length(v - problem.self.preferred_velocity);
  for (const Stage& stage : problem.stages) {
    const bool free = clearpath::depth(stage.regions, v) <= edge_margin;
    if (stage.with_larger) {
      const double most = length(*stage.with_larger - problem.self.preferred_velocity);
      if (free && distance <= most + 1e-4) return "";
      if (stage.near_limits) continue;
      return free ? "another is closer by " + std::to_string(distance - most) : "lies in a region";
    }
    // Rounding decides whether there is a free velocity.
    if (stage.with_smaller && free) return "";
  }
  return "not even without regions";
}

}  // namespace plethos::tests::clearpath_problems
