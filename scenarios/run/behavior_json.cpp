#include "scenarios/run/behavior_json.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scenarios/run/json_file.hpp"

namespace plethos::scenarios {
namespace {

template <class... Values>
std::string line(const char* format, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string depth_text(const verify::BehaviorReport& report) {
  std::string text;
  for (std::size_t k = 0; k < report.overlaps_by_depth.size(); ++k) {
    const bool last = k == verify::BehaviorReport::depths.size();
    text += line("%s%" PRId64 " %s %g%%", k == 0 ? "" : ", ", report.overlaps_by_depth[k], last ? "beyond" : "to",
                 100 * verify::BehaviorReport::depths[last ? k - 1 : k]);
  }
  return text;
}

std::string spread_text(const char* name, const verify::Spread& spread) {
  if (spread.count == 0) return {};
  return line("%-18s  %.3g to %.3g, mean %.3g\n", name, spread.least, spread.most, spread.mean);
}

}  // namespace

Json behavior_json(const verify::BehaviorReport& report) {
  const auto mean = [](const verify::Spread& spread) { return spread.count > 0 ? Json(spread.mean) : Json(); };
  const auto most = [](const verify::Spread& spread) { return spread.count > 0 ? Json(spread.most) : Json(); };
  const auto least = [](const verify::Spread& spread) { return spread.count > 0 ? Json(spread.least) : Json(); };
  Json order_by_time = Json::array();
  for (const double order : report.lanes.order_by_time) order_by_time.push_back(finite_or_null(order));
  return {{"frames", report.frames},
          {"separation", finite_or_null(report.minimum_separation)},
          {"overlaps_per_frame", report.overlaps_per_frame},
          {"overlaps_most", report.overlaps_most},
          {"overlap_depth", report.deepest},
          {"overlap_depths", verify::BehaviorReport::depths},
          {"overlaps_by_depth", report.overlaps_by_depth},
          {"disc_radius", least(report.radii)},
          {"disc_radius_most", most(report.radii)},
          {"minimum_distance", report.minimum_distance},
          {"too_close_per_frame", report.too_close_per_frame},
          {"too_close_most", report.too_close_most},
          {"wall_depth", report.deepest_in_wall},
          {"wall_crossings", report.wall_crossings},
          {"outside", report.outside},
          {"outside_most", report.outside_most},
          {"travelers", report.travelers},
          {"endless", report.endless},
          {"goals_reached", report.goals_reached},
          {"never_arrived", report.never_arrived.size()},
          {"time_ratio", mean(report.time_ratio)},
          {"time_ratio_most", most(report.time_ratio)},
          {"way_ratio", mean(report.way_ratio)},
          {"way_ratio_most", most(report.way_ratio)},
          {"approaches", report.approach_speed.count},
          {"approach_slow", report.approach_slow},
          {"approach_speed", mean(report.approach_speed)},
          {"lane_order", finite_or_null(report.lanes.order)},
          {"lane_order_by_time", order_by_time},
          {"own_group_nearest", finite_or_null(report.lanes.own_nearest)},
          {"own_group_around", finite_or_null(report.lanes.own_around)},
          {"deadlock", report.deadlock}};
}

const std::vector<std::string>& behavior_fields() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    const Json json = behavior_json({});
    for (const auto& [name, value] : json.items()) {
      if (!value.is_array()) all.push_back(name);
    }
    return all;
  }();
  return names;
}

std::string disc_text(const verify::Spread& radii) {
  if (radii.count == 0) return {};
  // They are compared as they are printed, because radii are float32.
  const std::string least = line("%.4g", radii.least);
  const std::string most = line("%.4g", radii.most);
  return "; discs of " + (least == most ? most : least + " to " + most) + " m";
}

std::string behavior_text(const verify::BehaviorReport& report) {
  std::string text;
  if (std::isfinite(report.minimum_separation)) text += line("separation          %.4g m at least\n", report.minimum_separation);
  text += line("overlaps per frame  %.4g, %" PRId64 " at most", report.overlaps_per_frame, report.overlaps_most) + disc_text(report.radii) +
          "\n";
  if (report.overlaps > 0)
    text += line("deepest overlap     %.3g%% of a radius; by depth: ", 100 * report.deepest) + depth_text(report) + "\n";
  text += line("too close           %.4g pairs per frame, %" PRId64 " at most: nearer than the minimum distance, %.4g m\n",
               report.too_close_per_frame, report.too_close_most, report.minimum_distance);
  text += line("walls               %.3g%% of a radius deep at most, %" PRId64 " crossings\n", 100 * report.deepest_in_wall,
               report.wall_crossings);
  if (report.outside_most > 0) {
    text += line("outside             %" PRId64 " agents off the walkable ground at the end, %" PRId64 " at most\n", report.outside,
                 report.outside_most);
  }
  text += line("goals reached       %" PRId64 "; %zu of %" PRId64 " travelers did not arrive", report.goals_reached,
               report.never_arrived.size(), report.travelers);
  if (report.endless > 0) text += line(", %" PRId64 " have no last goal", report.endless);
  if (!report.never_arrived.empty()) text += line("; the first is agent %d", report.never_arrived.front());
  text += "\n" + spread_text("time over straight", report.time_ratio) + spread_text("way over straight", report.way_ratio);
  if (report.approach_speed.count > 0) {
    text += line("last %g m           at %.3g of the preferred speed, mean; %" PRId64 " of %" PRId64 " at less than half of it\n",
                 verify::Behavior::approach, report.approach_speed.mean, report.approach_slow, report.approach_speed.count);
  }
  const verify::LaneReport& lanes = report.lanes;
  if (std::isfinite(lanes.order)) text += line("lane order          %.3g (0 mixed, 1 apart)\n", lanes.order);
  if (std::isfinite(lanes.own_nearest)) {
    text += line("own group           %.3g%% of the nearest four, %.3g%% of those within %g m, where walkers meet\n",
                 100 * lanes.own_nearest, 100 * lanes.own_around, verify::Lanes::around);
  }
  if (report.deadlock >= 0) text += line("deadlock            nobody has moved since second %.4g\n", report.deadlock);
  return text;
}

}  // namespace plethos::scenarios
