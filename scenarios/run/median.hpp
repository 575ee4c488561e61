#pragma once

#include <vector>

namespace plethos::scenarios {

/// The middle of the values in order, of an even number of them the mean of the two in the middle; 0 of none.
double median(std::vector<double> values);

}  // namespace plethos::scenarios
