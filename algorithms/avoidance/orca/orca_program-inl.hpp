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

/// A half-plane of velocities, each element of a lane its own. The velocities to the left of the line through (x, y) along (dx, dy), a unit
/// vector, are allowed. If dx = dy = 0, there is no constraint.
template <class L>
struct OrcaHalfPlane {
  typename L::Float x, y;  // m/s
  typename L::Float dx, dy;

  /// Returns how far (vx, vy) lies on the forbidden side, in m/s; 0 without a constraint.
  PLETHOS_FUNCTION typename L::Float violation(typename L::Float vx, typename L::Float vy) const {
    return cross<L>(dx, dy, x - vx, y - vy);
  }
};

/// The half-planes of a lane's agents, in memory of one thread.
template <class L, int Capacity>
struct OrcaLines {
  int count = 0;
  typename L::Float x[Capacity], y[Capacity];
  typename L::Float dx[Capacity], dy[Capacity];

  PLETHOS_FUNCTION OrcaHalfPlane<L> line(int i) const { return {x[i], y[i], dx[i], dy[i]}; }
  PLETHOS_FUNCTION void put(int i, const OrcaHalfPlane<L>& line) {
    x[i] = line.x;
    y[i] = line.y;
    dx[i] = line.dx;
    dy[i] = line.dy;
  }
  PLETHOS_FUNCTION void add(const OrcaHalfPlane<L>& line) { put(count++, line); }
  PLETHOS_FUNCTION typename L::Float violation(int i, typename L::Float vx, typename L::Float vy) const {
    return line(i).violation(vx, vy);
  }
  /// Returns for which elements f(line) holds for any line.
  template <class Function>
  PLETHOS_FUNCTION typename L::Mask any(const Function& f) const {
    auto some = L::first_n(0);
    for (int j = 0; j < count; ++j) some = some | f(line(j));
    return some;
  }
};

/// The programs look for the velocity nearest to a wanted one, or for the one furthest in a direction.
enum class OrcaAim { nearest, furthest };

/// What half-planes leave of a line within the disc of a radius: the points from `left` to `right`, in m/s along it.
template <class L>
struct OrcaSpan {
  typename L::Float left, right;
  typename L::Mask feasible;

  PLETHOS_FUNCTION OrcaSpan(const OrcaHalfPlane<L>& line, typename L::Float radius, typename L::Mask wanted) {
    const auto zero = L::set(0.f);
    const auto along = dot<L>(line.x, line.y, line.dx, line.dy);
    // The line's distance from the origin decides. Points of lines lie far out where agents overlap, and their squares would cancel.
    const auto height = cross<L>(line.x, line.y, line.dx, line.dy);
    const auto discriminant = L::neg_mul_add(height, height, radius * radius);
    feasible = wanted & L::less_equal(zero, discriminant);
    const auto half = L::sqrt(L::max(discriminant, zero));
    left = -along - half;
    right = half - along;
  }
};

/// Where another half-plane cuts a line: what lies to the right or to the left of `t` is lost, or all of it, or nothing.
template <class L>
struct OrcaCut {
  typename L::Mask rightward, leftward, whole;
  typename L::Float t;

  PLETHOS_FUNCTION OrcaCut(const OrcaHalfPlane<L>& line, const OrcaHalfPlane<L>& other) {
    const auto zero = L::set(0.f);
    const auto sine = cross<L>(line.dx, line.dy, other.dx, other.dy);
    const auto inside = cross<L>(other.dx, other.dy, line.x - other.x, line.y - other.y);
    const auto parallel = L::less_equal(L::abs(sine), L::set(orca_parallel));
    rightward = (!parallel) & L::less(zero, sine);
    leftward = (!parallel) & L::less(sine, zero);
    t = inside / L::select(parallel, L::set(1.f), sine);
    whole = parallel & L::less(inside, zero);
  }
};

/// Returns the optimum along a line: the point of the span nearest to the wanted velocity, or furthest in its direction.
template <class L, OrcaAim Aim>
PLETHOS_FUNCTION typename L::Float orca_optimum(const OrcaHalfPlane<L>& line, const OrcaSpan<L>& span, typename L::Float aim_x,
                                                typename L::Float aim_y) {
  if constexpr (Aim == OrcaAim::furthest) {
    return L::select(L::less(L::set(0.f), dot<L>(aim_x, aim_y, line.dx, line.dy)), span.right, span.left);
  } else {
    return L::min(L::max(dot<L>(line.dx, line.dy, aim_x - line.x, aim_y - line.y), span.left), span.right);
  }
}

