#pragma once

#include <cmath>
#include <string>

#include "core/parameter_table.hpp"
#include "core/vec2.hpp"

namespace plethos {

inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

/// How far from the origin a place can lie along each axis, in m. The squares and products of such lengths, of which steps and searches
/// make use, are float32 numbers.
inline constexpr float largest_coordinate = 1e9f;

/// Returns whether a place lies in that range. It does not if a number is not finite.
inline bool is_in_range(Vec2 p) { return std::abs(p.x) <= largest_coordinate && std::abs(p.y) <= largest_coordinate; }

/// What messages say of a place that does not.
inline constexpr const char* expected_in_range = "finite numbers, at most 1e9 m from the origin";

/// Returns a point for messages, such as "(1.5, -2)".
inline std::string point_text(Vec2 p) { return std::string("(").append(number_text(p.x)).append(", ").append(number_text(p.y)) + ")"; }

}  // namespace plethos
