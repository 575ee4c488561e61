// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_ORCA_PROGRAM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_ORCA_PROGRAM_INL
#undef PLETHOS_AVOIDANCE_ORCA_PROGRAM_INL
#else
#define PLETHOS_AVOIDANCE_ORCA_PROGRAM_INL
#endif

#include "algorithms/avoidance/crowd-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Two lines count as parallel if the sine of their angle is smaller.
inline constexpr float orca_parallel = 1e-5f;

/// Half-planes of velocities, each element of a lane its own. The velocities to the left of the line through (x, y) along (dx, dy), a unit
/// vector, are allowed. If dx = dy = 0, there is no constraint.
template <class L, int Capacity>
struct OrcaLines {
  int count = 0;
  typename L::Float x[Capacity], y[Capacity];  // m/s
  typename L::Float dx[Capacity], dy[Capacity];

  /// Returns how far (vx, vy) lies on the forbidden side of line i, in m/s; 0 without a constraint.
  PLETHOS_FUNCTION typename L::Float violation(int i, typename L::Float vx, typename L::Float vy) const {
    return cross<L>(dx[i], dy[i], x[i] - vx, y[i] - vy);
  }
};

/// The programs look for the velocity nearest to a wanted one, or for the one furthest in a direction.
enum class OrcaAim { nearest, furthest };

/// Optimizes along line i within the disc of `radius` and the lines before it, for the elements in `wanted`. Writes the result to (vx, vy).
/// Returns the elements without a solution; their (vx, vy) stays. Cost: i divisions.
template <class L, OrcaAim Aim, int Capacity>
PLETHOS_FUNCTION typename L::Mask orca_on_line(const OrcaLines<L, Capacity>& lines, int i, typename L::Float radius,
                                               typename L::Float aim_x, typename L::Float aim_y, typename L::Mask wanted,
                                               typename L::Float& vx, typename L::Float& vy) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float x = lines.x[i];
  const Float y = lines.y[i];
  const Float dx = lines.dx[i];
  const Float dy = lines.dy[i];
  const Float along = dot<L>(x, y, dx, dy);
  // The line's distance from the origin decides. Points of lines lie far out where agents overlap, and their squares would cancel.
  const Float height = cross<L>(x, y, dx, dy);
  const Float discriminant = L::neg_mul_add(height, height, radius * radius);
  auto feasible = wanted & L::less_equal(zero, discriminant);
  const Float half = L::sqrt(L::max(discriminant, zero));
  Float left = -along - half;
  Float right = half - along;
  for (int j = 0; j < i; ++j) {
    if (L::none(feasible)) break;
    const Float sine = cross<L>(dx, dy, lines.dx[j], lines.dy[j]);
    const Float inside = cross<L>(lines.dx[j], lines.dy[j], x - lines.x[j], y - lines.y[j]);
    const auto parallel = L::less_equal(L::abs(sine), L::set(orca_parallel));
    const auto rightward = (!parallel) & L::less(zero, sine);
    const auto leftward = (!parallel) & L::less(sine, zero);
    const Float t = inside / L::select(parallel, L::set(1.f), sine);
    right = L::select(rightward, L::min(right, t), right);
    left = L::select(leftward, L::max(left, t), left);
    feasible = feasible & L::less_equal(left, right) & !(parallel & L::less(inside, zero));
  }
  Float t;
  if constexpr (Aim == OrcaAim::furthest) {
    t = L::select(L::less(zero, dot<L>(aim_x, aim_y, dx, dy)), right, left);
  } else {
    t = L::min(L::max(dot<L>(dx, dy, aim_x - x, aim_y - y), left), right);
  }
  vx = L::select(feasible, L::mul_add(t, dx, x), vx);
  vy = L::select(feasible, L::mul_add(t, dy, y), vy);
  return wanted & !feasible;
}

