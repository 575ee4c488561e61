#include "scenarios/render/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "scenarios/render/colors.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t surveyed_frames = 64;
constexpr std::uint64_t rows_at_a_time = std::uint64_t{1} << 20;
constexpr float default_radius = 0.2f;   // m, for files without radii
constexpr float least_pixels = 1.1f;     // radius of an agent on the canvas
constexpr std::size_t most_groups = 24;  // in a legend
constexpr double least_text = 0.62;      // size of a long legend's text, over that of a short one
constexpr double legend_gap = 1.2;       // between the entries of a legend, in heights of its text

std::string number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Calls visit(row) for all rows of a frame. Some are read at a time: they take more memory than what becomes of them.
template <class Visit>
void for_each_row(const TrajectoryReader& trajectory, const TrajectoryFrame& frame, const Visit& visit) {
  for (std::uint64_t done = 0; done < frame.count; done += rows_at_a_time) {
    for (const TrajectoryRow& row : trajectory.read(frame.first + done, std::min(rows_at_a_time, frame.count - done))) visit(row);
  }
}

/// Returns the width of a legend's entry: a disc, a text and the gap behind them.
double legend_width(Canvas& canvas, const std::string& label, double size) {
  return canvas.text_width(size, label) + (1 + legend_gap) * size;
}

/// Breaks labels into rows of at most `width` pixels. Returns the first label of each row, or nothing if one label is wider.
std::vector<std::size_t> break_rows(Canvas& canvas, const std::vector<std::string>& labels, double width, double size) {
  std::vector<std::size_t> first{0};
  double used = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double more = legend_width(canvas, labels[i], size);
    if (more - legend_gap * size > width) return {};
    if (used + more - legend_gap * size > width) {
      first.push_back(i);
      used = 0;
    }
    used += more;
  }
  return first;
}

}  // namespace

Drawing::Drawing(const TrajectoryReader& trajectory, const RenderOptions& options)
    : trajectory_(&trajectory), options_(options), places_(trajectory.radii().size()) {
  if (trajectory.frames().empty()) throw InputError(trajectory.path() + ": the trajectory has no rows, nothing to draw");
  Bounds bounds = survey();
  const auto& radii = trajectory.radii();
  const float radius = radii.empty() ? default_radius : *std::max_element(radii.begin(), radii.end());
  bounds = {bounds.low - Vec2{radius, radius}, bounds.high + Vec2{radius, radius}};
  layout_ = lay_out(bounds, options.width, options.height);
}

Rgb Drawing::color(std::size_t place, float speed) const {
  if (options_.color == RenderColor::speed) return speed_color(speed / top_speed_);
  if (by_direction_) return direction_color(place < directions_.size() ? directions_[place] : 0);
  return group_color(place < trajectory_->groups().size() ? static_cast<std::size_t>(std::max(0, trajectory_->groups()[place])) : 0);
}

double Drawing::frame_time(std::size_t index) const {
  return static_cast<double>(trajectory_->frames()[index].frame) / trajectory_->frames_per_second();
}

Moment Drawing::moment(std::size_t index, const Moment& before) const {
  Moment result;
  result.time = frame_time(index);
  result.resize(places_.size());
  const TrajectoryFrame& frame = trajectory_->frames()[index];
  result.obstacles = trajectory_->places(index);
  const float elapsed = static_cast<float>(result.time - before.time);
  for_each_row(*trajectory_, frame, [&](const TrajectoryRow& row) {
    const std::size_t place = places_.place(row.id);
    if (place >= result.present.size()) result.resize(places_.size());
    result.position[place] = {static_cast<float>(row.x), static_cast<float>(row.y)};
    result.present[place] = 1;
    if (elapsed > 0 && place < before.present.size() && before.present[place] != 0) {
      result.speed[place] = length(result.position[place] - before.position[place]) / elapsed;
    }
  });
  return result;
}

