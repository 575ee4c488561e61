#pragma once

#include <optional>
#include <string>

#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

enum class RenderColor {
  group,  ///< a color for each group; agents of a single group are told apart by the direction in which they go
  speed,  ///< from dark (at rest) to bright (as fast as the fastest twentieth of the agents)
};

/// How a trajectory is drawn. What is left at its default is chosen to suit the trajectory.
struct RenderOptions {
  /// Pixels, [64, 16384]. Cost: linear.
  int width = 1600;
  /// Pixels, [64, 16384]; 0: what the scene's shape asks for, at most the width.
  int height = 0;
  RenderColor color = RenderColor::group;
  /// s, >= 0: how far back trails go; pictures: the whole way, videos: 3 s. Longer trails cost time in proportion.
  std::optional<double> trail_seconds;
  /// s: the moment that a picture shows; the last one if not given.
  std::optional<double> time;
  /// Frames per second of a video, [1, 240]. Between recorded frames agents move on straight lines.
  int frames_per_second = 30;
  /// Simulated seconds per second of a video, > 0; if not given, 1 or what makes a video of 30 seconds, whatever is more.
  std::optional<double> playback_speed;
};

/// Draws a trajectory into `path`, as a picture (.png) or a video (.mp4), off-screen. Needs no display and no font; a video needs
/// the program ffmpeg. The file appears under its name only when it is whole.
/// Errors: InputError for another ending, an option out of range, a trajectory without rows, an unwritable path or a missing ffmpeg;
/// MachineError if the disk is full or ffmpeg fails.
void render(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// As render() for a picture, whatever the ending of `path`. Cost: one pass over the rows that the trails show, at most some
/// millions of line pieces, and the agents once.
void render_picture(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// As render() for a video, whatever the ending of `path`. Cost: a picture without whole trails for each of its frames.
void render_video(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options);

/// Parses group or speed. Throws InputError for any other name.
RenderColor render_color(const std::string& name);

}  // namespace plethos::scenarios
