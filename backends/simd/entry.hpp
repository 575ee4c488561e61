#pragma once

#include <hwy/highway.h>

#include <cstddef>

#include "backends/simd/targets.hpp"

namespace plethos::backends {

/// Returns a function's entry for a target, from the table HWY_DISPATCH_TABLE(name) that HWY_EXPORT(name) has made. It is for files that
/// Highway compiles once a target. Highway's own HWY_DYNAMIC_DISPATCH uses one target for the whole process. With this function threads may
/// use several targets at once. Cost: a look into the table.
template <class Function, std::size_t entries>
Function* entry_for(const SimdTarget& target, Function* const (&table)[entries]) {
  if constexpr (entries == 1) {
    return table[0];
  } else {
    hwy::ChosenTarget chosen;
    chosen.Update(target.id);
    return table[chosen.GetIndex()];
  }
}

}  // namespace plethos::backends
