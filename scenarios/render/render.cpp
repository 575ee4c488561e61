#include "scenarios/render/render.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "core/parameter_table.hpp"
#include "scenarios/render/check.hpp"

namespace plethos::scenarios {
namespace {

[[noreturn]] void refuse(const std::string& name, double found, const std::string& expected) {
  throw InputError(name + ": found " + number_text(found) + ", expected " + expected);
}

}  // namespace

void check_size(int width, int height) {
  if (width < 64 || width > 16384) refuse("width", width, "64 to 16384 pixels");
  if (height != 0 && (height < 64 || height > 16384)) refuse("height", height, "64 to 16384 pixels");
}

std::string picture_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

void check(const RenderOptions& options) {
  check_size(options.width, options.height);
  if (options.frames_per_second < 1 || options.frames_per_second > 240) refuse("frames per second", options.frames_per_second, "1 to 240");
  if (options.trail_seconds && !(*options.trail_seconds >= 0)) refuse("trail", *options.trail_seconds, "0 seconds or more");
  if (options.time && !std::isfinite(*options.time)) refuse("time", *options.time, "seconds");
  if (options.playback_speed && !(*options.playback_speed > 0 && std::isfinite(*options.playback_speed))) {
    refuse("playback speed", *options.playback_speed, "a number above 0");
  }
}

void render(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options) {
  const std::string ending = picture_ending(path);
  if (ending == ".png") {
    render_picture(trajectory, path, options);
  } else if (ending == ".mp4") {
    render_video(trajectory, path, options);
  } else {
    throw InputError(path + ": found the ending '" + ending + "', known: .png, .mp4");
  }
}

std::vector<std::string> render_color_names() { return {"group", "speed"}; }

RenderColor render_color(const std::string& name) {
  if (name == "group") return RenderColor::group;
  if (name == "speed") return RenderColor::speed;
  throw InputError(unknown_name_message("color", name, render_color_names()));
}

}  // namespace plethos::scenarios
