#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/statistics.hpp"

namespace plethos::simulation {

/// The worlds of an ensemble, between steps (core/ensemble.hpp). A simulation of one world has one.
class Worlds {
 public:
  virtual std::size_t count() const = 0;
  /// Waits, and returns Statistics::arrived of each world. Cost: a copy of 64 bytes a world from the device.
  virtual std::vector<std::int64_t> arrived_of_worlds() = 0;
  /// Waits, and returns the statistics of each world, as Simulation::statistics() does. Those of a world that has left are worth nothing.
  virtual std::vector<Statistics> statistics_of_worlds() = 0;
  /// Waits, and copies the positions and velocities of the agents of some worlds from the device: those of the first one in order of id,
  /// and then those of the next.
  virtual void read_worlds(std::span<const std::size_t> worlds, Frame& frame) = 0;
  /// Waits, and takes all agents of some worlds from the scene for good. Further steps cost less.
  virtual void leave(std::span<const std::size_t> worlds) = 0;

 protected:
  ~Worlds() = default;
};

}  // namespace plethos::simulation
