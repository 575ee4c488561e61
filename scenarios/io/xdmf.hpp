#pragma once

#include <span>
#include <string>

#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

/// Returns the name of the XDMF description of a trajectory: `path` with .xmf in the place of .h5, or with .xmf added.
std::string xdmf_path(const std::string& path);

/// Writes the XDMF 2 description of the trajectory file `path` beside it: one set of points for each frame, with id and group of each
/// point, at time frame / frames_per_second. `rows` is the length of its data sets, and `frames` lie within it. It replaces the old
/// description at once. XDMF cannot address the members of a compound type, so the description points to /plethos/points, which holds the
/// positions once more, as float32. In ParaView choose "XDMF Reader": its "Xdmf3" readers fail at selections of rows. Cost: some 1,100
/// bytes a frame. Errors: as OutputFile; MachineError if it cannot be written.
void write_xdmf(const std::string& path, std::span<const TrajectoryFrame> frames, double frames_per_second, std::uint64_t rows);

}  // namespace plethos::scenarios
