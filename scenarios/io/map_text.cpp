#include "scenarios/io/map_text.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <type_traits>

#include "core/text.hpp"

namespace plethos::scenarios {
namespace {

template <class Number>
Number parse(const LineReader& reader, std::string_view key, std::string_view word, Number low, Number high) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole_word = error == std::errc{} && end == word.data() + word.size();
  if (!whole_word || !(value >= low && value <= high)) {
    const std::string kind = std::is_integral_v<Number> ? "a whole number from " : "a number from ";
    const auto text = [](Number bound) {
      const std::string digits = std::to_string(bound);
      return digits.substr(0, digits.find('.'));
    };
    reader.fail(key, word.empty() ? "nothing" : quote_text(word), kind + text(low) + " to " + text(high));
  }
  return value;
}

std::int32_t read_dimension(LineReader& reader, const std::string& key) {
  next_map_line(reader, key, "'" + key + "' and a number");
  const auto words = map_words(reader.line());
  if (words.size() != 2 || words[0] != key) reader.fail(key, quote_text(reader.line()), "'" + key + "' and a number");
  return whole_word(reader, key, words[1], 1, static_cast<std::int32_t>(maximum_map_cells));
}

}  // namespace

std::vector<std::string_view> map_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
  return words;
}

std::string_view without_end_blanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(blanks);
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

std::int32_t whole_word(const LineReader& reader, std::string_view key, std::string_view word, std::int32_t low, std::int32_t high) {
  return parse(reader, key, word, low, high);
}

double number_word(const LineReader& reader, std::string_view key, std::string_view word, double low, double high) {
  return parse(reader, key, word, low, high);
}

void next_map_line(LineReader& reader, std::string_view key, std::string_view expected) {
  if (!reader.next(map_line_limit)) reader.fail(key, "the end of the file", expected);
}

void next_map_row(LineReader& reader, const GridMap& map, std::int32_t rows, std::size_t limit) {
  if (!reader.next(limit)) {
    reader.fail("row", "the end of the file after " + std::to_string(rows) + " rows", std::to_string(map.height) + " rows");
  }
}

GridMap read_map_header(LineReader& reader, std::string_view rows_word) {
  next_map_line(reader, "type", "'type octile'");
  const auto words = map_words(reader.line());
  // Files of other types lay out their rows in other ways, or mean other steps.
  if (words != std::vector<std::string_view>{"type", "octile"}) reader.fail("type", quote_text(reader.line()), "'type octile'");

  GridMap map;
  map.height = read_dimension(reader, "height");
  map.width = read_dimension(reader, "width");
  if (std::int64_t{map.height} * map.width > maximum_map_cells) {
    reader.fail("width", std::to_string(map.width) + " x " + std::to_string(map.height) + " cells",
                "at most " + std::to_string(maximum_map_cells) + " cells");
  }
  const std::string expected = quote_text(rows_word);
  next_map_line(reader, rows_word, expected);
  if (map_words(reader.line()) != std::vector<std::string_view>{rows_word}) reader.fail(rows_word, quote_text(reader.line()), expected);
  return map;
}

void require_map_end(LineReader& reader) {
  while (reader.next(map_line_limit)) {
    if (!map_words(reader.line()).empty()) reader.fail("row", quote_text(reader.line()), "the end of the file after the last row");
  }
}

}  // namespace plethos::scenarios
