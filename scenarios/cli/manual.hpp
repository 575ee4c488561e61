#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace plethos::cli {

/// Returns the manual page of a program, for man: what --help shows of it and of each of its commands.
std::string manual_page(const CLI::App& program);

}  // namespace plethos::cli
