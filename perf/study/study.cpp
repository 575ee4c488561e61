#include "perf/study/study.hpp"

#include <iterator>

#include "core/error.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/io/nearby_file.hpp"

namespace plethos::study {
namespace {

constexpr std::size_t maximum_study_file = std::size_t{1} * 1024 * 1024;

}  // namespace

std::string read_study_text(const std::string& path, const std::string& kind) {
  std::ifstream stream = scenarios::open_input(path, "TOML " + kind);
  std::string text(maximum_study_file + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > maximum_study_file) throw InputError(path + ": found more than 1 MB, expected a smaller " + kind + " file");
  return text;
}

std::vector<std::pair<std::string, std::string>> list_studies() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const scenarios::EmbeddedText& entry : study_texts()) {
    result.emplace_back(entry.name, parse_study(entry.text, std::string(entry.name) + ".toml").title);
  }
  return result;
}

Study find_study(const std::string& name, const std::string& text_file) {
  const bool is_file = name.ends_with(".toml") || name.find('/') != std::string::npos;
  if (!text_file.empty()) return parse_study(read_study_text(text_file), is_file ? name : name + ".toml");
  if (is_file) return parse_study(read_study_text(name), name);
  std::vector<std::string> names;
  for (const scenarios::EmbeddedText& entry : study_texts()) {
    if (entry.name == name) return parse_study(entry.text, name + ".toml");
    names.emplace_back(entry.name);
  }
  throw InputError(scenarios::unknown_file_message("study", name, names));
}

}  // namespace plethos::study
