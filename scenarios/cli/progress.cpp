#include "scenarios/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace plethos::cli {

Progress::Progress(std::int64_t total, bool quiet)
    : total_(std::max<std::int64_t>(1, total)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), last_(start_) {}

Progress::~Progress() { finish(); }

void Progress::update(std::int64_t done, const std::function<std::string(double)>& text) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (now - last_ < interval) return;
  last_ = now;
  const std::string line = text(std::chrono::duration<double>(now - start_).count());
  if (terminal_) {
    constexpr std::int64_t width = 24;
    const auto filled = static_cast<std::size_t>(width * std::min(done, total_) / total_);
    const std::string bar = std::string(filled, '#') + std::string(width - filled, '.');
    std::fprintf(stderr, "\r\033[K[%s] %s", bar.c_str(), line.c_str());
    drawn_ = true;
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  std::fflush(stderr);
}

void Progress::finish() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace plethos::cli
