#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/simulation/simulation.hpp"
#include "backends/ranks/ranks.hpp"
#include "scenarios/io/frame_part.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Records a simulation in a file, which rank 0 writes. Of several ranks, each compresses the rows of its slab of ids, so that rank 0 need
/// not hold a frame. All ranks have one, and its functions are called together.
class Recorder {
 public:
  /// `writer`: on rank 0. Frames that its file has already are not recorded again.
  Recorder(const backends::Ranks& ranks, simulation::Simulation& simulation, const Scenario& scenario, TrajectoryWriter* writer);

  /// Records the present positions as a frame. `frame`: what Simulation::read() has just given, if it was asked; else null. Errors:
  /// MachineError of rank 0 alone if the file cannot be written.
  void record(std::int64_t number, const simulation::Frame* frame);

 private:
  void record_slabs(std::int64_t number);

  const backends::Ranks& ranks_;
  simulation::Simulation& simulation_;
  TrajectoryWriter* writer_;
  std::int64_t last_ = -1;
  std::uint64_t rows_ = 0;
  std::optional<FrameCutter> cutter_;  // of several ranks
  simulation::Frame frame_;
};

}  // namespace plethos::scenarios
