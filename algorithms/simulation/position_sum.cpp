#include "algorithms/simulation/position_sum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "algorithms/simulation/frame.hpp"

namespace plethos::simulation {

struct PositionSum::State {
  XXH3_state_t xxh3;
};

PositionSum::PositionSum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh3); }
PositionSum::~PositionSum() = default;

void PositionSum::add(std::span<const Vec2> positions) { XXH3_64bits_update(&state_->xxh3, positions.data(), positions.size_bytes()); }
std::uint64_t PositionSum::value() const { return XXH3_64bits_digest(&state_->xxh3); }

std::uint64_t checksum(const Frame& frame) {
  PositionSum sum;
  std::array<Vec2, 4096> positions;
  for (std::size_t first = 0; first < frame.x.size(); first += positions.size()) {
    const std::size_t count = std::min(positions.size(), frame.x.size() - first);
    for (std::size_t k = 0; k < count; ++k) positions[k] = {frame.x[first + k], frame.y[first + k]};
    sum.add(std::span(positions).first(count));
  }
  return sum.value();
}

}  // namespace plethos::simulation
