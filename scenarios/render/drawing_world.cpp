#include <algorithm>
#include <cmath>

#include "scenarios/render/colors.hpp"
#include "scenarios/render/drawing.hpp"
#include "scenarios/render/world_drawing.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_marks = 5000;  // more marks would only gray the ground
constexpr Rgb moving_obstacle{0.93f, 0.78f, 0.55f};
constexpr Rgb mark{0.55f, 0.57f, 0.60f};
constexpr Rgb way_out{0.18f, 0.62f, 0.38f};

}  // namespace

/// Draws the exits. Areas are filled, so that things in them still show; lines are wide.
void Drawing::draw_exits(Canvas& canvas) const {
  cairo_t* cairo = canvas.cairo();
  for (const std::vector<Vec2>& outline : trajectory_->exits()) {
    const bool area = outline.size() > 2;
    add_path(canvas, layout_, outline);
    if (area) {
      cairo_close_path(cairo);
      use(canvas, way_out, 0.25);
      cairo_fill_preserve(cairo);
    }
    use(canvas, way_out);
    cairo_set_line_width(cairo, layout_.width / (area ? 500.0 : 250.0));
    cairo_stroke(cairo);
  }
}

void Drawing::draw_moving(Canvas& canvas, const Moment& moment) const {
  for (std::size_t i = 0; i < moment.obstacles.size(); ++i) {
    const ObstaclePlace& place = moment.obstacles[i];
    if (place.there != 0) draw_obstacle(canvas, layout_, trajectory_->moving()[i], place.displacement, moving_obstacle);
  }
}

void Drawing::draw_world(Canvas& canvas) const {
  cairo_t* cairo = canvas.cairo();
  draw_ground(canvas, layout_, trajectory_->walkable());

  for (const Polygon& polygon : trajectory_->polygons()) draw_obstacle(canvas, layout_, polygon);

  draw_exits(canvas);

  const auto& goals = trajectory_->goals();
  if (goals.size() > most_marks) return;
  const double size = std::clamp(layout_.width / 12.0 / std::sqrt(static_cast<double>(goals.size()) + 1), 2.0, layout_.width / 160.0);
  use(canvas, mark);
  cairo_set_line_width(cairo, std::max(1.0, layout_.width / 1200.0));
  for (const Vec2 goal : goals) {
    const Vec2 p = to_canvas(goal);
    cairo_move_to(cairo, p.x - size, p.y - size);
    cairo_line_to(cairo, p.x + size, p.y + size);
    cairo_move_to(cairo, p.x - size, p.y + size);
    cairo_line_to(cairo, p.x + size, p.y - size);
    cairo_stroke(cairo);
  }
}

}  // namespace plethos::scenarios
