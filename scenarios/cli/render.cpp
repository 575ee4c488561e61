#include "scenarios/cli/render.hpp"

#include <cstdio>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/option_values.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/io/paths_file.hpp"
#include "scenarios/render/check.hpp"
#include "scenarios/render/paths_render.hpp"
#include "scenarios/request.hpp"

namespace plethos::cli {

namespace {

constexpr std::int64_t most_ways = 1'000'000'000;

}  // namespace

void add_render_options(CLI::App& command, RenderRequest& request) {
  scenarios::RenderOptions& options = request.options;
  command.add_option("file", request.input, "A recorded trajectory, or the paths of plethos plan (.h5)")->required();
  command.add_option("--out", request.output, "The picture (.png) or, of a trajectory, video (.mp4; needs ffmpeg) to make")->required();
  command.add_option("--width", options.width, "Pixels, 64 to 16384")->capture_default_str();
  command.add_option("--height", options.height, "Pixels; 0: what the scene's shape asks for")->capture_default_str();
  command.option_defaults()->group("Of a trajectory");
  take_names(command.add_option("--color", request.color, "What colors show: group or speed")->capture_default_str(),
             scenarios::render_color_names);
  command.add_option("--trails", options.trail_seconds, "Seconds that trails go back (default: the whole way in a picture, 3 in a video)");
  command.add_option("--time", options.time, "Second of the run that a picture shows (default: the last)");
  command.add_option("--fps", options.frames_per_second, "Frames per second of a video")->capture_default_str();
  command.add_option("--speed", options.playback_speed,
                     "Simulated seconds per second of a video (default: at least 1, for 30 seconds at most)");
  command
      .add_option_function<std::string>(
          "--world", [&request](const std::string& text) { request.world = scenarios::parse_seed("--world", text); },
          "Of an ensemble, draw the world of this seed alone (default: all, one over the other)")
      ->type_name("SEED");
  command.option_defaults()->group("Of paths");
  offer_names(
      command.add_option("--layers", request.layers,
                         "What to draw, of " + joined_text(scenarios::paths_layer_names(), "and") + ", such as map,paths (default: all)"),
      scenarios::paths_layer_names);
  command
      .add_option("--query", request.queries,
                  "Draw the way of this query, counted from 0; may be repeated (default: some ways, evenly chosen)")
      ->allow_extra_args(false);
  command.add_option("--ways", request.ways, "How many ways to draw (default: 20)")->check(in_range(std::int64_t{0}, most_ways));
}

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& found, const std::string& expected) {
  throw InputError(option + ": found it with " + found + ", expected " + expected);
}

void render_trajectory(const RenderRequest& request) {
  const auto refuse_here = [](const char* option) { refuse(option, "a trajectory", "the paths of plethos plan"); };
  if (!request.layers.empty()) refuse_here("--layers");
  if (!request.queries.empty()) refuse_here("--query");
  if (request.ways) refuse_here("--ways");
  scenarios::RenderOptions options = request.options;
  if (scenarios::picture_ending(request.output) == ".png") {
    const auto refuse_video = [](const char* option) { refuse(option, "a picture", "a video (.mp4)"); };
    if (options.frames_per_second != scenarios::RenderOptions().frames_per_second) refuse_video("--fps");
    if (options.playback_speed) refuse_video("--speed");
  } else if (scenarios::picture_ending(request.output) == ".mp4" && options.time) {
    refuse("--time", "a video", "a picture (.png)");
  }
  options.color = scenarios::render_color(request.color);
  scenarios::render(request.world ? scenarios::TrajectoryReader(request.input, *request.world) : scenarios::TrajectoryReader(request.input),
                    request.output, options);
}

void render_paths(const RenderRequest& request) {
  const auto refuse_here = [](const char* option) { refuse(option, "paths", "a trajectory"); };
  if (request.color != RenderRequest().color) refuse_here("--color");
  if (request.options.frames_per_second != scenarios::RenderOptions().frames_per_second) refuse_here("--fps");
  if (request.options.trail_seconds) refuse_here("--trails");
  if (request.options.time) refuse_here("--time");
  if (request.options.playback_speed) refuse_here("--speed");
  if (request.world) refuse_here("--world");
  scenarios::PathsRenderOptions options;
  options.width = request.options.width;
  options.height = request.options.height;
  if (!request.layers.empty()) options.layers = scenarios::paths_layers(request.layers);
  options.queries = request.queries;
  options.ways = request.ways.value_or(options.ways);
  scenarios::render_paths(scenarios::read_paths(request.input), request.output, options);
}

}  // namespace

void render(const RenderRequest& request) {
  check_outputs({{{"--out", request.output}, scenarios::OutputKind::picture}}, {{"file", request.input}});
  if (scenarios::holds_paths(request.input)) {
    render_paths(request);
  } else {
    render_trajectory(request);
  }
  std::printf("%s\n", one_line(request.output).c_str());
}

}  // namespace plethos::cli
