#pragma once

#include <cstdint>

namespace plethos::scenarios {

/// Recorded frames per simulated second, where one of `every` (>= 1) steps of `time_step` seconds is recorded. A time step is meant as it
/// is written, not as the float32 that is nearest to it: 0.05 gives 20, and what is nearest to 1 / 30 gives 30.
double frame_rate(float time_step, std::int64_t every);

}  // namespace plethos::scenarios
