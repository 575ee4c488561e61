#include "scenarios/io/nearby_file.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos::scenarios {
namespace {

/// Returns the path with the first of the endings with which there is a file, or an empty text.
std::string with_ending(const std::string& path, const std::vector<const char*>& endings) {
  std::error_code error;
  for (const char* const ending : endings) {
    if (std::filesystem::is_regular_file(path + ending, error)) return path + ending;
  }
  return {};
}

}  // namespace

std::string nearby_file_hint(const std::string& path) {
  const std::string near = with_ending(path, {".toml", ".h5", ".hdf5", ".map", ".scen"});
  return near.empty() ? near : "; did you mean " + one_line(near) + "?";
}

std::string unknown_file_message(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  if (const std::string near = with_ending(name, {".toml"}); !near.empty()) {
    return "unknown " + kind + " " + quote_text(name) + "; did you mean the file " + one_line(near) + "?";
  }
  return unknown_name_message(kind, name, known) + " (or the path of a .toml file)";
}

}  // namespace plethos::scenarios
