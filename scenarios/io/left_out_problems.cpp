#include "scenarios/io/left_out_problems.hpp"

#include <algorithm>

namespace plethos::scenarios {

void LeftOutProblems::add(const std::string& why, std::size_t line) {
  const auto known = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return kind.why == why; });
  if (known != kinds_.end()) {
    ++known->count;
  } else {
    kinds_.push_back({why, 1, line});
  }
}

void LeftOutProblems::add(const LeftOutProblems& more) { kinds_.insert(kinds_.end(), more.kinds_.begin(), more.kinds_.end()); }

std::int64_t LeftOutProblems::count() const {
  std::int64_t sum = 0;
  for (const Kind& kind : kinds_) sum += kind.count;
  return sum;
}

std::string LeftOutProblems::text(const std::string& file, std::int64_t all) const {
  if (kinds_.empty()) return {};
  std::string text = file + ": left out " + std::to_string(count()) + " of " + std::to_string(all) + " problems";
  for (const Kind& kind : kinds_) {
    text += (&kind == &kinds_.front() ? ": " : "; ") + std::to_string(kind.count) + " " + kind.why;
    text += (kind.count == 1 ? " (line " : " (first in line ") + std::to_string(kind.first_line) + ")";
  }
  return text;
}

}  // namespace plethos::scenarios
