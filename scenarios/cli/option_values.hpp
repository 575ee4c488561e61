#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace plethos::cli {

/// Refuses empty arguments, which scripts give where a variable is empty: `--restart ''` is not the same as no --restart. No option and no
/// command takes one. Errors: InputError that names the option.
void refuse_empty_values(const std::vector<std::string>& arguments);

/// Returns a check that a number is in [low, high].
CLI::Validator in_range(std::int64_t low, std::int64_t high);
CLI::Validator in_range(double low, double high);

/// Returns what CLI11 says of a call, in the words of our own messages: what was found, and what was expected.
std::string plain_message(const CLI::App& program, const CLI::ParseError& error);

/// Lets all options of a command that take numbers take decimal ones alone, such as 20, -2.5 or 1e3, and whole ones where they count. They
/// then refuse nan, inf, numbers in other bases and those that are too large, with a message that names the option. Call it when the
/// command has all of its options.
void take_plain_numbers(CLI::App& command);

}  // namespace plethos::cli
