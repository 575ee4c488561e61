#pragma once

#include <string>
#include <vector>

#include "scenarios/io/ownership.hpp"
#include "scenarios/request.hpp"

namespace plethos::cli {

/// A file on the command line: its path, and the flag or word that names it.
struct NamedFile {
  std::string label;
  std::string path;
};

/// A file that a command will write.
struct PlannedOutput : NamedFile {
  scenarios::OutputKind kind;
};

/// Refuses files that must not be written, before anything is computed. These are files in a missing folder; files that are an input or
/// another output under any name (a link, another path), or where that is written at first; and existing files that
/// scenarios::require_replaceable() refuses. Files with an empty path are left out. Writers refuse the last again (scenarios::OutputFile),
/// so that none is forgotten. Errors: InputError that says what helps.
void check_outputs(const std::vector<PlannedOutput>& outputs, const std::vector<NamedFile>& inputs);

/// Returns the files that a request reads.
std::vector<NamedFile> input_files(const scenarios::ScenarioRequest& request);

/// Checks the ending of an HDF5 file. `path` may be empty. Errors: InputError for another ending.
void check_hdf5_ending(const std::string& label, const std::string& path);

/// Returns `path` as an output of a run, with the description beside it. Errors: InputError if the ending is not that of a trajectory.
std::vector<PlannedOutput> trajectory_outputs(const std::string& label, const std::string& path);

}  // namespace plethos::cli
