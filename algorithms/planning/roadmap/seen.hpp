#pragma once

#include "algorithms/obstacles/wedge.hpp"

namespace plethos::planning {

using obstacles::Point;
using obstacles::Wedge;

/// What an agent remembers of what it saw: two words. It never changes what is decided, but most steps need not look again.
struct Seen {
  /// From where the waypoint is sure to be visible: a sector, of directions (pseudo-angles from the waypoint on) and distance.
  std::uint16_t first = 0, width = 0;
  std::uint16_t depth = 0;  // 1/16 m; 0: from nowhere
  /// A segment that kept it from the way after its waypoint; no_blocker: none known.
  std::uint16_t blocker = no_blocker;

  static constexpr std::uint16_t no_blocker = 0xffff;

  static constexpr int words = 2;
  KOKKOS_INLINE_FUNCTION static Seen of_words(std::uint32_t low, std::uint32_t high) {
    return {static_cast<std::uint16_t>(low & 0xffff), static_cast<std::uint16_t>(low >> 16), static_cast<std::uint16_t>(high & 0xffff),
            static_cast<std::uint16_t>(high >> 16)};
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t low_word() const { return first | static_cast<std::uint32_t>(width) << 16; }
  KOKKOS_INLINE_FUNCTION std::uint32_t high_word() const { return depth | static_cast<std::uint32_t>(blocker) << 16; }

  KOKKOS_INLINE_FUNCTION void forget_waypoint() { depth = 0; }
  /// Remembers a wedge, or the sector in it.
  KOKKOS_INLINE_FUNCTION void remember(const Wedge& wedge) {
    depth = 0;
    if (!(wedge.depth > 0.f)) return;
    const double x = wedge.axis_x;
    const double y = wedge.axis_y;
    const double right = pseudo_angle(x + wedge.right * y, y - wedge.right * x);
    double left = pseudo_angle(x - wedge.left * y, y + wedge.left * x);
    if (left < right) left += 65536;
    const auto low = static_cast<std::int32_t>(right) + 1;
    const auto high = static_cast<std::int32_t>(left) - 1;
    if (high < low) return;
    first = static_cast<std::uint16_t>(low & 0xffff);
    width = static_cast<std::uint16_t>(high - low);
    const float units = 16.f * wedge.depth;
    depth = units < 65535.f ? static_cast<std::uint16_t>(units) : std::uint16_t{65535};
  }
  KOKKOS_INLINE_FUNCTION bool sees(Point waypoint, Point from) const {
    const double x = from.x - waypoint.x;
    const double y = from.y - waypoint.y;
    const double reach = depth / 16.;
    if (depth == 0 || !(x * x + y * y <= reach * reach) || (x == 0. && y == 0.)) return false;
    const auto direction = static_cast<std::int32_t>(pseudo_angle(x, y));
    return static_cast<std::uint16_t>((direction - first) & 0xffff) <= width;
  }

 private:
  /// Of a direction that is not 0, counterclockwise from the x axis: in [0, 65536], the same for all of its lengths.
  KOKKOS_INLINE_FUNCTION static double pseudo_angle(double x, double y) {
    const double share = x / (Kokkos::abs(x) + Kokkos::abs(y));
    return 16384. * (y >= 0. ? 1. - share : 3. + share);
  }
};

}  // namespace plethos::planning
