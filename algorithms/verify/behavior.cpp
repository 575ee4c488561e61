#include "algorithms/verify/behavior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/verify/verifiers.hpp"

namespace plethos::verify {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_strips = 1024;

Spread radii_of(std::span<const AgentRecord> agents) {
  Spread radii;
  for (const AgentRecord& agent : agents) radii.add(static_cast<double>(agent.radius));
  return radii;
}

/// m. A point this near to an exit, or to its outline, lies on it.
constexpr float on_line = 1e-3f;

/// Calls look(a, b) for every edge of a line or of a closed polygon.
template <class Look>
void for_each_edge(const std::vector<Vec2>& outline, const Look& look) {
  const std::size_t edges = outline.size() > 2 ? outline.size() : outline.size() - 1;
  for (std::size_t i = 0; i < edges; ++i) look(outline[i], outline[(i + 1) % outline.size()]);
}

/// Returns whether a straight way from `from` to `to` leads into the exit.
bool has_come_into(const Exit& exit, Vec2 from, Vec2 to) {
  const Vec2d p = in_double(from), q = in_double(to);
  bool come = false;
  for (const std::vector<Vec2>& outline : exit.outlines) {
    come = come || (outline.size() > 2 && is_inside(outline, to));
    for_each_edge(outline, [&](Vec2 a, Vec2 b) {
      const Vec2d c = in_double(a), d = in_double(b);
      const bool crossed = turn(c, d, p) * turn(c, d, q) <= 0 && turn(p, q, c) * turn(p, q, d) < 0;
      come = come || crossed || distance_to_segment(to, a, b) <= on_line;
    });
  }
  return come;
}

/// Returns the distance in metres from p to the exit; 0 inside of it.
double distance_to(const Exit& exit, Vec2 p) {
  double least = infinity;
  for (const std::vector<Vec2>& outline : exit.outlines) {
    if (outline.size() > 2 && is_inside(outline, p)) return 0;
    for_each_edge(outline, [&](Vec2 a, Vec2 b) { least = std::min(least, double{distance_to_segment(p, a, b)}); });
  }
  return least;
}

}  // namespace

void Spread::add(double value) {
  least = count == 0 ? value : std::min(least, value);
  most = count == 0 ? value : std::max(most, value);
  ++count;
  mean += (value - mean) / static_cast<double>(count);
}

const std::vector<std::int32_t>& Behavior::Strips::at(double x) const {
  const double place = std::floor((x - low) / strip);
  return walls[static_cast<std::size_t>(std::clamp(place, 0., static_cast<double>(walls.size() - 1)))];
}

Behavior::Behavior(const World& world, std::span<const AgentRecord> agents, double seconds, double minimum_distance, double start)
    : world_(world),
      agents_(agents.begin(), agents.end()),
      segments_(world.segments()),
      seconds_(seconds),
      start_(start),
      journeys_(agents.size()),
      lanes_(2 * radii_of(agents).mean) {
  report_.minimum_separation = infinity;
  report_.radii = radii_of(agents);
  report_.minimum_distance = minimum_distance;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const AgentRecord& agent = agents_[i];
    const double step = static_cast<double>(std::max(agent.maximum_speed, length(agent.velocity))) * seconds;
    reach_ = std::max(reach_, radius(i) + 2 * step);
    Journey& journey = journeys_[i];
    journey.goal = agent.goal;
    journey.traveling = agent.state == AgentState::active;
    journey.endless = journey.traveling && leads_back(world_, agent.goal);
    journey.leg_start = {agent.position.x, agent.position.y};
    report_.travelers += journey.traveling ? 1 : 0;
    report_.endless += journey.endless ? 1 : 0;
  }
  if (segments_.empty()) return;
  // A place outside of the walls' extent is nearest to the first or the last strip.
  double low = infinity;
  double high = -infinity;
  for (const Segment& segment : segments_) {
    low = std::min({low, double{segment.a.x}, double{segment.b.x}});
    high = std::max({high, double{segment.a.x}, double{segment.b.x}});
  }
  strips_.low = low - reach_;
  strips_.walls.resize(std::clamp<std::size_t>(static_cast<std::size_t>((high - low) / reach_), 1, most_strips));
  strips_.strip = (high - low + 2 * reach_) / static_cast<double>(strips_.walls.size());
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const double left = std::min(double{segments_[k].a.x}, double{segments_[k].b.x});
    const double right = std::max(double{segments_[k].a.x}, double{segments_[k].b.x});
    for (std::size_t s = 0; s < strips_.walls.size(); ++s) {
      const double begin = strips_.low + static_cast<double>(s) * strips_.strip;
      if (right + reach_ >= begin && left - reach_ <= begin + strips_.strip) strips_.walls[s].push_back(static_cast<std::int32_t>(k));
    }
  }
}

