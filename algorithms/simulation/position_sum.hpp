#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/vec2.hpp"

namespace plethos::simulation {

/// Sums up positions piece by piece: the 64-bit hash (XXH3) of their bits (x, y), one after the other.
class PositionSum {
 public:
  PositionSum();
  ~PositionSum();

  void add(std::span<const Vec2> positions);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plethos::simulation
