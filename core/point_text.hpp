#pragma once

#include <cmath>
#include <string>

#include "core/parameter_table.hpp"
#include "core/vec2.hpp"

namespace plethos {

inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

/// Returns a point for messages, such as "(1.5, -2)".
inline std::string point_text(Vec2 p) { return "(" + number_text(p.x) + ", " + number_text(p.y) + ")"; }

}  // namespace plethos
