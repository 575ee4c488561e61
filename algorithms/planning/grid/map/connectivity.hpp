#pragma once

#include <cstdint>

namespace plethos::planning {

/// Which cells a step reaches from a cell: the four beside it, or the eight around it. A diagonal step needs both cells beside it to be
/// passable, as the Moving AI benchmark has it.
enum class Connectivity : std::int32_t { four, eight };

}  // namespace plethos::planning
