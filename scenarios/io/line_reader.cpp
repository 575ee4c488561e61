#include "scenarios/io/line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "scenarios/io/nearby_file.hpp"

namespace plethos::scenarios {

std::ifstream open_input(const std::string& path, std::string_view purpose) {
  const std::string where = path + ": ";
  const std::string expected = ", expected a " + std::string(purpose) + " file";
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw InputError(where + "found no such file" + expected + nearby_file_hint(path));
  if (std::filesystem::is_directory(status)) throw InputError(where + "found a folder" + expected);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(where + "found a file that cannot be opened (" + std::strerror(errno) + ")" + expected);
  return stream;
}

std::size_t byte_order_mark_of(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? mark.size() : 0;
}

LineReader::LineReader(const std::string& path, std::string_view purpose) : path_(path), stream_(open_input(path, purpose)) {}

bool LineReader::next(std::size_t limit) {
  line_.clear();
  ++number_;
  std::streambuf& buffer = *stream_.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  int c = buffer.sbumpc();
  if (c == end) return false;
  for (; c != end && c != '\n'; c = buffer.sbumpc()) {
    // One character more than the limit is accepted, because it may be the CR of a line ending.
    if (line_.size() > limit) fail("line", "more than " + std::to_string(limit) + " characters", "a shorter line");
    line_ += static_cast<char>(c);
  }
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  if (number_ == 1) line_.erase(0, byte_order_mark_of(line_));
  if (line_.size() > limit) fail("line", "more than " + std::to_string(limit) + " characters", "a shorter line");
  return true;
}

void LineReader::fail_at(std::size_t line, std::string_view key, std::string_view found, std::string_view expected) const {
  throw InputError(path_ + ":" + std::to_string(line) + ": " + std::string(key) + ": found " + std::string(found) + ", expected " +
                   std::string(expected));
}

}  // namespace plethos::scenarios
