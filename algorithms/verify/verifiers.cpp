#include "algorithms/verify/verifiers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>
#include <vector>

namespace plethos::verify {
namespace {

/// An entry of a list: squared distance, number that breaks ties, index.
struct Entry {
  float squared;
  std::uint64_t tie;
  std::int32_t index;

  bool operator<(const Entry& other) const { return squared != other.squared ? squared < other.squared : tie < other.tie; }
};

/// It rounds as the kernels do, because rounding decides ties and the entries just within reach.
float squared_length(float x, float y) { return std::fma(x, x, y * y); }

/// Compares list i with all entries that may be in it.
std::string list_mistake(std::size_t i, std::vector<Entry>& entries, const ListColumns& lists) {
  const std::size_t wanted = std::min(entries.size(), static_cast<std::size_t>(lists.capacity));
  std::partial_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(wanted), entries.end());
  std::ostringstream message;
  message << "list " << i << ": ";
  if (lists.count[i] < 0 || static_cast<std::size_t>(lists.count[i]) != wanted) {
    message << lists.count[i] << " entries, expected " << wanted;
    return message.str();
  }
  for (std::size_t j = 0; j < wanted; ++j) {
    const std::int32_t found = lists.index[j * lists.stride + i];
    if (found == entries[j].index) continue;
    message << "entry " << j << " is " << found << ", expected " << entries[j].index << " at " << std::sqrt(entries[j].squared) << " m";
    return message.str();
  }
  return "";
}

void record(Violations& violations, double amount, std::size_t worst, std::int32_t other = -1) {
  ++violations.count;
  if (violations.worst >= 0 && !(amount > violations.amount)) return;
  violations.amount = amount;
  violations.worst = static_cast<std::int32_t>(worst);
  violations.other = other;
}

}  // namespace

Violations overlaps(const Discs& discs, double tolerance) {
  const auto left = [&](std::int32_t i) {
    return static_cast<double>(discs.x[static_cast<std::size_t>(i)]) - static_cast<double>(discs.radius[static_cast<std::size_t>(i)]);
  };
  std::vector<std::int32_t> order(discs.x.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) { return left(i) < left(j); });

  Violations violations;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto i = static_cast<std::size_t>(order[k]);
    const double right = static_cast<double>(discs.x[i]) + static_cast<double>(discs.radius[i]);
    for (std::size_t m = k + 1; m < order.size() && left(order[m]) < right; ++m) {
      const auto j = static_cast<std::size_t>(order[m]);
      const double distance = std::hypot(static_cast<double>(discs.x[j]) - static_cast<double>(discs.x[i]),
                                         static_cast<double>(discs.y[j]) - static_cast<double>(discs.y[i]));
      const double depth = static_cast<double>(discs.radius[i]) + static_cast<double>(discs.radius[j]) - distance;
      if (depth > tolerance) record(violations, depth, std::min(i, j), static_cast<std::int32_t>(std::max(i, j)));
    }
  }
  return violations;
}

Violations wall_overlaps(const Discs& discs, std::span<const Segment> segments, double tolerance) {
  Violations violations;
  for (std::size_t i = 0; i < discs.x.size(); ++i) {
    for (std::size_t k = 0; k < segments.size(); ++k) {
      const Vec2d start = in_double(segments[k].a);
      const Vec2d from = Vec2d{discs.x[i], discs.y[i]} - start;
      const Vec2d along = in_double(segments[k].b) - start;
      const Vec2d apart = from - share_along(from, along) * along;
      const double depth = static_cast<double>(discs.radius[i]) - std::hypot(apart.x, apart.y);
      if (depth > tolerance) record(violations, depth, i, static_cast<std::int32_t>(k));
    }
  }
  return violations;
}

Violations wall_crossings(const Moves& moves, std::span<const Segment> segments) {
  Violations violations;
  for (std::size_t i = 0; i < moves.before_x.size(); ++i) {
    const Vec2d before{moves.before_x[i], moves.before_y[i]};
    const Vec2d after{moves.after_x[i], moves.after_y[i]};
    for (std::size_t k = 0; k < segments.size(); ++k) {
      const Vec2d a{segments[k].a.x, segments[k].a.y};
      const Vec2d b{segments[k].b.x, segments[k].b.y};
      if (turn(a, b, before) * turn(a, b, after) >= 0 || turn(before, after, a) * turn(before, after, b) > 0) continue;
      record(violations, std::hypot(after.x - before.x, after.y - before.y), i, static_cast<std::int32_t>(k));
    }
  }
  return violations;
}

