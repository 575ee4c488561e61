#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/harness/errors.hpp"

namespace plethos::tests {

/// A folder that exists as long as this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "plethos-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw MachineError("no temporary folder: " + pattern);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  /// Writes the file and returns its path.
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

/// Calls test(path) for every Moving AI map of the folder that PLETHOS_TEST_MAPS names, or says that there is none.
template <class Test>
void for_each_benchmark_map(const Test& test) {
  const char* maps = std::getenv("PLETHOS_TEST_MAPS");
  if (maps == nullptr) {
    MESSAGE("skipped: PLETHOS_TEST_MAPS does not name a folder of Moving AI maps");
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(maps)) {
    if (entry.path().extension() != ".map") continue;
    const std::string path = entry.path().string();
    CAPTURE(path);
    test(path);
  }
}

}  // namespace plethos::tests
