#include "scenarios/cli/render.hpp"

#include <cstdio>

#include "core/text.hpp"
#include "scenarios/cli/outputs.hpp"

namespace plethos::cli {

void add_render_options(CLI::App& command, RenderRequest& request) {
  scenarios::RenderOptions& options = request.options;
  command.add_option("trajectory", request.input, "A recorded trajectory (.h5)")->required();
  command.add_option("--out", request.output, "The picture (.png) or video (.mp4; needs ffmpeg) to make")->required();
  command.add_option("--color", request.color, "What colors show: group or speed")->capture_default_str();
  command.add_option("--width", options.width, "Pixels, 64 to 16384")->capture_default_str();
  command.add_option("--height", options.height, "Pixels; 0: what the scene's shape asks for")->capture_default_str();
  command.add_option("--trails", options.trail_seconds, "Seconds that trails go back (default: the whole way in a picture, 3 in a video)");
  command.add_option("--time", options.time, "Second of the run that a picture shows (default: the last)");
  command.add_option("--fps", options.frames_per_second, "Frames per second of a video")->capture_default_str();
  command.add_option("--speed", options.playback_speed,
                     "Simulated seconds per second of a video (default: at least 1, for 30 seconds at most)");
}

void render(const RenderRequest& request) {
  scenarios::RenderOptions options = request.options;
  options.color = scenarios::render_color(request.color);
  check_outputs({{{"--out", request.output}, OutputKind::picture}}, {{"trajectory", request.input}});
  scenarios::render(scenarios::TrajectoryReader(request.input), request.output, options);
  std::printf("%s\n", one_line(request.output).c_str());
}

}  // namespace plethos::cli
