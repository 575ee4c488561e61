#pragma once

#include "scenarios/render/render.hpp"

namespace plethos::scenarios {

/// Throws InputError for the first option that is out of its range.
void check(const RenderOptions& options);

/// Throws InputError for a width, or a height that is not 0, out of range, in pixels.
void check_size(int width, int height);

/// Returns the ending of a picture's name in small letters, ".png".
std::string picture_ending(const std::string& path);

}  // namespace plethos::scenarios
