#include <algorithm>
#include <cmath>

#include "scenarios/render/colors.hpp"
#include "scenarios/render/scene.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_marks = 5000;  // more marks would only gray the ground
constexpr Rgb obstacle{0.84f, 0.85f, 0.87f};
constexpr Rgb moving_obstacle{0.93f, 0.78f, 0.55f};
constexpr Rgb wall{0.30f, 0.32f, 0.35f};
constexpr Rgb mark{0.55f, 0.57f, 0.60f};
constexpr Rgb way_out{0.18f, 0.62f, 0.38f};

}  // namespace

void Scene::add_path(Canvas& canvas, const std::vector<Vec2>& vertices, Vec2 displacement) const {
  cairo_new_sub_path(canvas.cairo());
  for (const Vec2 vertex : vertices) {
    const Vec2 p = to_canvas(vertex + displacement);
    cairo_line_to(canvas.cairo(), p.x, p.y);
  }
}

/// Draws the ground. Ground that is not walkable looks like obstacles.
void Scene::draw_ground(Canvas& canvas) const {
  cairo_t* cairo = canvas.cairo();
  use(canvas, trajectory_->walkable().empty() ? ground_color : obstacle);
  cairo_paint(cairo);
  for (const std::vector<Vec2>& outline : trajectory_->walkable()) {
    add_path(canvas, outline);
    cairo_close_path(cairo);
  }
  cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
  use(canvas, ground_color);
  cairo_fill(cairo);
  cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
}

/// Draws the exits. Areas are filled, so that things in them still show; lines are wide.
void Scene::draw_exits(Canvas& canvas) const {
  cairo_t* cairo = canvas.cairo();
  for (const std::vector<Vec2>& outline : trajectory_->exits()) {
    const bool area = outline.size() > 2;
    add_path(canvas, outline);
    if (area) {
      cairo_close_path(cairo);
      use(canvas, way_out, 0.25);
      cairo_fill_preserve(cairo);
    }
    use(canvas, way_out);
    cairo_set_line_width(cairo, width_ / (area ? 500.0 : 250.0));
    cairo_stroke(cairo);
  }
}

void Scene::draw_obstacle(Canvas& canvas, const Polygon& polygon, Vec2 displacement, Rgb inside) const {
  cairo_t* cairo = canvas.cairo();
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  add_path(canvas, polygon.vertices, displacement);
  if (polygon.closed) {
    cairo_close_path(cairo);
    use(canvas, inside);
    cairo_fill_preserve(cairo);
  }
  use(canvas, wall);
  cairo_set_line_width(cairo, width_ / (polygon.closed ? 1000.0 : 500.0));
  cairo_stroke(cairo);
}

void Scene::draw_moving(Canvas& canvas, const Snapshot& snapshot) const {
  for (std::size_t i = 0; i < snapshot.obstacles.size(); ++i) {
    const ObstaclePlace& place = snapshot.obstacles[i];
    if (place.there != 0) draw_obstacle(canvas, trajectory_->moving()[i], place.displacement, moving_obstacle);
  }
}

void Scene::draw_world(Canvas& canvas) const {
  cairo_t* cairo = canvas.cairo();
  draw_ground(canvas);

  for (const Polygon& polygon : trajectory_->polygons()) draw_obstacle(canvas, polygon, {}, obstacle);

  draw_exits(canvas);

  const auto& goals = trajectory_->goals();
  if (goals.size() > most_marks) return;
  const double size = std::clamp(width_ / 12.0 / std::sqrt(static_cast<double>(goals.size()) + 1), 2.0, width_ / 160.0);
  use(canvas, mark);
  cairo_set_line_width(cairo, std::max(1.0, width_ / 1200.0));
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
