#include "backends/system_files.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace plethos::backends {
namespace {

namespace fs = std::filesystem;

std::string trimmed(const std::string& text, const char* around) {
  const std::size_t begin = text.find_first_not_of(around);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

}  // namespace

std::optional<std::string> line_in(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return {};
  line = trimmed(line, " \t\r");
  if (line.empty()) return {};
  return line;
}

std::optional<std::int64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  if (!(file >> number)) return {};
  return number;
}

std::string value_of(const fs::path& path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(separator);
    if (line.rfind(key, 0) != 0 || at == std::string::npos) continue;
    std::string value = trimmed(line.substr(at + 1), " \t\"");
    if (!value.empty()) return value;
  }
  return {};
}

std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > prefix.size() && name.rfind(prefix, 0) == 0 &&
        std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                    [](unsigned char c) { return std::isdigit(c); })) {
      found.push_back(entry.path());
    }
  }
  const auto number = [&](const fs::path& path) { return std::stoll(path.filename().string().substr(prefix.size())); };
  std::sort(found.begin(), found.end(), [&](const fs::path& a, const fs::path& b) { return number(a) < number(b); });
  return found;
}

fs::path processor_folder(const std::string& root, int processor) {
  return root + "/sys/devices/system/cpu/cpu" + std::to_string(processor);
}

}  // namespace plethos::backends
