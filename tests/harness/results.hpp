#pragma once

#include <bit>
#include <vector>

#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

/// What a simulation has come to.
struct Result {
  simulation::Frame frame{};
  simulation::Statistics statistics{};
};

/// Together: checks on rank 0 that the checksum is that of the frame.
inline Result result_of(simulation::Simulation& simulation) {
  Result result{frame_of(simulation), simulation.statistics()};
  const std::uint64_t sum = simulation.checksum();
  if (!result.frame.x.empty()) CHECK(sum == simulation::checksum(result.frame));
  return result;
}

inline std::vector<std::uint32_t> bits(const std::vector<float>& values) {
  std::vector<std::uint32_t> words;
  for (const float value : values) words.push_back(std::bit_cast<std::uint32_t>(value));
  return words;
}

/// Checks that two results are the same, bit for bit.
inline void check_same(const Result& found, const Result& expected) {
  CHECK(bits(found.frame.x) == bits(expected.frame.x));
  CHECK(bits(found.frame.y) == bits(expected.frame.y));
  CHECK(bits(found.frame.velocity_x) == bits(expected.frame.velocity_x));
  CHECK(bits(found.frame.velocity_y) == bits(expected.frame.velocity_y));
  CHECK(found.frame.present == expected.frame.present);
  CHECK(found.statistics.steps == expected.statistics.steps);
  CHECK(found.statistics.arrived == expected.statistics.arrived);
  CHECK(found.statistics.last_arrival == expected.statistics.last_arrival);
  CHECK(found.statistics.arrivals == expected.statistics.arrivals);
  CHECK(bits({found.statistics.minimum_separation}) == bits({expected.statistics.minimum_separation}));
  CHECK(found.statistics.overlaps == expected.statistics.overlaps);
  CHECK(found.statistics.lost == expected.statistics.lost);
}

}  // namespace plethos::tests
