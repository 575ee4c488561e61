#pragma once

#include <string>
#include <vector>

namespace plethos::cli {

/// A file on the command line: the flag or word that names it, and its path.
struct NamedFile {
  std::string label;
  std::string path;
};

enum class OutputKind { trajectory, description, json, picture, page };

/// A file that a command will write.
struct PlannedOutput : NamedFile {
  OutputKind kind;
};

/// Refuses, before anything is computed, files that must not be written: one in a folder that is not there, one that is an input or another
/// output under whatever name (a link, another path to it), and one that exists and that Plethos did not write, unless it is empty.
/// Files with an empty path are left out. Errors: InputError that says what helps.
void check_outputs(const std::vector<PlannedOutput>& outputs, const std::vector<NamedFile>& inputs);

/// `path` as an output of a run, with the description beside it. Errors: InputError if the ending is not that of a trajectory.
std::vector<PlannedOutput> trajectory_outputs(const std::string& label, const std::string& path);

}  // namespace plethos::cli
