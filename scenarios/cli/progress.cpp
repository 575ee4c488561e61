#include "scenarios/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace plethos::cli {

Progress::Progress(std::int64_t steps, std::int64_t agents, bool quiet)
    : total_(std::max<std::int64_t>(1, steps)), agents_(agents), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), last_(start_) {}

Progress::~Progress() { finish(); }

void Progress::update(std::int64_t steps, std::int64_t arrived) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (now - last_ < interval) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(steps) / seconds;
  const double left = rate > 0 ? static_cast<double>(total_ - steps) / rate : 0;
  char line[160];
  std::snprintf(line, sizeof line, "step %lld of %lld, %lld of %lld arrived, %.4g steps/s, at most %.0f s left",
                static_cast<long long>(steps), static_cast<long long>(total_), static_cast<long long>(arrived),
                static_cast<long long>(agents_), rate, left);
  if (terminal_) {
    constexpr int width = 24;
    const int filled = static_cast<int>(width * std::min(steps, total_) / total_);
    const std::string bar = std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(width - filled), '.');
    std::fprintf(stderr, "\r\033[K[%s] %s", bar.c_str(), line);
    drawn_ = true;
  } else {
    std::fprintf(stderr, "%s\n", line);
  }
  std::fflush(stderr);
}

void Progress::finish() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace plethos::cli
