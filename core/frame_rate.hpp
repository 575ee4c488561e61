#pragma once

#include <cstdint>

namespace plethos {

/// Returns the recorded frames per simulated second if one of `every` (>= 1) steps of `time_step` seconds is recorded. It takes the time
/// step as it is written, not as the nearest float32: 0.05 gives 20, and the float32 nearest to 1 / 30 gives 30.
double frame_rate(float time_step, std::int64_t every);

}  // namespace plethos
