#include "scenarios/cli/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/error.hpp"

namespace plethos::cli {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

int width_of(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string fit(const std::string& line, int columns) {
  if (width_of(line) <= columns) return line;
  const int kept = std::max(0, columns - 3);
  std::size_t end = 0;
  for (int i = 0; i < kept; ++i) {
    ++end;
    while (end < line.size() && continues_character(line[end])) ++end;
  }
  return line.substr(0, end) + std::string(static_cast<std::size_t>(std::clamp(columns, 0, 3)), '.');
}

int terminal_columns(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void guard_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number, which is this one, is taken. It is opened the wrong way round, so its use fails as if it were closed.
    [[maybe_unused]] const int opened = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void require_output() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  const int error = errno;
  if (flushed && std::ferror(stdout) == 0) return;
  throw MachineError(std::string("standard output: cannot be written") + (error != 0 ? std::string(": ") + std::strerror(error) : ""));
}

}  // namespace plethos::cli
