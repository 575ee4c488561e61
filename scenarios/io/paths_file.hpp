#pragma once

#include <string>
#include <vector>

#include "algorithms/planning/paths.hpp"
#include "core/world.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/terrain.hpp"

namespace plethos::scenarios {

/// Queries for ways in a world, and their answers, as `plethos plan` records them. docs/guide/paths.md describes the file.
struct RecordedPaths {
  Attributes attributes{};  ///< planner, its parameters, backend, map and more
  World world{};            ///< its grid or, without one, obstacles and walkable ground; nothing else
  /// Where ways lie on several terrains: that of each cell of the grid, whose passable cells are of one of them. Else empty.
  std::vector<Terrain> terrain{};
  std::vector<planning::PathQuery> queries{};
  planning::Paths paths{};        ///< of all queries
  std::vector<double> optimum{};  ///< by query, what lengths are compared with; infinite: there is no way; NaN: not known
  planning::AbstractGraph graph{};
  planning::GoalField field{};
};

/// Writes such a file and then gives it its name. Errors: MachineError if the disk is full or fails; then there is no file.
void write_paths(OutputFile& output, const RecordedPaths& record);

/// Reads such a file, in a process of its own, as HDF5 crashes on some damaged files. Errors: InputError that names the file and its fault;
/// MachineError if the process cannot be started.
RecordedPaths read_paths(const std::string& path);

/// Returns whether an HDF5 file holds paths; if not, it may hold a trajectory. Errors: as read_paths() for a file that is not HDF5, or is
/// damaged.
bool holds_paths(const std::string& path);

}  // namespace plethos::scenarios