Bounds Drawing::survey() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Bounds bounds{{infinity, infinity}, {-infinity, -infinity}};
  const auto include = [&](Vec2 p) { bounds = bounds.include(p); };
  for (const Polygon& polygon : trajectory_->polygons()) std::for_each(polygon.vertices.begin(), polygon.vertices.end(), include);
  std::for_each(trajectory_->goals().begin(), trajectory_->goals().end(), include);
  for (const auto* outlines : {&trajectory_->exits(), &trajectory_->walkable()}) {
    for (const std::vector<Vec2>& outline : *outlines) std::for_each(outline.begin(), outline.end(), include);
  }

  struct Sight {
    Vec2 first, last;
    double time = 0;  // of `last`
    bool seen = false;
  };
  std::vector<Sight> sights;
  std::vector<float> speeds;
  const auto& frames = trajectory_->frames();
  const std::size_t count = std::min(frames.size(), surveyed_frames);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = count == 1 ? 0 : i * (frames.size() - 1) / (count - 1);
    const double time = frame_time(index);
    const std::vector<ObstaclePlace> places = trajectory_->places(index);
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k].there == 0) continue;
      for (const Vec2 vertex : trajectory_->moving()[k].vertices) include(vertex + places[k].displacement);
    }
    for_each_row(*trajectory_, frames[index], [&](const TrajectoryRow& row) {
      const Vec2 here{static_cast<float>(row.x), static_cast<float>(row.y)};
      include(here);
      const std::size_t place = places_.place(row.id);
      if (place >= sights.size()) sights.resize(places_.size());
      Sight& sight = sights[place];
      if (!sight.seen) {
        sight.first = here;
      } else if (time > sight.time && (speeds.size() < 1000000 || (place + i) % 16 == 0)) {
        speeds.push_back(length(here - sight.last) / static_cast<float>(time - sight.time));
      }
      sight.last = here;
      sight.time = time;
      sight.seen = true;
    });
  }
  if (!speeds.empty()) {
    const auto place = speeds.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(speeds.size() - 1));
    std::nth_element(speeds.begin(), place, speeds.end());
    if (*place > 0) top_speed_ = *place;
  }
  const auto& groups = trajectory_->groups();
  by_direction_ = std::all_of(groups.begin(), groups.end(), [&](std::int32_t group) { return group == groups.front(); });
  for (const Sight& sight : sights) {
    const Vec2 way = sight.last - sight.first;
    const float turns = std::atan2(way.y, way.x) / (2 * std::numbers::pi_v<float>);
    directions_.push_back(turns < 0 ? turns + 1 : turns);
  }
  return bounds;
}

void Drawing::draw_agents(Canvas& canvas, const Moment& moment) const {
  const auto& radii = trajectory_->radii();
  canvas.pixels();
  for (std::size_t place = 0; place < moment.position.size(); ++place) {
    if (moment.present[place] == 0) continue;
    const Vec2 p = to_canvas(moment.position[place]);
    const float radius = place < radii.size() ? radii[place] : default_radius;
    canvas.disc(p.x, p.y, std::max(least_pixels, radius * static_cast<float>(layout_.scale)), color(place, moment.speed[place]));
  }
  canvas.changed();
}

void Drawing::draw_footer(Canvas& canvas, double time) const {
  const auto& names = trajectory_->group_names();
  canvas.use_letters(std::any_of(names.begin(), names.end(), has_other_letters));
  const double left = draw_scale_bar(canvas, layout_) + 0.5 * footer_text(layout_).size;
  const auto [size, baseline] = footer_text(layout_);
  const double margin = layout_.margin();
  canvas.text(layout_.width - margin, baseline, size, 1, number("t = %.1f s", time));
  // The space fits times of any length, so that the legend of a video stays in its place.
  const double right = layout_.width - margin - size - canvas.text_width(size, number("t = %.1f s", 8888.8));
  if (options_.color == RenderColor::speed) {
    draw_speed_scale(canvas, left, right, baseline, size);
  } else if (by_direction_) {
    draw_directions(canvas, left, right, baseline, size);
  } else {
    draw_groups(canvas, left, right, baseline, size);
  }
}

