#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/simulation/arrival_log.hpp"
#include "backends/spread_counter.hpp"

namespace plethos::simulation {

/// Returns Counters::step before a step has begun.
constexpr std::uint32_t number_before(std::int64_t step) { return static_cast<std::uint32_t>(step) - 1; }

/// Sums that the stages keep on the device. The host reads them between steps, a few bytes, and never in a step.
template <class MemorySpace>
struct Counters {
  /// The number of the present step, a key of its random numbers. Between steps it is number_before() the next one, which counts it up.
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::simulation::step"};
  /// How many have arrived, by the last bits of the step's number. The host looks before a number comes again (ArrivalLog).
  Kokkos::View<std::int32_t[steps_of_arrivals], MemorySpace> arrivals{"plethos::simulation::arrivals"};
  Kokkos::View<float, MemorySpace> minimum_separation{"plethos::simulation::minimum_separation"};
  backends::SpreadCounter<MemorySpace> overlaps{"plethos::simulation::overlaps"};
  Kokkos::View<std::uint64_t, MemorySpace> lost{"plethos::simulation::lost"};
  Kokkos::View<std::uint32_t, MemorySpace> too_fast{"plethos::simulation::too_fast"};  // 1: an agent was faster than Crowd::most_speed
};

}  // namespace plethos::simulation
