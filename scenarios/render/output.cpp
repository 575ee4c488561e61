#include "scenarios/render/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"

namespace plethos::scenarios {

OutputFile::OutputFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw InputError(path + ": found a directory or device, expected the name of a file");
  }
  temporary_ = path + "." + std::to_string(::getpid()) + ".partial";
  const int descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw InputError(path + ": cannot be created: " + std::strerror(errno));
  ::close(descriptor);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::keep() {
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw InputError(path_ + ": cannot be replaced: " + std::strerror(errno));
  temporary_.clear();
}

}  // namespace plethos::scenarios
