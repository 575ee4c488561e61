#include "scenarios/render/world_drawing.hpp"

namespace plethos::scenarios {
namespace {

constexpr Rgb wall{0.30f, 0.32f, 0.35f};

}  // namespace

void add_path(Canvas& canvas, const Layout& layout, const std::vector<Vec2>& vertices, Vec2 displacement) {
  cairo_new_sub_path(canvas.cairo());
  for (const Vec2 vertex : vertices) {
    const Vec2 p = layout.to_canvas(vertex + displacement);
    cairo_line_to(canvas.cairo(), p.x, p.y);
  }
}

void draw_ground(Canvas& canvas, const Layout& layout, const std::vector<std::vector<Vec2>>& walkable) {
  cairo_t* cairo = canvas.cairo();
  use(canvas, walkable.empty() ? ground_color : obstacle_color);
  cairo_paint(cairo);
  for (const std::vector<Vec2>& outline : walkable) {
    add_path(canvas, layout, outline);
    cairo_close_path(cairo);
  }
  cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
  use(canvas, ground_color);
  cairo_fill(cairo);
  cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
}

void draw_obstacle(Canvas& canvas, const Layout& layout, const Polygon& polygon, Vec2 displacement, Rgb inside) {
  cairo_t* cairo = canvas.cairo();
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  add_path(canvas, layout, polygon.vertices, displacement);
  if (polygon.closed) {
    cairo_close_path(cairo);
    use(canvas, inside);
    cairo_fill_preserve(cairo);
  }
  use(canvas, wall);
  cairo_set_line_width(cairo, layout.width / (polygon.closed ? 1000.0 : 500.0));
  cairo_stroke(cairo);
}

}  // namespace plethos::scenarios
