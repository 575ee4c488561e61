#include "scenarios/render/render.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "scenarios/render/check.hpp"

namespace plethos::scenarios {
namespace {

[[noreturn]] void refuse(const std::string& name, double found, const std::string& expected) {
  throw InputError(name + ": found " + std::to_string(found) + ", expected " + expected);
}

}  // namespace

void check(const RenderOptions& options) {
  if (options.width < 64 || options.width > 16384) refuse("width", options.width, "64 to 16384 pixels");
  if (options.height != 0 && (options.height < 64 || options.height > 16384)) refuse("height", options.height, "64 to 16384 pixels");
  if (options.frames_per_second < 1 || options.frames_per_second > 240) refuse("frames per second", options.frames_per_second, "1 to 240");
  if (options.trail_seconds && !(*options.trail_seconds >= 0)) refuse("trail", *options.trail_seconds, "0 seconds or more");
  if (options.time && !std::isfinite(*options.time)) refuse("time", *options.time, "seconds");
  if (options.playback_speed && !(*options.playback_speed > 0 && std::isfinite(*options.playback_speed))) {
    refuse("playback speed", *options.playback_speed, "a number above 0");
  }
}

void render(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".png") {
    render_picture(trajectory, path, options);
  } else if (ending == ".mp4") {
    render_video(trajectory, path, options);
  } else {
    throw InputError(path + ": found the ending '" + ending + "', known: .png, .mp4");
  }
}

RenderColor render_color(const std::string& name) {
  if (name == "group") return RenderColor::group;
  if (name == "speed") return RenderColor::speed;
  throw InputError(unknown_name_message("color", name, {"group", "speed"}));
}

}  // namespace plethos::scenarios
