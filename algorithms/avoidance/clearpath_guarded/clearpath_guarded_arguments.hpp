#pragma once

#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"

namespace plethos::avoidance {

/// Returns what computes the agents [begin, end), at most 256 of them, on vectors. Capacity is few_neighbors or maximum_neighbors.
template <int Capacity>
backends::SimdEntry<ClearpathArguments> clearpath_guarded_on_vectors(const backends::SimdTarget& target);

/// Counts operations as count_clearpath_operations() does.
double count_clearpath_guarded_operations(const ClearpathArguments& arguments, int every);

}  // namespace plethos::avoidance
