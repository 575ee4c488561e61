#pragma once

#include <optional>
#include <string>

#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

enum class RenderColor {
  group,  ///< a color for each group; agents of a single group are colored by their direction
  speed,  ///< from dark (at rest) to bright (as fast as the fastest twentieth of the agents)
};

/// Options of a drawing. An option at its default is chosen to suit the trajectory.
struct RenderOptions {
  /// Pixels, [64, 16384]. Cost: linear.
  int width = 1600;
  /// Pixels, [64, 16384]; 0: it follows from the scene's shape, and is at most the width.
  int height = 0;
  RenderColor color = RenderColor::group;
  /// s, >= 0: length of the trails. The default is the whole way in pictures and 3 s in videos. Cost: linear.
  std::optional<double> trail_seconds{};
  /// s: the moment of a picture, from the first recorded one to the last; by default the last one.
  std::optional<double> time{};
  /// Frames per second of a video, [1, 240]. Between recorded frames agents move on straight lines.
  int frames_per_second = 30;
  /// Simulated seconds per second of a video, > 0. The default is 1, or more if the video would exceed 30 seconds.
  std::optional<double> playback_speed{};
};

/// Draws a trajectory into `path`, as a picture (.png) or a video (.mp4), off-screen. It needs no display and no font; a video needs the
/// program ffmpeg. The file appears under its name only when it is whole. Errors: InputError for another ending, an option out of range, a
/// trajectory without rows, an unwritable path or a missing ffmpeg; MachineError if the disk is full or ffmpeg fails.
void render(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// Does what render() does for a picture, with any ending of `path`. Cost: one pass over the rows in the trails, at most some millions of
/// line pieces, and one drawing of all agents.
void render_picture(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// Does what render() does for a video, with any ending of `path`. Cost: for each frame, a picture without whole trails.
void render_video(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// Returns the names of what colors can show.
std::vector<std::string> render_color_names();
/// Parses group or speed. Errors: InputError for any other name.
RenderColor render_color(const std::string& name);

}  // namespace plethos::scenarios
