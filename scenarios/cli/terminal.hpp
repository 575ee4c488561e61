#pragma once

#include <string>

namespace plethos::cli {

/// At most `columns` characters of a line of UTF-8, with "..." at the end if something is missing.
std::string fit(const std::string& line, int columns);

/// Columns of the terminal behind stderr; 80 where nobody knows.
int terminal_columns();

/// Opens what the caller has closed of stdin, stdout and stderr, so that no file of ours takes its place; using it stays an error.
void guard_standard_streams();

/// Throws MachineError if not all that was printed has reached the standard output.
void require_output();

}  // namespace plethos::cli
