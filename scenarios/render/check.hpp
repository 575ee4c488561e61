#pragma once

#include "scenarios/render/render.hpp"

namespace plethos::scenarios {

/// Throws InputError for the first option that is out of its range.
void check(const RenderOptions& options);

}  // namespace plethos::scenarios
