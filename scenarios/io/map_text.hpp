#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/grid_map.hpp"
#include "scenarios/io/line_reader.hpp"

namespace plethos::scenarios {

/// The longest line of such a file, in characters; a line of cells may be longer by its cells.
inline constexpr std::size_t map_line_limit = 4096;

/// What separates the words of a line.
inline constexpr std::string_view blanks = " \t";

/// Returns the words of a line.
std::vector<std::string_view> map_words(std::string_view line);

/// Returns a text without the blanks at its end.
std::string_view without_end_blanks(std::string_view text);

/// Reads a word as a number of a range. `reader` stands in its line. Errors: InputError "FILE:LINE: KEY: found X, expected Y".
std::int32_t whole_word(const LineReader& reader, std::string_view key, std::string_view word, std::int32_t low, std::int32_t high);
double number_word(const LineReader& reader, std::string_view key, std::string_view word, double low, double high);

/// Moves to the next line, which must be there.
void next_map_line(LineReader& reader, std::string_view key, std::string_view expected);
/// Moves to the next line of cells. `rows` have been read so far.
void next_map_row(LineReader& reader, const GridMap& map, std::int32_t rows, std::size_t limit);

/// Reads the header of a file of cells: its type, which must be octile, height and width, and the word before the rows. Returns a map of
/// this size without cells. Errors: as whole_word(), also for more than maximum_map_cells.
GridMap read_map_header(LineReader& reader, std::string_view rows_word);

/// Moves to the end of the file. Errors: InputError if something follows.
void require_map_end(LineReader& reader);

}  // namespace plethos::scenarios
