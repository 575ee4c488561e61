#pragma once

#include <cstdint>

namespace plethos::obstacles {

/// Pieces of segments that a leaf of their tree holds.
inline constexpr std::int32_t wall_leaf = 4;

}  // namespace plethos::obstacles
