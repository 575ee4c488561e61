#pragma once

#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"

namespace plethos::avoidance {

/// Counts operations as count_clearpath_operations() does.
double count_clearpath_guarded_operations(const ClearpathArguments& arguments, int every);

}  // namespace plethos::avoidance
