#pragma once

#include <hwy/highway.h>

#include <cstddef>

#include "backends/simd/targets.hpp"

namespace plethos::backends {

/// What a function is for a target, of the table that HWY_EXPORT(name) has made of it, HWY_DISPATCH_TABLE(name). Highway's own way,
/// HWY_DYNAMIC_DISPATCH, asks what the whole process has chosen; this asks nobody, so that threads may use several targets at once. For
/// files that Highway compiles once a target. Cost: a look into the table.
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
