#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/io/trajectory.hpp"
#include "tests/harness/errors.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using scenarios::TrajectoryReader;
using scenarios::TrajectoryRow;

/// Two worlds of two and of three agents; the first has ended after frame 1, and nobody of the second is there in frame 1.
std::string recorded(const TemporaryFolder& folder) {
  scenarios::Scenario scenario{.name = "worlds", .ensemble = {{2, 3}, {18446744073709551615u, 7}}};
  scenario.agents.resize(5);
  // Each has a goal of its own, and the last two of the second world share one.
  scenario.world.goals = std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  for (std::int32_t agent = 0; agent < 5; ++agent) scenario.agents[static_cast<std::size_t>(agent)].goal = std::min(agent, 3);
  const std::string path = folder.path("worlds.h5");
  scenarios::TrajectoryWriter writer(path, scenario, 1, {});
  const std::vector<std::vector<std::uint8_t>> present{{1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, {0, 0, 1, 1, 0}};
  for (std::size_t frame = 0; frame < present.size(); ++frame) {
    std::vector<float> x, y;
    for (int agent = 0; agent < 5; ++agent) {
      x.push_back(static_cast<float>(agent));
      y.push_back(static_cast<float>(frame));
    }
    writer.append(static_cast<std::int64_t>(frame), x, y, present[frame]);
  }
  writer.close();
  return path;
}

/// Returns "frame: ids" of all frames.
std::vector<std::string> frames(const TrajectoryReader& reader) {
  std::vector<std::string> texts;
  for (const scenarios::TrajectoryFrame& frame : reader.frames()) {
    std::string text = std::to_string(frame.frame) + ":";
    for (const TrajectoryRow& row : reader.read(frame.first, frame.count)) {
      CHECK(row.frame == frame.frame);
      CHECK(row.x == static_cast<double>(row.id));
      text += " " + std::to_string(row.id);
    }
    texts.push_back(text);
  }
  return texts;
}

}  // namespace

TEST_CASE("a recorded ensemble is read as a whole, or one world of it") {
  const TemporaryFolder folder;
  const std::string path = recorded(folder);
  const TrajectoryReader all(path);
  CHECK(all.seeds() == std::vector<std::uint64_t>{18446744073709551615u, 7});
  CHECK(frames(all) == std::vector<std::string>{"0: 0 1 2 3 4", "1: 0 1", "2: 2 3"});
  CHECK(frames(TrajectoryReader(path, 18446744073709551615u)) == std::vector<std::string>{"0: 0 1", "1: 0 1"});
  CHECK(frames(TrajectoryReader(path, 7)) == std::vector<std::string>{"0: 2 3 4", "2: 2 3"});
  CHECK(all.goals().size() == 4);
  CHECK(TrajectoryReader(path, 18446744073709551615u).goals() == std::vector<Vec2>{{0, 0}, {1, 0}});
  CHECK(TrajectoryReader(path, 7).goals() == std::vector<Vec2>{{2, 0}, {3, 0}});
}

TEST_CASE("a world that a file does not have is refused") {
  const TemporaryFolder folder;
  const std::string path = recorded(folder);
  CHECK(contains(input_error([&] { TrajectoryReader(path, 8); }), "found no world of the seed 8, expected one of 2 seeds, from 7 to"));
  scenarios::Scenario alone{.name = "alone"};
  alone.agents.resize(1);
  const std::string other = folder.path("alone.h5");
  scenarios::TrajectoryWriter(other, alone, 1, {}).close();
  CHECK(TrajectoryReader(other).seeds().empty());
  CHECK(contains(input_error([&] { TrajectoryReader(other, 1); }), "found no worlds of an ensemble, expected one of the seed 1"));
}

}  // namespace plethos::tests
