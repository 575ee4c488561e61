#include "scenarios/io/trajectory.hpp"

#include <algorithm>
#include <cstdint>

#include "scenarios/render/render.hpp"
#include "tests/fuzz/damage.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

/// Returns a whole trajectory with a bit of everything.
const std::string& whole() {
  static const std::string bytes = [] {
    scenarios::Scenario scenario{.name = "whole",
                                 .world = {.polygons = {{{{1, 1}, {2, 1}, {2, 2}}, true}, {{{-5, 0}, {-4, 0.5f}}, false}},
                                           .goals = {{3, 4}, {-3, 4}},
                                           .bounds = {{-10, -10}, {10, 10}}},
                                 .groups = {"left", "right"}};
    scenario.agents.resize(5);
    const std::string path = (folder() / "trajectory.h5").string();
    scenarios::TrajectoryWriter writer(path, scenario, 10, {});
    for (int frame = 0; frame < 20; ++frame) {
      const std::vector<float> x{0.1f * static_cast<float>(frame), 1, 2, 3, 4};
      writer.append(frame, x, x, std::vector<std::uint8_t>{1, 1, 1, 1, frame % 3 == 0});
    }
    writer.close();
    return bytes_of(path);
  }();
  return bytes;
}

}  // namespace

/// Reads a whole file with up to eight damages, which the bytes describe.
void read_trajectory(std::string_view bytes) {
  const std::string file = damaged(whole(), bytes);
  expect_one_line([&] {
    const scenarios::TrajectoryReader reader(file_of(file));
    const auto rows = reader.read(0, std::min<std::uint64_t>(reader.rows(), 1 << 20));
    scenarios::render_picture(reader, (folder() / "picture.png").string(), {.width = 64});
  });
}

}  // namespace plethos::fuzz
