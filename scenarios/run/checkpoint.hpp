#pragma once

#include <cstdint>
#include <future>
#include <string>

#include "algorithms/simulation/simulation.hpp"
#include "backends/ranks/ranks.hpp"
#include "scenarios/io/checkpoint_file.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {

/// Together: writes a checkpoint of a simulation (scenarios/io/checkpoint_file.hpp). Each rank writes the rows of its slab of ids into the
/// same file, so that the bytes do not depend on the number of ranks. The file has a temporary name beside its own, and gets its own when
/// all of it is on the disk: whatever happens, under its name lies the last whole checkpoint. `output`: on rank 0; it may write one after
/// the other. `identity`: run_identity(). Returns what OutputFile::keep_and_free_meanwhile() does, on rank 0. Errors, the same on all
/// ranks: as OutputFile; MachineError if it cannot be written, or if a rank does not see the file that rank 0 has created.
[[nodiscard]] std::future<void> write_checkpoint(const backends::Ranks& ranks, OutputFile* output, const Attributes& identity,
                                                 simulation::Simulation& simulation);

/// Together: does what write_checkpoint() begins with, claims room on the disk for all of the file, where the file system can, and throws
/// it away. So a run learns at its start whether its first checkpoint can be written. Errors: as write_checkpoint().
void try_checkpoint(const backends::Ranks& ranks, OutputFile* output, const Attributes& identity, simulation::Simulation& simulation);

/// A checkpoint to go on from.
class Checkpoint {
 public:
  /// Together: reads what the file says of itself. Errors: as read_checkpoint_header().
  Checkpoint(const backends::Ranks& ranks, const std::string& path);

  /// Throws InputError, which names the first difference, if the checkpoint is of a run with another run_identity().
  void require(const Attributes& identity) const;
  /// Together: lets a simulation of such a run go on from it. Errors: InputError for a damaged file, also if a rank does not see it.
  void load(simulation::Simulation& simulation) const;
  /// The steps that were done.
  std::int64_t steps() const { return header_.crowd.statistics.steps; }
  /// The version of the program that wrote it.
  const std::string& version() const { return header_.version; }

 private:
  const backends::Ranks& ranks_;
  std::string path_;
  CheckpointHeader header_;
};

}  // namespace plethos::scenarios
