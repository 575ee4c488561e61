#pragma once

#include <cstdint>

#include "core/parameter_table.hpp"

namespace plethos::planning {

/// How waves go over cells, or over the leaves of a tree. `front`: over those that something has reached, the near ones first. `sweep`:
/// over all of them again and again, from one copy of the field to another, as Garcia, Kapadia and Badler 2014 have it (algorithms 1 and
/// 2).
enum class Wave : std::int32_t { front, sweep };

inline ParameterInfo wave_info() {
  return {"wave",
          "",
          0,
          1,
          "how a field is computed: at its front, or by sweeps over all cells or quads",
          0,
          ParameterKind::choice,
          {"front", "sweep"},
          true};
}

}  // namespace plethos::planning
