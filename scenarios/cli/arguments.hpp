#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace plethos::cli {

/// Looks through the arguments of a program before it reads them, for options and commands that it lacks. `program` has all commands as its
/// subcommands, and `arguments` lack the program's name. Errors: InputError that names the nearest known option, of the same command first.
void check_arguments(const CLI::App& program, const std::vector<std::string>& arguments);

}  // namespace plethos::cli
