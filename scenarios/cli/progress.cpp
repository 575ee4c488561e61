#include "scenarios/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/text.hpp"
#include "scenarios/cli/terminal.hpp"

namespace plethos::cli {
namespace {

constexpr int bar_width = 24;

}  // namespace

Progress::Progress(std::int64_t total, bool quiet)
    : total_(std::max<std::int64_t>(1, total)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), last_(start_) {}

Progress::~Progress() { finish(); }

void Progress::update(std::int64_t done, const std::function<Words(double)>& words) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (now - last_ < interval) return;
  last_ = now;
  const Words shown = words(std::chrono::duration<double>(now - start_).count());
  const std::string first = one_line(shown.first);
  std::string line = first + one_line(shown.more);
  if (terminal_) {
    // A character in the last column would break the line, and only the last part of the line would be redrawn.
    const int columns = terminal_columns(STDERR_FILENO) - 1;
    if (columns >= bar_width + 3 + width_of(first)) {
      const auto filled = static_cast<std::size_t>(bar_width * std::min(done, total_) / total_);
      line = "[" + std::string(filled, '#') + std::string(bar_width - filled, '.') + "] " + line;
    }
    std::fprintf(stderr, "\r\033[K%s", fit(line, columns).c_str());
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
