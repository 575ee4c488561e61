#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

namespace plethos::scenarios {

/// Opens a file for reading. `purpose` ("map") is for the message. Errors: InputError if the file is missing, a folder or not readable.
std::ifstream open_input(const std::string& path, std::string_view purpose);

/// Returns how many bytes the byte order mark (UTF-8) takes that a text begins with, as editors of some systems write it; 0 without one.
std::size_t byte_order_mark_of(std::string_view text);

/// Reads a text file line by line and never holds more than one line of bounded length.
class LineReader {
 public:
  /// Opens the file. Errors: as open_input().
  LineReader(const std::string& path, std::string_view purpose);

  /// Moves to the next line, without its line ending (LF or CR LF), and without a byte order mark (UTF-8) before the first one. Returns
  /// false at the end of the file. Errors: InputError if the line is longer than `limit` characters, or if the file cannot be read.
  bool next(std::size_t limit);
  /// Returns the line that next() read. It is valid until the next call of next().
  const std::string& line() const { return line_; }
  /// Returns its number, from 1. After the last line, it is the number of the missing line.
  std::size_t number() const { return number_; }

  /// Throws InputError: "FILE:LINE: KEY: found FOUND, expected EXPECTED".
  [[noreturn]] void fail(std::string_view key, std::string_view found, std::string_view expected) const {
    fail_at(number_, key, found, expected);
  }
  /// Does the same for another line, by its number.
  [[noreturn]] void fail_at(std::size_t line, std::string_view key, std::string_view found, std::string_view expected) const;

 private:
  std::string path_;
  std::ifstream stream_;
  std::string line_;
  std::size_t number_ = 0;
};

}  // namespace plethos::scenarios
