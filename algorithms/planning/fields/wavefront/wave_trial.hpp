#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/planning/fields/wavefront/wavefront_parameters.hpp"
#include "core/grid_map.hpp"

namespace plethos::backends {
struct Backend;
}

namespace plethos::planning {

/// Computes whole fields of lengths over a map, each from one goal, without a planner, so that they can be timed.
class WaveTrial {
 public:
  virtual ~WaveTrial() = default;
  /// Computes all fields from nothing, as far as their waves come. Waits. Errors: as WaveFields::spread().
  virtual void compute() = 0;
  /// Returns the values of a field, tile by tile and a tile's cells row by row (WaveArguments), with the same bits on every backend; those
  /// of cells that no wave has reached are `unreached`. Cost: a copy from the backend.
  virtual std::vector<std::int32_t> values(std::size_t field) const = 0;
  /// Returns the bytes of the backend's memory that map and fields take.
  virtual std::uint64_t bytes() const = 0;
  /// Returns how many visits of a tile all fields have taken so far. It may differ from run to run.
  virtual std::uint64_t tile_visits() const = 0;
};

/// What fields over a map take of a backend's memory.
struct WaveMemory {
  std::uint64_t map, field;  ///< bytes: once, and for each field
};
WaveMemory wave_memory(const backends::Backend& backend, const GridMap& map, const WavefrontParameters& parameters);

/// Claims memory for a map and a field for each goal on a backend. `goals`: indices of passable cells, GridMap::index. Needs a
/// backends::Runtime. Errors: InputError for order 2 with metric `steps`, and costs that the metric does not take.
std::unique_ptr<WaveTrial> make_wave_trial(const backends::Backend& backend, const GridMap& map, std::span<const std::int32_t> goals,
                                           const WavefrontParameters& parameters);

}  // namespace plethos::planning
