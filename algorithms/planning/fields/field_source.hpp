#pragma once

#include <cstdint>

namespace plethos::planning {

/// A cell of a grid from which a field's wave begins.
struct FieldSource {
  std::int32_t field;
  std::int32_t cell;  ///< index, GridMap::index

  friend constexpr bool operator==(const FieldSource&, const FieldSource&) = default;
};

/// The value of what no wave has reached; all others are below it.
inline constexpr std::int32_t unreached = 0x3fffffff;

}  // namespace plethos::planning