void Drawing::draw_speed_scale(Canvas& canvas, double left, double right, double baseline, double size) const {
  const std::string top = number("%.1f m/s", top_speed_);
  const double length = 0.18 * layout_.width;
  const double begin = 0.5 * (left + right) - 0.5 * length;
  if (length + 2 * canvas.text_width(size, top) > right - left) return;
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) {
    use(canvas, speed_color((static_cast<float>(i) + 0.5f) / steps));
    cairo_rectangle(canvas.cairo(), begin + length * i / steps, baseline - 0.7 * size, length / steps + 0.5, 0.7 * size);
    cairo_fill(canvas.cairo());
  }
  use(canvas, ink_color);
  canvas.text(begin - 0.5 * size, baseline, size, 1, "0");
  canvas.text(begin + length + 0.5 * size, baseline, size, 0, top);
}

/// Draws a wheel and its name, smaller if they need it. Each side of the wheel has the color of agents that go that way.
void Drawing::draw_directions(Canvas& canvas, double left, double right, double baseline, double size) const {
  const std::string label = "color: direction from start to end";
  const double radius = 0.36 * layout_.footer;
  const auto wide = [&](double text_size) { return 2 * radius + 0.5 * text_size + canvas.text_width(text_size, label); };
  double text_size = size;
  while (text_size > least_text * size && wide(text_size) > right - left) text_size *= 0.9;
  if (wide(text_size) > right - left) return;
  cairo_t* cairo = canvas.cairo();
  const double begin = 0.5 * (left + right - wide(text_size));
  const double x = begin + radius;
  const double y = layout_.height - 0.5 * layout_.footer;
  constexpr int steps = 72;
  constexpr double turn = 2 * std::numbers::pi;
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width(cairo, 0.5 * radius);
  for (int i = 0; i < steps; ++i) {
    // Canvas angles go clockwise. Each part overlaps the next, so that no seam shows.
    const double middle = (i + 0.5) / steps;
    use(canvas, direction_color(static_cast<float>(middle)));
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, 0.75 * radius, -turn * (middle + 0.7 / steps), -turn * (middle - 0.7 / steps));
    cairo_stroke(cairo);
  }
  use(canvas, ink_color);
  canvas.text(begin + 2 * radius + 0.5 * text_size, baseline, text_size, 0, label);
}

/// Draws the groups in the middle, in one row, smaller if they need it, otherwise in two rows. Groups without room are counted.
void Drawing::draw_groups(Canvas& canvas, double left, double right, double baseline, double size) const {
  const auto& names = trajectory_->group_names();
  std::size_t shown = std::min(names.size(), most_groups);
  std::vector<std::string> labels;
  std::vector<std::size_t> first;
  const auto fits = [&](double text_size, std::size_t rows) {
    labels.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
    if (shown < names.size()) labels.push_back("and " + std::to_string(names.size() - shown) + " more");
    first = break_rows(canvas, labels, right - left, text_size);
    return !first.empty() && first.size() <= rows;
  };
  double text_size = size;
  while (text_size > least_text * size && !fits(text_size, 1)) text_size *= 0.9;
  while (!fits(text_size, 2) && shown > 0) --shown;
  if (shown == 0) return;

  const double above = first.size() > 1 ? 1.4 * text_size : 0;
  first.push_back(labels.size());
  for (std::size_t row = 0; row + 1 < first.size(); ++row) {
    double wide = -legend_gap * text_size;
    for (std::size_t i = first[row]; i < first[row + 1]; ++i) wide += legend_width(canvas, labels[i], text_size);
    double x = 0.5 * (left + right - wide);
    const double y = baseline - (row == 0 ? above : 0);
    for (std::size_t i = first[row]; i < first[row + 1]; ++i) {
      if (i < shown) {
        canvas.pixels();
        canvas.disc(static_cast<float>(x + 0.36 * text_size), static_cast<float>(y - 0.35 * text_size),
                    static_cast<float>(0.36 * text_size), group_color(i));
        canvas.changed();
      }
      use(canvas, ink_color);
      canvas.text(x + text_size, y, text_size, 0, labels[i]);
      x += legend_width(canvas, labels[i], text_size);
    }
  }
}

}  // namespace plethos::scenarios
