#include "scenarios/run/behavior_json.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::tests;

namespace {

verify::BehaviorReport report() {
  verify::BehaviorReport report;
  report.frames = 10;
  report.minimum_separation = -0.05;
  report.overlaps = 25;
  report.overlaps_per_frame = 2.5;
  report.overlaps_most = 4;
  report.overlaps_by_depth = {20, 3, 2, 0, 0};
  report.deepest = 0.4;
  report.travelers = 3;
  report.never_arrived = {1, 2};
  report.time_ratio.add(1.5);
  report.time_ratio.add(2.5);
  return report;
}

}  // namespace

TEST_CASE("a report as JSON has every single number as a field") {
  const nlohmann::ordered_json json = scenarios::behavior_json(report());
  CHECK(json.at("overlaps_per_frame") == 2.5);
  CHECK(json.at("never_arrived") == 2);
  CHECK(json.at("time_ratio") == 2);
  CHECK(json.at("time_ratio_most") == 2.5);
  CHECK(json.at("way_ratio").is_null());
  CHECK(json.at("overlaps_by_depth").size() == json.at("overlap_depths").size() + 1);
  for (const std::string& name : scenarios::behavior_fields()) {
    CAPTURE(name);
    CHECK(json.contains(name));
    CHECK_FALSE(json.at(name).is_array());
  }
}

TEST_CASE("a report for people says what is wrong, and no more where nothing is") {
  const std::string text = scenarios::behavior_text(report());
  CHECK(contains(text, "overlaps per frame  2.5, 4 at most\n"));
  CHECK(contains(text, "deepest overlap     40% of a radius; by depth: 20 to 1%, 3 to 10%, 2 to 50%, 0 to 100%, 0 beyond 100%\n"));
  CHECK(contains(text, "2 of 3 travelers did not arrive; the first is agent 1\n"));
  CHECK(contains(text, "time over straight  1.5 to 2.5, mean 2\n"));
  CHECK_FALSE(contains(text, "deadlock"));
  verify::BehaviorReport calm;
  calm.minimum_separation = std::numeric_limits<double>::infinity();
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "separation"));
  CHECK_FALSE(contains(scenarios::behavior_text(calm), "deepest"));
  calm.deadlock = 12;
  CHECK(contains(scenarios::behavior_text(calm), "deadlock            nobody has moved since second 12\n"));
}
