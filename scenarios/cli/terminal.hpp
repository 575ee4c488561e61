#pragma once

#include <string>
#include <string_view>

namespace plethos::cli {

/// Returns at most `columns` characters of a line of UTF-8, with "..." at the end if something is missing.
std::string fit(const std::string& line, int columns);

/// Returns how many characters stand for a text of UTF-8.
int width_of(std::string_view text);

/// Returns the columns of the terminal behind a descriptor, or 80 if they are not known.
int terminal_columns(int descriptor);

/// Opens those of stdin, stdout and stderr that the caller has closed, so that no file of ours takes their place. Their use stays an error.
void guard_standard_streams();

/// Throws MachineError if not all printed text has reached the standard output.
void require_output();

}  // namespace plethos::cli
