#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace plethos::cli {

/// Refuses empty arguments, which scripts give where a variable is empty: `--restart ''` is not the same as no --restart. No option and no
/// command takes one. Errors: InputError that names the option.
void refuse_empty_values(const std::vector<std::string>& arguments);

/// Lets all options of a command that take numbers take decimal ones alone, such as 20, -2.5 or 1e3, and whole ones where they count. They
/// then refuse nan, inf, numbers in other bases and those that are too large, with a message that names the option. Call it when the
/// command has all of its options.
void take_plain_numbers(CLI::App& command);

}  // namespace plethos::cli