/// Solves the incremental linear program: optimizes within the disc and all lines (van den Berg et al. 2011, section 5.3; de Berg et al.,
/// Computational Geometry, chapter 4). Returns the line that leaves no solution, or the number of lines. In case of failure (vx, vy) is the
/// optimum of the lines before that one. Lines come in the order in which they were made, the same for all agents of the lane. Cost: linear
/// in the lines if few are violated, at most quadratic.
template <class L, OrcaAim Aim, int Capacity>
PLETHOS_FUNCTION typename L::Int orca_program_2(const OrcaLines<L, Capacity>& lines, typename L::Float radius, typename L::Float aim_x,
                                                typename L::Float aim_y, typename L::Mask wanted, typename L::Float& vx,
                                                typename L::Float& vy) {
  using Float = typename L::Float;
  if constexpr (Aim == OrcaAim::furthest) {
    vx = aim_x * radius;
    vy = aim_y * radius;
  } else {
    const Float speed = L::sqrt(dot<L>(aim_x, aim_y, aim_x, aim_y));
    const Float slower = L::select(L::less(radius, speed), radius / L::max(speed, L::set(1e-12f)), L::set(1.f));
    vx = aim_x * slower;
    vy = aim_y * slower;
  }
  typename L::Int failed_on = L::set_int(lines.count);
  for (int i = 0; i < lines.count; ++i) {
    const auto violated = wanted & L::less(L::set(0.f), lines.violation(i, vx, vy));
    if (L::none(violated)) continue;
    const auto failed = orca_on_line<L, Aim>(lines, i, radius, aim_x, aim_y, violated, vx, vy);
    failed_on = L::select(failed, L::set_int(i), failed_on);
    wanted = wanted & !failed;
    if (L::none(wanted)) break;
  }
  return failed_on;
}

/// Computes the fallback if lines leave no solution: the velocity whose largest violation of an agent's line is least, while the first
/// `walls` lines hold, those of walls (section 5.3, a linear program in three dimensions). It starts from the result of orca_program_2,
/// which failed on `begin`. Cost: at most cubic in the lines.
template <class L, int Capacity>
PLETHOS_FUNCTION void orca_program_3(const OrcaLines<L, Capacity>& lines, int walls, typename L::Int begin, typename L::Float radius,
                                     typename L::Mask wanted, typename L::Float& vx, typename L::Float& vy) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  OrcaLines<L, Capacity> bisectors;
  for (int i = 0; i < walls; ++i) {
    bisectors.x[i] = lines.x[i];
    bisectors.y[i] = lines.y[i];
    bisectors.dx[i] = lines.dx[i];
    bisectors.dy[i] = lines.dy[i];
  }
  Float most = zero;
  for (int i = 0; i < lines.count; ++i) {
    // `most` is below zero if the lines can be met again after all. A constraint that only other agents of the lane have must not count
    // then.
    const auto there = L::less(zero, dot<L>(lines.dx[i], lines.dy[i], lines.dx[i], lines.dy[i]));
    const auto worse = wanted & there & L::less(most, lines.violation(i, vx, vy)) & !L::less(L::set_int(i), begin);
    if (L::none(worse)) continue;
    for (int j = walls; j < i; ++j) {
      const Float sine = cross<L>(lines.dx[i], lines.dy[i], lines.dx[j], lines.dy[j]);
      const Float cosine = dot<L>(lines.dx[i], lines.dy[i], lines.dx[j], lines.dy[j]);
      const auto parallel = L::less_equal(L::abs(sine), L::set(orca_parallel));
      // Lines of the same direction bound nothing. A missing constraint has a cosine of zero.
      const auto bounds = (!parallel) | L::less(cosine, zero);
      const Float t =
          cross<L>(lines.dx[j], lines.dy[j], lines.x[i] - lines.x[j], lines.y[i] - lines.y[j]) / L::select(parallel, L::set(1.f), sine);
      const Float half = L::set(0.5f);
      bisectors.x[j] = L::select(parallel, half * (lines.x[i] + lines.x[j]), L::mul_add(t, lines.dx[i], lines.x[i]));
      bisectors.y[j] = L::select(parallel, half * (lines.y[i] + lines.y[j]), L::mul_add(t, lines.dy[i], lines.y[i]));
      const Float x = lines.dx[j] - lines.dx[i];
      const Float y = lines.dy[j] - lines.dy[i];
      const Float length = L::max(L::sqrt(dot<L>(x, y, x, y)), L::set(1e-12f));
      bisectors.dx[j] = L::select(bounds, x / length, zero);
      bisectors.dy[j] = L::select(bounds, y / length, zero);
    }
    bisectors.count = i < walls ? walls : i;
    Float x;
    Float y;
    const auto failed_on = orca_program_2<L, OrcaAim::furthest>(bisectors, radius, -lines.dy[i], lines.dx[i], worse, x, y);
    // Only rounding makes it fail. The last velocity is then kept.
    const auto found = worse & L::equal(failed_on, L::set_int(bisectors.count));
    vx = L::select(found, x, vx);
    vy = L::select(found, y, vy);
    most = L::select(worse, lines.violation(i, vx, vy), most);
  }
}

PLETHOS_KERNEL_END
#endif
