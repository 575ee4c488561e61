#include "scenarios/io/toml.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

[[noreturn]] void fail(const std::string& source, std::size_t line, std::string what) {
  std::replace_if(
      what.begin(), what.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  throw InputError(source + ":" + std::to_string(line) + ": syntax: found an error (" + what + "), expected TOML");
}

bool breaks_assumption(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {
    return false;
  } catch (const TomlAssumptionBroken&) {
    return true;
  }
  return false;
}

/// Returns the line that breaks the parser's assumptions: the last line of the shortest beginning of the text that breaks them.
std::size_t broken_line(std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const auto beginning = [&](std::size_t count) {
    std::size_t end = 0;
    for (; count > 0 && end != std::string_view::npos; --count) end = text.find('\n', end == 0 ? 0 : end + 1);
    return text.substr(0, end);
  };
  std::size_t low = 1;
  std::size_t high = lines;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (breaks_assumption(beginning(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& source) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    fail(source, error.source().begin.line, std::string(error.description()));
  } catch (const TomlAssumptionBroken&) {
    fail(source, broken_line(text), "a character that cannot stand there");
  }
}

}  // namespace plethos::scenarios
