#pragma once

#include <cstdint>
#include <string>

#include "algorithms/simulation/saved_crowd.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/io/packing.hpp"

namespace plethos::scenarios {

/// A checkpoint is an HDF5 file: attributes that say what run it is of, a group `progress` with what the run has come to, and data sets
/// that lie in one piece each, so that several processes can write and read their parts of them without HDF5. `agents` has a row for each
/// id, and `digests` a hash (XXH3, 64 bits) for every so many rows. `planner` has words that the planner remembers,
/// and `arrivals` a row for each step with arrivals: the step, and how many agents.
inline constexpr std::int64_t rows_of_digest = 4096;

/// Where a data set of a checkpoint lies in its file, in bytes.
struct FilePart {
  std::uint64_t first = 0, bytes = 0;
};

/// What a checkpoint says of itself, without the rows of agents and the words of the planner.
struct CheckpointHeader {
  Attributes identity;  ///< of the run (run_identity())
  std::string version;  ///< of the program that wrote it
  simulation::SavedCrowd crowd;
  std::uint64_t planner_digest = 0;
  FilePart rows, digests, planner;
};

/// Creates the file of a checkpoint, whose rows and digests are not written yet, under a name where there is an empty file. Sets the parts
/// of the header. Files of the same header have the same bytes. Errors: MachineError if it cannot be written.
void create_checkpoint(const std::string& path, CheckpointHeader& header);

/// Reads the header of a checkpoint. Its parts lie within the file. The words of the planner are not read. Errors: InputError that names
/// the file and its fault: it is no checkpoint, or of a newer format, damaged or truncated.
CheckpointHeader read_checkpoint_header(const std::string& path);

/// Return a header as bytes, and one from such bytes.
std::string packed(const CheckpointHeader& header);
CheckpointHeader unpacked_header(Unpacker& bytes);

}  // namespace plethos::scenarios
