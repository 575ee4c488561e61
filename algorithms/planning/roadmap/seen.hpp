#pragma once

#include "algorithms/obstacles/wedge.hpp"

namespace plethos::planning {

using obstacles::Point;
using obstacles::Wedge;

/// What an agent remembers of what it saw, in 46 bits. It never changes what is decided, but most steps need not look again.
struct Seen {
  /// The place from which the waypoint is sure to be visible: a sector, as directions from the waypoint on (pseudo-angles), and how far it
  /// reaches. A reach of 0 is none: the waypoint is known to be visible from nowhere.
  std::uint32_t first = 0, width = 0, reach = 0;
  /// A segment that kept it from the way after its waypoint; no_blocker: none is known.
  std::int32_t blocker = no_blocker;

  static constexpr std::int32_t no_blocker = -1;
  /// Segments of higher indices are not remembered.
  static constexpr std::int32_t most_blockers = 0xffff;
  static constexpr int sector_bits = 30;

  /// Two numbers of `sector_bits` and 16 bits, which hold it; all zero: nothing is remembered.
  KOKKOS_INLINE_FUNCTION std::uint32_t sector() const { return first | width << direction_bits | reach << (direction_bits + width_bits); }
  KOKKOS_INLINE_FUNCTION std::uint32_t blocker_code() const { return static_cast<std::uint32_t>(blocker + 1); }
  KOKKOS_INLINE_FUNCTION static Seen of(std::uint32_t sector, std::uint32_t blocker_code) {
    return {sector & (directions - 1), sector >> direction_bits & most_width, sector >> (direction_bits + width_bits) & 0xff,
            static_cast<std::int32_t>(blocker_code) - 1};
  }

  KOKKOS_INLINE_FUNCTION void forget_waypoint() { first = width = reach = 0; }
  KOKKOS_INLINE_FUNCTION void remember_blocker(std::int32_t segment) { blocker = segment < most_blockers ? segment : no_blocker; }
  /// Remembers a wedge, or the sector in it.
  KOKKOS_INLINE_FUNCTION void remember(const Wedge& wedge) {
    forget_waypoint();
    if (!(wedge.depth > 0.f)) return;
    const double x = wedge.axis_x;
    const double y = wedge.axis_y;
    const double right = pseudo_angle(x + wedge.right * y, y - wedge.right * x);
    double left = pseudo_angle(x - wedge.left * y, y + wedge.left * x);
    if (left < right) left += directions;
    const auto low = static_cast<std::int32_t>(right) + 1;
    // A wedge is narrower than a quarter of all directions, which its bits hold.
    const std::int32_t across = static_cast<std::int32_t>(left) - 1 - low;
    if (across < 0) return;
    first = static_cast<std::uint32_t>(low) & (directions - 1);
    width = static_cast<std::uint32_t>(across);
    reach = reach_code(wedge.depth);
  }
  KOKKOS_INLINE_FUNCTION bool sees(Point waypoint, Point from) const {
    const double x = from.x - waypoint.x;
    const double y = from.y - waypoint.y;
    const double far = metres_of(reach);
    if (reach == 0 || !(x * x + y * y <= far * far) || (x == 0. && y == 0.)) return false;
    const auto direction = static_cast<std::uint32_t>(pseudo_angle(x, y));
    return ((direction - first) & (directions - 1)) <= width;
  }

 private:
  static constexpr int direction_bits = 12, width_bits = 10;
  static constexpr std::uint32_t directions = 1u << direction_bits;
  static constexpr std::uint32_t most_width = (1u << width_bits) - 1;
  static_assert(direction_bits + width_bits + 8 == sector_bits);

  /// Of a direction that is not 0, counterclockwise from the x axis: in [0, directions], the same for all of its lengths.
  KOKKOS_INLINE_FUNCTION static double pseudo_angle(double x, double y) {
    const double share = x / (Kokkos::abs(x) + Kokkos::abs(y));
    return directions / 4. * (y >= 0. ? 1. - share : 3. + share);
  }
  /// A reach in 8 bits: 4 for a power of two, and 4 for the digits behind the first, from 0.27 m to 15 km. It is rounded down, to 0 if it
  /// is shorter.
  KOKKOS_INLINE_FUNCTION static std::uint32_t reach_code(float metres) {
    float digits = 64.f * metres;
    std::uint32_t power = 0;
    for (; digits >= 32.f && power < 15; ++power) digits *= 0.5f;
    if (!(digits >= 17.f || power > 0)) return 0;
    const std::uint32_t behind = digits < 32.f ? static_cast<std::uint32_t>(digits) - 16 : 15;
    return power << 4 | behind;
  }
  KOKKOS_INLINE_FUNCTION static double metres_of(std::uint32_t code) {
    return (16. + (code & 15)) * static_cast<double>(1u << (code >> 4)) / 64.;
  }
};

}  // namespace plethos::planning
