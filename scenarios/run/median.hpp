#pragma once

#include <vector>

namespace plethos::scenarios {

/// Returns the middle of the values in order, or the mean of the two in the middle of an even number of values; 0 without values.
double median(std::vector<double> values);

}  // namespace plethos::scenarios
