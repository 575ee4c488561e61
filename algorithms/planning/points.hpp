#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/sight.hpp"

namespace plethos::planning {

using obstacles::LineOfSight;
using obstacles::OneWalker;
using obstacles::Sight;
using obstacles::Wedge;

/// Points in one memory space, as columns.
template <class MemorySpace>
struct Points {
  Kokkos::View<float*, MemorySpace> x, y;  // m

  Points() = default;
  explicit Points(std::span<const Vec2> points) {
    std::vector<float> xs, ys;
    for (const Vec2 point : points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
    x = to_view<MemorySpace>("plethos::roadmap::points_x", xs);
    y = to_view<MemorySpace>("plethos::roadmap::points_y", ys);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return static_cast<std::int32_t>(x.size()); }
  KOKKOS_INLINE_FUNCTION Vec2d at(std::int32_t i) const { return {x(i), y(i)}; }
};

}  // namespace plethos::planning