/// Optimizes along line i within the disc of `radius` and the lines before it, for the elements in `wanted`. Writes the result to (vx, vy).
/// Returns the elements without a solution; their (vx, vy) stays. Cost: i divisions.
template <class L, OrcaAim Aim, int Capacity>
PLETHOS_FUNCTION typename L::Mask orca_on_line(const OrcaLines<L, Capacity>& lines, int i, typename L::Float radius,
                                               typename L::Float aim_x, typename L::Float aim_y, typename L::Mask wanted,
                                               typename L::Float& vx, typename L::Float& vy) {
  const OrcaHalfPlane<L> line = lines.line(i);
  OrcaSpan<L> span(line, radius, wanted);
  for (int j = 0; j < i; ++j) {
    if (L::none(span.feasible)) break;
    const OrcaCut<L> cut(line, lines.line(j));
    span.right = L::select(cut.rightward, L::min(span.right, cut.t), span.right);
    span.left = L::select(cut.leftward, L::max(span.left, cut.t), span.left);
    span.feasible = span.feasible & L::less_equal(span.left, span.right) & !cut.whole;
  }
  const auto t = orca_optimum<L, Aim>(line, span, aim_x, aim_y);
  vx = L::select(span.feasible, L::mul_add(t, line.dx, line.x), vx);
  vy = L::select(span.feasible, L::mul_add(t, line.dy, line.y), vy);
  return wanted & !span.feasible;
}

/// Gives (vx, vy), the optimum within the disc alone.
template <class L, OrcaAim Aim>
PLETHOS_FUNCTION void orca_in_disc(typename L::Float radius, typename L::Float aim_x, typename L::Float aim_y, typename L::Float& vx,
                                   typename L::Float& vy) {
  if constexpr (Aim == OrcaAim::furthest) {
    vx = aim_x * radius;
    vy = aim_y * radius;
  } else {
    const auto speed = L::sqrt(dot<L>(aim_x, aim_y, aim_x, aim_y));
    const auto slower = L::select(L::less(radius, speed), radius / L::max(speed, L::set(1e-12f)), L::set(1.f));
    vx = aim_x * slower;
    vy = aim_y * slower;
  }
}

/// Solves the incremental linear program: optimizes within the disc and all lines (van den Berg et al. 2011, section 5.3; de Berg et al.,
/// Computational Geometry, chapter 4). Returns the line that leaves no solution, or the number of lines. In case of failure (vx, vy) is the
/// optimum of the lines before that one. Lines come in the order in which they were made, the same for all agents of the lane. Cost: linear
/// in the lines if few are violated, at most quadratic.
template <class L, OrcaAim Aim, int Capacity>
PLETHOS_FUNCTION typename L::Int orca_program_2(const OrcaLines<L, Capacity>& lines, typename L::Float radius, typename L::Float aim_x,
                                                typename L::Float aim_y, typename L::Mask wanted, typename L::Float& vx,
                                                typename L::Float& vy) {
  orca_in_disc<L, Aim>(radius, aim_x, aim_y, vx, vy);
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

/// Returns the half-plane where another one is violated no more than this one, which is worse. Lines of the same direction leave none.
template <class L>
PLETHOS_FUNCTION OrcaHalfPlane<L> orca_bisector(const OrcaHalfPlane<L>& worse, const OrcaHalfPlane<L>& other) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float sine = cross<L>(worse.dx, worse.dy, other.dx, other.dy);
  const Float cosine = dot<L>(worse.dx, worse.dy, other.dx, other.dy);
  const auto parallel = L::less_equal(L::abs(sine), L::set(orca_parallel));
  // A missing constraint has a cosine of zero.
  const auto bounds = (!parallel) | L::less(cosine, zero);
  const Float t = cross<L>(other.dx, other.dy, worse.x - other.x, worse.y - other.y) / L::select(parallel, L::set(1.f), sine);
  const Float half = L::set(0.5f);
  const Float x = other.dx - worse.dx;
  const Float y = other.dy - worse.dy;
  const Float length = L::max(L::sqrt(dot<L>(x, y, x, y)), L::set(1e-12f));
  return {L::select(parallel, half * (worse.x + other.x), L::mul_add(t, worse.dx, worse.x)),
          L::select(parallel, half * (worse.y + other.y), L::mul_add(t, worse.dy, worse.y)), L::select(bounds, x / length, zero),
          L::select(bounds, y / length, zero)};
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
  for (int i = 0; i < walls; ++i) bisectors.put(i, lines.line(i));
  Float most = zero;
  for (int i = 0; i < lines.count; ++i) {
    // `most` is below zero if the lines can be met again after all. A constraint that only other agents of the lane have must not count
    // then.
    const OrcaHalfPlane<L> line = lines.line(i);
    const auto there = L::less(zero, dot<L>(line.dx, line.dy, line.dx, line.dy));
    const auto worse = wanted & there & L::less(most, line.violation(vx, vy)) & !L::less(L::set_int(i), begin);
    if (L::none(worse)) continue;
    for (int j = walls; j < i; ++j) bisectors.put(j, orca_bisector<L>(line, lines.line(j)));
    bisectors.count = i < walls ? walls : i;
    Float x;
    Float y;
    const auto failed_on = orca_program_2<L, OrcaAim::furthest>(bisectors, radius, -line.dy, line.dx, worse, x, y);
    // Only rounding makes it fail. The last velocity is then kept.
    const auto found = worse & L::equal(failed_on, L::set_int(bisectors.count));
    vx = L::select(found, x, vx);
    vy = L::select(found, y, vy);
    most = L::select(worse, line.violation(vx, vy), most);
  }
}

PLETHOS_KERNEL_END
#endif
