#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace plethos::cli {

/// Gives the names that an option takes. It is asked when they are needed: some lists take a while to make.
using Names = std::function<std::vector<std::string>()>;

/// Lets an option take these names without regard to case. Shells complete them. Other values are left as they are: the option, or who
/// reads its value, refuses them.
CLI::Option* take_names(CLI::Option* option, Names names);
/// Lets shells complete these names, which are parts of what the option takes.
CLI::Option* offer_names(CLI::Option* option, Names names);

/// Returns the names that an option was given, or none.
std::vector<std::string> names_of(const CLI::Option& option);
/// Returns what --help calls the value of an option: "NAME", "INT"; empty: it takes none.
std::string type_of(const CLI::Option& option);

}  // namespace plethos::cli
