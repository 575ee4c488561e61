#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "algorithms/simulation/arrival_log.hpp"
#include "backends/spread_counter.hpp"

namespace plethos::simulation {

/// Returns Counters::step before a step has begun.
constexpr std::uint32_t number_before(std::int64_t step) { return static_cast<std::uint32_t>(step) - 1; }

/// Sums that the stages keep on the device, of each world of an ensemble by itself. The host reads them between steps, a few bytes a world,
/// and never in a step.
template <class MemorySpace>
struct Counters {
  template <class Value>
  using OfWorlds = Kokkos::View<Value*, MemorySpace>;

  /// The number of the present step, a key of its random numbers. Between steps it is number_before() the next one, which counts it up.
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::simulation::step"};
  /// How many have arrived, by the last bits of the step's number. The host looks before a number comes again (ArrivalLog).
  Kokkos::View<std::int32_t* [steps_of_arrivals], Kokkos::LayoutRight, MemorySpace> arrivals;
  OfWorlds<float> minimum_separation;  // m
  OfWorlds<std::uint64_t> lost;
  backends::SpreadCounter<MemorySpace> overlaps{"plethos::simulation::overlaps"};      // of one world
  OfWorlds<std::uint64_t> overlaps_of_worlds;                                          // of several; otherwise empty
  Kokkos::View<std::uint32_t, MemorySpace> too_fast{"plethos::simulation::too_fast"};  // 1: an agent was faster than Crowd::most_speed

  explicit Counters(std::size_t worlds = 1)
      : arrivals("plethos::simulation::arrivals", worlds),
        minimum_separation("plethos::simulation::minimum_separation", worlds),
        lost("plethos::simulation::lost", worlds),
        overlaps_of_worlds("plethos::simulation::overlaps_of_worlds", worlds > 1 ? worlds : 0) {}

  std::size_t worlds() const { return lost.size(); }
};

}  // namespace plethos::simulation
