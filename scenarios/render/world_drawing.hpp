#pragma once

#include <vector>

#include "core/world.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/colors.hpp"
#include "scenarios/render/layout.hpp"

namespace plethos::scenarios {

/// Adds vertices (m) to Cairo's path.
void add_path(Canvas& canvas, const Layout& layout, const std::vector<Vec2>& vertices, Vec2 displacement = {});
/// Draws the ground. Ground that is not walkable looks like obstacles. Without outlines all is walkable.
void draw_ground(Canvas& canvas, const Layout& layout, const std::vector<std::vector<Vec2>>& walkable);
/// Draws an obstacle; a closed one is filled with the color.
void draw_obstacle(Canvas& canvas, const Layout& layout, const Polygon& polygon, Vec2 displacement = {}, Rgb inside = obstacle_color);

}  // namespace plethos::scenarios
