#pragma once

#include <cstdint>

#include "core/ensemble.hpp"

namespace plethos {

/// What agents draw random numbers by, as plain numbers that every lane can use.
struct RandomKeys {
  std::uint64_t seed = 1;                    // of one world
  const std::int32_t* seeds = nullptr;       // (2 * worlds): the low words of the seeds of an ensemble, and then the high ones
  std::int32_t worlds = 0;                   // 0: no ensemble
  int world_shift = EnsembleIds::one_world;  // Agents::world_shift
};

}  // namespace plethos