bool leads_back(const World& world, std::int32_t goal) {
  // Of two pointers, the fast one meets the slow one again if there is no end.
  for (std::int32_t slow = goal, fast = goal;;) {
    for (int k = 0; k < 2; ++k) {
      fast = world.next_goal(fast);
      if (fast < 0) return false;
    }
    slow = world.next_goal(slow);
    if (slow == fast) return true;
  }
}

void Behavior::look(std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present) {
  before_ = std::move(places_);
  places_.clear();
  for (std::size_t i = 0; i < agents_.size(); ++i) places_.push_back({x[i], y[i]});
  present_.assign(present.begin(), present.end());
  measure_pairs();
  measure_walls();
  measure_moving_walls();
  count_outside();
  if (report_.frames > 0) report_.seconds += seconds_;
  if (report_.frames % std::max(1LL, std::llround(lane_seconds / seconds_)) == 0) look_at_lanes();
  follow_journeys();
  watch_for_deadlock();
  ++report_.frames;
}

void Behavior::measure_pairs() {
  const auto left = [&](std::int32_t i) { return places_[static_cast<std::size_t>(i)].x - radius(static_cast<std::size_t>(i)); };
  order_.clear();
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (present_[i] != 0) order_.push_back(static_cast<std::int32_t>(i));
  }
  std::sort(order_.begin(), order_.end(), [&](std::int32_t i, std::int32_t j) { return left(i) != left(j) ? left(i) < left(j) : i < j; });
  const auto separation = [&](std::size_t i, std::size_t j) {
    return std::hypot(places_[i].x - places_[j].x, places_[i].y - places_[j].y) - radius(i) - radius(j);
  };
  double& least = report_.minimum_separation;
  for (std::size_t k = 1; k < order_.size(); ++k) {
    least = std::min(least, separation(static_cast<std::size_t>(order_[k - 1]), static_cast<std::size_t>(order_[k])));
  }
  std::int64_t overlaps = 0;
  std::int64_t too_close = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto i = static_cast<std::size_t>(order_[k]);
    const double right = places_[i].x + radius(i);
    for (std::size_t m = k + 1; m < order_.size() && left(order_[m]) < right + std::max(report_.minimum_distance, least); ++m) {
      const auto j = static_cast<std::size_t>(order_[m]);
      const double gap = separation(i, j);
      least = std::min(least, gap);
      too_close += gap < report_.minimum_distance - rounding ? 1 : 0;
      if (gap >= -rounding) continue;
      ++overlaps;
      const double depth = -gap / std::min(radius(i), radius(j));
      report_.deepest = std::max(report_.deepest, depth);
      const auto& depths = BehaviorReport::depths;
      ++report_.overlaps_by_depth[static_cast<std::size_t>(std::lower_bound(depths.begin(), depths.end(), depth) - depths.begin())];
    }
  }
  report_.overlaps += overlaps;
  report_.overlaps_most = std::max(report_.overlaps_most, overlaps);
  report_.too_close += too_close;
  report_.too_close_most = std::max(report_.too_close_most, too_close);
}