Violations outside_bounds(std::span<const float> x, std::span<const float> y, const Bounds& bounds, double tolerance) {
  Violations violations;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
      record(violations, std::numeric_limits<double>::infinity(), i);
      continue;
    }
    const double beyond = std::max(std::max(static_cast<double>(bounds.low.x) - static_cast<double>(x[i]),
                                            static_cast<double>(x[i]) - static_cast<double>(bounds.high.x)),
                                   std::max(static_cast<double>(bounds.low.y) - static_cast<double>(y[i]),
                                            static_cast<double>(y[i]) - static_cast<double>(bounds.high.y)));
    if (beyond > tolerance) record(violations, beyond, i);
  }
  return violations;
}

Violations inadmissible_velocities(const VelocityChange& change, double tolerance) {
  Violations violations;
  for (std::size_t i = 0; i < change.after_x.size(); ++i) {
    if (change.after_x[i] == 0 && change.after_y[i] == 0) continue;
    const double speed = std::hypot(static_cast<double>(change.after_x[i]), static_cast<double>(change.after_y[i]));
    const double difference = std::hypot(static_cast<double>(change.after_x[i]) - static_cast<double>(change.before_x[i]),
                                         static_cast<double>(change.after_y[i]) - static_cast<double>(change.before_y[i]));
    const double allowed_speed = static_cast<double>(change.maximum_speed[i]);
    const double allowed_difference = static_cast<double>(change.maximum_acceleration[i]) * static_cast<double>(change.time_step);
    // Rounding of a difference scales with the speeds, not with the difference.
    const double margin = tolerance * (allowed_speed + allowed_difference);
    const double excess = std::max(speed - allowed_speed, difference - allowed_difference);
    if (!(excess <= margin)) record(violations, excess, i);
  }
  return violations;
}

std::string neighbor_mistake(const NeighborProblem& problem, const ListColumns& lists, std::size_t every) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < problem.x.size(); i += every) {
    entries.clear();
    for (std::size_t j = 0; j < problem.x.size(); ++j) {
      if (j == i || !problem.present[i] || !problem.present[j]) continue;
      const float squared = squared_length(problem.x[j] - problem.x[i], problem.y[j] - problem.y[i]);
      if (squared <= problem.distance * problem.distance) entries.push_back({squared, problem.id[j], static_cast<std::int32_t>(j)});
    }
    std::string mistake = list_mistake(i, entries, lists);
    if (!mistake.empty()) return mistake;
  }
  return "";
}

std::string wall_mistake(const WallProblem& problem, const ListColumns& lists, std::size_t every) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < problem.x.size(); i += every) {
    entries.clear();
    for (std::size_t j = 0; j < problem.segments.size() && problem.avoids[i]; ++j) {
      const Segment& segment = problem.segments[j];
      const float length = plethos::length(segment.b - segment.a);
      const Vec2 direction = length > 0 ? (1 / length) * (segment.b - segment.a) : Vec2{1, 0};
      const Vec2 from = Vec2{problem.x[i], problem.y[i]} - segment.a;
      // This rounds as the search does, because rounding decides here.
      const float left = std::fma(-from.x, direction.y, from.y * direction.x);
      if ((segment.solid == Solid::left && left > 0) || (segment.solid == Solid::right && left < 0)) continue;
      const float along = std::fma(direction.x, from.x, direction.y * from.y);
      const float at = std::min(std::max(along, 0.f), length);
      const float squared = squared_length(std::fma(-at, direction.x, from.x), std::fma(-at, direction.y, from.y));
      if (squared <= problem.distance * problem.distance) entries.push_back({squared, j, static_cast<std::int32_t>(j)});
    }
    std::string mistake = list_mistake(i, entries, lists);
    if (!mistake.empty()) return mistake;
  }
  return "";
}

}  // namespace plethos::verify
