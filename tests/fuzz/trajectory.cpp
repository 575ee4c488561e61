#include "scenarios/io/trajectory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "scenarios/render/render.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

namespace fs = std::filesystem;

/// Returns a folder of this process, which is removed at its end.
const fs::path& folder() {
  struct Folder {
    fs::path path = fs::temp_directory_path() / ("plethos_fuzz_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
  };
  static const Folder instance;
  return instance.path;
}

/// Returns a whole trajectory with a bit of everything.
const std::string& whole() {
  static const std::string bytes = [] {
    scenarios::Scenario scenario;
    scenario.name = "whole";
    scenario.groups = {"left", "right"};
    scenario.world.bounds = {{-10, -10}, {10, 10}};
    scenario.world.polygons = {{{{1, 1}, {2, 1}, {2, 2}}, true}, {{{-5, 0}, {-4, 0.5f}}, false}};
    scenario.world.goals = {{3, 4}, {-3, 4}};
    scenario.agents.resize(5);
    const std::string path = (folder() / "whole.h5").string();
    scenarios::TrajectoryWriter writer(path, scenario, 10, {});
    for (int frame = 0; frame < 20; ++frame) {
      const std::vector<float> x{0.1f * static_cast<float>(frame), 1, 2, 3, 4};
      writer.append(frame, x, x, std::vector<std::uint8_t>{1, 1, 1, 1, frame % 3 == 0});
    }
    writer.close();
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }();
  return bytes;
}

/// Damages the file as five bytes say: three give the place, one the way and one the value.
void damage(std::string& file, std::string_view record) {
  if (file.empty()) return;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(record[i]); };
  const std::size_t place = (byte(0) | byte(1) << 8 | byte(2) << 16) % file.size();
  const auto fill = [&](std::size_t count, char value) {
    for (std::size_t i = place; i < std::min(place + count, file.size()); ++i) file[i] = value;
  };
  switch (byte(3) % 8) {
    case 0:
      file[place] = static_cast<char>(byte(4));
      break;
    case 1:
      file[place] = static_cast<char>(file[place] ^ (1 << byte(4) % 8));
      break;
    case 2:
      fill(4, static_cast<char>(byte(4)));
      break;
    case 3:
      fill(8, static_cast<char>(byte(4)));
      break;
    case 4:
      fill(512, static_cast<char>(byte(4)));
      break;
    case 5:
      file.resize(place);
      break;
    case 6:
      for (std::size_t i = place; i < std::min(place + byte(4), file.size()); ++i)
        file[i] = static_cast<char>(file[(i * 7919) % file.size()]);
      break;
    default:
      file[place] = static_cast<char>(static_cast<std::uint8_t>(file[place]) + byte(4));
  }
}

}  // namespace

/// Reads a whole file with up to eight damages, which the bytes describe.
void read_trajectory(std::string_view bytes) {
  std::string file = whole();
  for (std::size_t i = 0; i + 5 <= std::min<std::size_t>(bytes.size(), 40); i += 5) damage(file, bytes.substr(i, 5));
  expect_one_line([&] {
    const scenarios::TrajectoryReader reader(file_of(file));
    const auto rows = reader.read(0, std::min<std::uint64_t>(reader.rows(), 1 << 20));
    scenarios::RenderOptions options;
    options.width = 64;
    scenarios::render_picture(reader, (folder() / "picture.png").string(), options);
  });
}

}  // namespace plethos::fuzz
