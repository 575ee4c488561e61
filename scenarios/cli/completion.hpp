#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace plethos::cli {

/// Returns the names of the shells that completion_script() knows.
std::vector<std::string> shell_names();

/// Returns the script by which a shell completes the commands of a program, their options and the names that these take. Where a path
/// can stand, the shell completes files. Errors: InputError for an unknown shell.
std::string completion_script(const CLI::App& program, const std::string& shell);

}  // namespace plethos::cli
