#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "core/parameter_table.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/check.hpp"
#include "scenarios/render/drawing.hpp"
#include "scenarios/render/render.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t most_rows = 60'000'000;  // rows for trails; further frames are skipped
constexpr float least_move = 1;                  // pixel: shorter moves are gathered
constexpr float oldest = 0.5f;                   // strength of a trail's beginning
constexpr std::size_t fades = 48;

/// Returns the last frame that is not later than a time. Errors: InputError for a time at which nothing was recorded.
std::size_t frame_at(const TrajectoryReader& trajectory, const Drawing& drawing, std::optional<double> time) {
  const std::size_t last = trajectory.frames().size() - 1;
  if (!time) return last;
  const double slack = 1e-6 * std::abs(*time) + 1e-9;
  const double begin = drawing.frame_time(0), end = drawing.frame_time(last);
  if (*time < begin - slack || *time > end + slack) {
    throw InputError("--time: found " + number_text(*time) + " s, expected a time from " + number_text(begin) + " s to " +
                     number_text(end) + " s, the last that " + trajectory.path() + " holds");
  }
  std::size_t index = 0;
  while (index < last && drawing.frame_time(index + 1) <= *time + slack) ++index;
  return index;
}

/// Draws the trails that end in the frame `last`. Returns that frame.
Moment draw_trails(const TrajectoryReader& trajectory, const Drawing& drawing, const RenderOptions& options, std::size_t last,
                   TrailLayer& layer) {
  const double begin = options.trail_seconds ? drawing.frame_time(last) - *options.trail_seconds : -1;
  std::size_t first = last;
  std::uint64_t rows = 0;
  while (first > 0 && drawing.frame_time(first - 1) >= begin - 1e-9) rows += trajectory.frames()[--first].count;
  const std::size_t stride = static_cast<std::size_t>(rows / most_rows) + 1;
  const float weight = drawing.agents() < 200 ? 1.5f : drawing.agents() < 2000 ? 1.2f : 0.9f;
  const float thickness = std::max(0.7f, weight * static_cast<float>(drawing.width()) / 1600.f);
  const float fade = std::pow(oldest, 1.f / static_cast<float>(fades));

  Moment before;
  std::vector<Vec2> drawn_to;
  std::vector<std::uint8_t> started;
  std::size_t faded = 0;
  for (std::size_t index = first;; index = std::min(last, index + stride)) {
    Moment now = drawing.moment(index, before);
    drawn_to.resize(now.position.size());
    started.resize(now.position.size());
    for (std::size_t id = 0; id < now.position.size(); ++id) {
      if (now.present[id] == 0) continue;
      const Vec2 here = drawing.to_canvas(now.position[id]);
      if (started[id] != 0 && length(here - drawn_to[id]) < least_move && index != last) continue;
      if (started[id] != 0) {
        layer.line(drawn_to[id].x, drawn_to[id].y, here.x, here.y, thickness, drawing.color(id, now.speed[id]));
      }
      drawn_to[id] = here;
      started[id] = 1;
    }
    for (const std::size_t due = fades * (index - first) / std::max<std::size_t>(1, last - first); faded < due; ++faded) layer.fade(fade);
    before = std::move(now);
    if (index == last) return before;
  }
}

}  // namespace

void render_picture(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options) {
  check(options);
  OutputFile output(path, OutputKind::picture);
  const Drawing drawing(trajectory, options);
  Canvas canvas(drawing.width(), drawing.height());
  TrailLayer layer(drawing.width(), drawing.height());
  const std::size_t last = frame_at(trajectory, drawing, options.time);
  Moment end = draw_trails(trajectory, drawing, options, last, layer);
  if (options.trail_seconds && *options.trail_seconds == 0 && last > 0) end = drawing.moment(last, drawing.moment(last - 1, {}));
  drawing.draw_world(canvas);
  drawing.draw_moving(canvas, end);
  layer.blend(canvas, std::max(0.6f, 0.7f * layer.quantile(0.9f)), 0.75f);
  drawing.draw_agents(canvas, end);
  drawing.draw_footer(canvas, end.time);
  if (!canvas.write_png(output.temporary())) throw MachineError(path + ": cannot be written: " + std::strerror(errno));
  output.keep();
}

}  // namespace plethos::scenarios