void Behavior::measure_moving_walls() {
  const double now = start_ + static_cast<double>(report_.frames) * seconds_;
  for (const MovingObstacle& obstacle : world_.moving) {
    if (!obstacle.is_there(now)) continue;
    World alone;
    alone.polygons = {obstacle.at(now)};
    const std::vector<Segment> walls = alone.segments();
    // Seen from the obstacle, an agent comes from where the obstacle was, too.
    const Vec2 moved = obstacle.displacement(now) - obstacle.displacement(now - seconds_);
    const bool was_there = obstacle.is_there(now - seconds_);
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (present_[i] != 0) measure_agent(i, walls, was_there ? std::optional(moved) : std::nullopt);
    }
  }
}

void Behavior::measure_agent(std::size_t i, std::span<const Segment> walls, std::optional<Vec2> moved) {
  const std::array x{static_cast<float>(places_[i].x)};
  const std::array y{static_cast<float>(places_[i].y)};
  const Violations in_wall = wall_overlaps({x, y, {&agents_[i].radius, 1}}, walls, rounding);
  report_.deepest_in_wall = std::max(report_.deepest_in_wall, in_wall.amount / radius(i));
  if (before_.empty() || !moved) return;
  const std::array from_x{static_cast<float>(before_[i].x) + moved->x};
  const std::array from_y{static_cast<float>(before_[i].y) + moved->y};
  report_.wall_crossings += wall_crossings({from_x, from_y, x, y}, walls).count;
}

void Behavior::measure_walls() {
  if (segments_.empty()) return;
  std::vector<Segment> near;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (present_[i] == 0) continue;
    near.clear();
    for (const std::int32_t k : strips_.at(places_[i].x)) near.push_back(segments_[static_cast<std::size_t>(k)]);
    measure_agent(i, near, Vec2{0, 0});
  }
}

void Behavior::count_outside() {
  if (world_.walkable.empty()) return;
  report_.outside = 0;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    report_.outside += present_[i] != 0 && !world_.is_walkable(places_[i].rounded()) ? 1 : 0;
  }
  report_.outside_most = std::max(report_.outside_most, report_.outside);
}

/// Judges the way from the last frame to this one.
bool Behavior::is_at_goal(std::size_t i, std::int32_t goal) const {
  if (const Exit* exit = world_.exit(goal)) return has_come_into(*exit, before_[i].rounded(), places_[i].rounded());
  const Vec2 point = world_.goals[static_cast<std::size_t>(goal)];
  return std::hypot(point.x - places_[i].x, point.y - places_[i].y) < static_cast<double>(agents_[i].goal_radius);
}

double Behavior::distance_to_rim(std::size_t i, std::int32_t goal) const {
  const Vec2 point = world_.goal_from(goal, places_[i].rounded());
  const double goal_radius = world_.exit(goal) != nullptr ? 0 : static_cast<double>(agents_[i].goal_radius);
  return std::hypot(point.x - places_[i].x, point.y - places_[i].y) - goal_radius;
}

std::int32_t Behavior::goal_of(std::size_t i) const {
  const GoalRange range = world_.choice(journeys_[i].goal);
  std::int32_t best = journeys_[i].goal;
  for (std::int32_t goal = range.first; range.first + 1 < range.end && goal < range.end; ++goal) {
    if (is_at_goal(i, goal)) return goal;
    if (distance_to_rim(i, goal) < distance_to_rim(i, best)) best = goal;
  }
  return best;
}

void Behavior::follow_journeys() {
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    Journey& journey = journeys_[i];
    if (!journey.traveling) continue;
    const double step = before_.empty() ? 0 : std::hypot(places_[i].x - before_[i].x, places_[i].y - before_[i].y);
    journey.way += step;
    // The start is no step: an agent that starts in its goal arrives with the first step.
    if (report_.frames == 0) continue;
    journey.goal = goal_of(i);
    if (distance_to_rim(i, journey.goal) < approach && present_[i] != 0 && world_.next_goal(journey.goal) < 0) {
      journey.approach_way += step;
      journey.approach_seconds += seconds_;
    }
    if (present_[i] != 0 && !is_at_goal(i, journey.goal)) continue;
    if (const Exit* exit = world_.exit(journey.goal)) {
      reach_goal(i, distance_to(*exit, journey.leg_start.rounded()));
    } else {
      const Vec2 goal = world_.goals[static_cast<std::size_t>(journey.goal)];
      reach_goal(i, std::hypot(goal.x - journey.leg_start.x, goal.y - journey.leg_start.y) - static_cast<double>(agents_[i].goal_radius));
    }
  }
}

