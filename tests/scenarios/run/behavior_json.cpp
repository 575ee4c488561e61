#include "scenarios/run/behavior_json.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::tests;

namespace {

verify::BehaviorReport report() {
  verify::BehaviorReport report{.frames = 10,
                                .minimum_separation = -0.05,
                                .overlaps = 25,
                                .overlaps_most = 4,
                                .overlaps_per_frame = 2.5,
                                .overlaps_by_depth = {20, 3, 2, 0, 0},
                                .deepest = 0.4};
  report.radii.add(0.25);
  report.radii.add(0.25);
  report.minimum_distance = 0.08;
  report.too_close_per_frame = 6.5;
  report.too_close_most = 9;
  report.approach_speed.add(0.3);
  report.approach_speed.add(0.9);
  report.approach_slow = 1;
  report.lanes.order = 0.5;
  report.lanes.order_by_time = {std::numeric_limits<double>::quiet_NaN(), 0.5};
  report.lanes.own_nearest = 0.625;
  report.lanes.own_around = 0.375;
  report.travelers = 3;
  report.never_arrived = {1, 2};
  report.time_ratio.add(1.5);
  report.time_ratio.add(2.5);
  return report;
}

}  // namespace

TEST_CASE("a report as JSON has every single number as a field") {
  const Json json = scenarios::behavior_json(report());
  CHECK(json.at("overlaps_per_frame") == 2.5);
  CHECK(json.at("never_arrived") == 2);
  CHECK(json.at("time_ratio") == 2);
  CHECK(json.at("time_ratio_most") == 2.5);
  CHECK(json.at("way_ratio").is_null());
  CHECK(json.at("disc_radius") == 0.25);
  CHECK(json.at("too_close_per_frame") == 6.5);
  CHECK(json.at("approaches") == 2);
  CHECK(json.at("approach_slow") == 1);
  CHECK(json.at("lane_order") == 0.5);
  CHECK(json.at("lane_order_by_time").at(0).is_null());
  CHECK(json.at("lane_order_by_time").at(1) == 0.5);
  CHECK(json.at("own_group_nearest") == 0.625);
  CHECK(scenarios::behavior_json({}).at("lane_order").is_null());
  CHECK(json.at("overlaps_by_depth").size() == json.at("overlap_depths").size() + 1);
  for (const std::string& name : scenarios::behavior_fields()) {
    CAPTURE(name);
    CHECK(json.contains(name));
    CHECK_FALSE(json.at(name).is_array());
  }
}

TEST_CASE("a report for people says what is wrong, and no more where nothing is") {
  const std::string text = scenarios::behavior_text(report());
  CHECK(contains(text, "overlaps per frame  2.5, 4 at most; discs of 0.25 m\n"));
  CHECK(contains(text, "too close           6.5 pairs per frame, 9 at most: nearer than the minimum distance, 0.08 m\n"));
  CHECK(contains(text, "last 10 m           at 0.6 of the preferred speed, mean; 1 of 2 at less than half of it\n"));
  CHECK(contains(text, "lane order          0.5 (0 mixed, 1 apart)\n"));
  CHECK(contains(text, "own group           62.5% of the nearest four, 37.5% of those within 5 m, where walkers meet\n"));
  CHECK(contains(text, "deepest overlap     40% of a radius; by depth: 20 to 1%, 3 to 10%, 2 to 50%, 0 to 100%, 0 beyond 100%\n"));
  CHECK(contains(text, "2 of 3 travelers did not arrive; the first is agent 1\n"));
  CHECK(contains(text, "time over straight  1.5 to 2.5, mean 2\n"));
  CHECK_FALSE(contains(text, "deadlock"));
  verify::BehaviorReport calm{.minimum_separation = std::numeric_limits<double>::infinity()};
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "separation"));
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "deepest"));
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "last 10 m"));
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "lane order"));
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "own group"));
  calm.deadlock = 12;
  CHECK(contains(scenarios::behavior_text(calm), "deadlock            nobody has moved since second 12\n"));
}
