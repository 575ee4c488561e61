#pragma once

#include <cstdint>
#include <exception>
#include <functional>
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

  /// Records the present positions as a frame. `frame`: what Simulation::read() has just given, if it was asked; else null. If the file
  /// cannot be written, the fault is kept on rank 0, and nothing more is written.
  void record(std::int64_t number, const simulation::Frame* frame);
  /// Brings all that was recorded so far to the disk. Faults are kept as by record().
  void sync();
  /// Writes all that was recorded, and closes the file. So, too.
  void close();
  /// By one rank: returns whether there was a fault, or throws it. It is an Error.
  bool failed() const { return fault_ != nullptr; }
  void rethrow() const;

 private:
  void record_slabs(std::int64_t number);
  void write(const std::function<void()>& part);

  const backends::Ranks& ranks_;
  simulation::Simulation& simulation_;
  TrajectoryWriter* writer_;
  std::int64_t last_ = -1;
  std::uint64_t rows_ = 0;
  std::optional<FrameCutter> cutter_;  // of several ranks
  simulation::Frame frame_;
  std::exception_ptr fault_;
};

}  // namespace plethos::scenarios
