#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace plethos::tests {

/// The result of checking a lane. The checks are compiled with a vector target's instructions and so do not use doctest.
struct LaneReport {
  std::int64_t checks = 0;
  std::vector<std::string> failures;  ///< the first few

  /// Compares bits. Any NaN equals any other.
  void expect(const char* operation, float found, float expected) {
    const bool same =
        (std::isnan(found) && std::isnan(expected)) || std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(expected);
    note(same, operation, std::to_string(found), std::to_string(expected));
  }
  void expect(const char* operation, std::int64_t found, std::int64_t expected) {
    note(found == expected, operation, std::to_string(found), std::to_string(expected));
  }

 private:
  void note(bool same, const char* operation, const std::string& found, const std::string& expected) {
    ++checks;
    if (!same && failures.size() < 10) failures.push_back(std::string(operation) + ": found " + found + ", expected " + expected);
  }
};

/// One call of Philox over many agents.
struct PhiloxInput {
  std::uint64_t seed;
  std::vector<std::uint32_t> agent_low, agent_high;  ///< a multiple of 64 of them
  std::uint32_t step, block;
};

}  // namespace plethos::tests
