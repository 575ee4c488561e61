#pragma once

#include "algorithms/obstacles/wedge.hpp"

namespace plethos::planning {

using obstacles::Wedge;

/// What an agent remembers of what it saw, in 46 bits. It never changes what is decided, but most steps need not look again.
struct Seen {
  /// The place from which the waypoint is sure to be visible: a sector, as directions from the waypoint on (pseudo-angles; the width in
  /// units of four), and how far it reaches, as a code. A reach of 0 is none: the waypoint is known to be visible from nowhere.
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
    return {sector & (directions - 1), sector >> direction_bits & most_width, sector >> (direction_bits + width_bits) & reach_mask,
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
    const std::int32_t across = static_cast<std::int32_t>(left) - 1 - low;
    if (across < 0) return;
    first = static_cast<std::uint32_t>(low) & (directions - 1);
    const std::uint32_t units = static_cast<std::uint32_t>(across) / width_unit;
    width = units < most_width ? units : most_width;
    reach = reach_code(wedge.depth);
  }
  KOKKOS_INLINE_FUNCTION bool sees(Vec2d waypoint, Vec2d from) const {
    const double x = from.x - waypoint.x;
    const double y = from.y - waypoint.y;
    const double far = metres_of(reach);
    if (reach == 0 || !(x * x + y * y <= far * far) || (x == 0. && y == 0.)) return false;
    const auto direction = static_cast<std::uint32_t>(pseudo_angle(x, y));
    return ((direction - first) & (directions - 1)) <= width * width_unit;
  }

 private:
  /// Narrow wedges of far waypoints need fine directions, and the reach of an agent with a wall at its back needs to be exact. The width of
  /// a near waypoint's wedge needs neither.
  static constexpr int direction_bits = 12, width_bits = 7, power_bits = 4, digit_bits = 7;
  static_assert(direction_bits + width_bits + power_bits + digit_bits == sector_bits);
  static constexpr std::uint32_t directions = 1u << direction_bits;
  static constexpr std::uint32_t most_width = (1u << width_bits) - 1;
  static constexpr std::uint32_t width_unit = 4;  // directions
  static constexpr std::uint32_t digits = 1u << digit_bits;
  static constexpr std::uint32_t most_power = (1u << power_bits) - 1;
  static constexpr std::uint32_t reach_mask = (1u << (power_bits + digit_bits)) - 1;
  /// The codes of reaches start at a quarter of a metre.
  static constexpr float codes_per_metre = 4.f * digits;

  /// Of a direction that is not 0, counterclockwise from the x axis: in [0, directions], the same for all of its lengths.
  KOKKOS_INLINE_FUNCTION static double pseudo_angle(double x, double y) {
    const double share = x / (Kokkos::abs(x) + Kokkos::abs(y));
    return directions / 4. * (y >= 0. ? 1. - share : 3. + share);
  }
  /// A reach as a power of two and the digits behind the first, from 0.25 m to 16 km. It is rounded down, to 0 if it is shorter.
  KOKKOS_INLINE_FUNCTION static std::uint32_t reach_code(float metres) {
    float scaled = codes_per_metre * metres;
    std::uint32_t power = 0;
    for (; scaled >= 2.f * digits && power < most_power; ++power) scaled *= 0.5f;
    // The lowest code stands for no reach.
    if (!(scaled >= digits + 1.f || power > 0)) return 0;
    const std::uint32_t behind = scaled < 2.f * digits ? static_cast<std::uint32_t>(scaled) - digits : digits - 1;
    return power << digit_bits | behind;
  }
  KOKKOS_INLINE_FUNCTION static double metres_of(std::uint32_t code) {
    return (digits + (code & (digits - 1))) * static_cast<double>(1u << (code >> digit_bits)) / static_cast<double>(codes_per_metre);
  }
};

}  // namespace plethos::planning
