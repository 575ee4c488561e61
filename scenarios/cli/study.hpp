#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "scenarios/study/plan.hpp"

namespace plethos::cli {

/// What `plethos study` was asked to do.
struct StudyRequest {
  std::string name;  ///< of a study, or the path of a TOML file
  study::StudyOptions options;
  std::string out;  ///< a folder; for --compare an .html file; empty: the default
  bool list = false;
  bool plan = false;                 ///< say which runs there are, and make none
  std::vector<std::string> compare;  ///< two JSON files
  bool quiet = false;
  std::vector<char*> kokkos;         ///< the program's name and Kokkos' own flags
  char* const* arguments = nullptr;  ///< those of main()
};

void add_study_options(CLI::App& command, StudyRequest& request);

/// Returns the exit code: 0; 3 if runs failed; 130 if it was interrupted. Prints findings to stdout, progress to stderr.
int study_command(StudyRequest request);

}  // namespace plethos::cli
