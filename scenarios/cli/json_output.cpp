#include "scenarios/cli/json_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/error.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::cli {

JsonOutput::JsonOutput(const std::string& path) {
  if (path != standard_output) {
    file_.emplace(path, scenarios::OutputKind::json, "--json");
    return;
  }
  std::fflush(stdout);
  stdout_ = ::dup(STDOUT_FILENO);
  if (stdout_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    throw MachineError(std::string("--json -: the standard output cannot be used: ") + std::strerror(errno));
  }
}

JsonOutput::~JsonOutput() {
  if (stdout_ >= 0) ::close(stdout_);
}

void JsonOutput::write(const Json& json) {
  if (file_) return scenarios::write_json_file(*file_, json);
  const std::string text = scenarios::json_text(json);
  for (std::string_view left = text; !left.empty();) {
    const ssize_t written = ::write(stdout_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw MachineError(std::string("standard output: cannot be written: ") + std::strerror(errno));
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace plethos::cli