std::optional<std::span<const Leg>> Behavior::legs() const {
  return legs_.size() > most_legs ? std::nullopt : std::optional(std::span<const Leg>(legs_));
}

void Behavior::reach_goal(std::size_t i, double straight) {
  Journey& journey = journeys_[i];
  if (legs_.size() <= most_legs) {
    const bool is_exit = world_.exit(journey.goal) != nullptr;
    const Vec2 to = is_exit ? world_.goal_from(journey.goal, places_[i].rounded()) : world_.goals[static_cast<std::size_t>(journey.goal)];
    legs_.push_back({static_cast<std::int32_t>(i), journey.leg_start.rounded(), to,
                     is_exit ? 0 : static_cast<double>(agents_[i].goal_radius), report_.seconds});
  }
  ++report_.goals_reached;
  journey.straight += std::max(0., straight);
  journey.reached_way = journey.way;
  journey.reached_seconds = report_.seconds;
  journey.leg_start = places_[i];
  journey.goal = world_.next_goal(journey.goal);
  if (journey.goal >= 0) return;
  journey.traveling = false;
  ++report_.arrived;
}

void Behavior::look_at_lanes() {
  std::vector<Walker> walkers;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const Journey& journey = journeys_[i];
    if (!journey.traveling || present_[i] == 0) continue;
    const Vec2 goal = world_.goal_from(journey.goal, journey.leg_start.rounded());
    walkers.push_back({places_[i].x, places_[i].y, goal.x - journey.leg_start.x, goal.y - journey.leg_start.y, agents_[i].group});
  }
  lanes_.look(report_.seconds, walkers);
}

void Behavior::watch_for_deadlock() {
  bool waiting = false;
  bool moved = anchors_.empty();
  for (std::size_t i = 0; i < agents_.size() && !moved; ++i) {
    if (!journeys_[i].traveling) continue;
    waiting = true;
    moved = std::hypot(places_[i].x - anchors_[i].x, places_[i].y - anchors_[i].y) > 0.1 * radius(i);
  }
  report_.deadlock = waiting && !moved && report_.seconds - anchored_at_ >= deadlock_seconds ? anchored_at_ : -1;
  if (!moved) return;
  anchors_ = places_;
  anchored_at_ = report_.seconds;
}

BehaviorReport Behavior::report() const {
  BehaviorReport report = report_;
  if (report.frames > 0) {
    report.overlaps_per_frame = static_cast<double>(report.overlaps) / static_cast<double>(report.frames);
    report.too_close_per_frame = static_cast<double>(report.too_close) / static_cast<double>(report.frames);
  }
  report.lanes = lanes_.report();
  for (std::size_t i = 0; i < journeys_.size(); ++i) {
    const Journey& journey = journeys_[i];
    if (journey.traveling && !journey.endless) report.never_arrived.push_back(static_cast<std::int32_t>(i));
    const double speed = static_cast<double>(agents_[i].preferred_speed);
    if (journey.approach_seconds > 0 && speed > 0) {
      const double share = journey.approach_way / journey.approach_seconds / speed;
      report.approach_speed.add(share);
      report.approach_slow += share < 0.5 ? 1 : 0;
    }
    if (!(journey.straight > 0)) continue;
    report.way_ratio.add(journey.reached_way / journey.straight);
    if (speed > 0) report.time_ratio.add(journey.reached_seconds / (journey.straight / speed));
  }
  return report;
}

}  // namespace plethos::verify
