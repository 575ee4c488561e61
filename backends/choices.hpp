#pragma once

#include <string>
#include <vector>

namespace plethos::backends {

/// Returns the names of all lanes, including those that this processor lacks: scalar, simd, and those of all targets.
std::vector<std::string> lanes_names();
/// Returns the names of all targets of vectors, the narrowest first, whether they were compiled and the processor has them or not.
std::vector<std::string> simd_target_names();
/// Returns schedule_names.
std::vector<std::string> schedule_choices();

}  // namespace plethos::backends
