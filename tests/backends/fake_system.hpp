#pragma once

#include <filesystem>
#include <string>

#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {

/// A folder with files that readers of /proc and /sys take for the system's.
class FakeSystem {
 public:
  std::string root() const { return folder_.path(""); }
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_.path(path)).parent_path());
    folder_.write(path, text);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace plethos::tests
