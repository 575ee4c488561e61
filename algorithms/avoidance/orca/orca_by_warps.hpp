#pragma once

#include "algorithms/avoidance/orca/orca_kernel-inl.hpp"
#include "backends/device.hpp"
#include "backends/warp.hpp"
#include "core/bits.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

/// The half-planes of one agent, at most as many as a team has threads, of which each holds one.
template <class Team>
struct OrcaLinesOfTeam {
  using Line = scalar::OrcaHalfPlane<ScalarLane>;
  using Bits = typename Team::Bits;
  const Team& team;
  int count = 0;
  Line own{};  ///< line number team.rank()

  KOKKOS_INLINE_FUNCTION explicit OrcaLinesOfTeam(const Team& of) : team(of) {}

  KOKKOS_INLINE_FUNCTION bool has_own() const { return team.rank() < count; }
  KOKKOS_INLINE_FUNCTION Line line(int i) const {
    return {team.from(own.x, i), team.from(own.y, i), team.from(own.dx, i), team.from(own.dy, i)};
  }
  /// Adds a line that all threads know.
  KOKKOS_INLINE_FUNCTION void add(const Line& line) {
    if (team.rank() == count) own = line;
    ++count;
  }
  template <class Function>
  KOKKOS_INLINE_FUNCTION ScalarMask any(const Function& f) const {
    return ScalarMask{team.any(has_own() && f(own).value)};
  }
  /// Returns which lines from `first` on are violated by more than `most` m/s.
  KOKKOS_INLINE_FUNCTION Bits violated(int first, float vx, float vy, float most = 0) const {
    return team.mask(has_own() && team.rank() >= first && most < own.violation(vx, vy));
  }
};

/// Returns the last of the values `t` of the threads in `some` that come before `best` in an order, or are equal to it. least(a, b) is the
/// first of two in this order.
template <class Team, class Best>
KOKKOS_INLINE_FUNCTION float orca_last_best(const Team& team, bool some, float t, float best, const Best& best_of) {
  const float all = best_of(some ? t : best);
  const typename Team::Bits last = team.mask(some && t == all);
  return last == 0 ? best : team.from(t, Team::size - 1 - countl_zero(last));
}

/// The same as scalar::orca_on_line(), by a team. Returns whether there is a solution.
template <scalar::OrcaAim Aim, class Team>
KOKKOS_INLINE_FUNCTION bool orca_on_line_by(const Team& team, const OrcaLinesOfTeam<Team>& lines, int i, float radius, float aim_x,
                                            float aim_y, float& vx, float& vy) {
  const auto line = lines.line(i);
  scalar::OrcaSpan<ScalarLane> span(line, radius, ScalarMask{true});
  const scalar::OrcaCut<ScalarLane> cut(line, lines.own);
  const bool before = team.rank() < i;
  if (team.any(before && cut.whole.value) || !span.feasible.value) return false;
  span.right = orca_last_best(team, before && cut.rightward.value, cut.t, span.right, [&](float t) { return team.least(t); });
  span.left = orca_last_best(team, before && cut.leftward.value, cut.t, span.left, [&](float t) { return -team.least(-t); });
  if (!(span.left <= span.right)) return false;
  const float t = scalar::orca_optimum<ScalarLane, Aim>(line, span, aim_x, aim_y);
  vx = ScalarLane::mul_add(t, line.dx, line.x);
  vy = ScalarLane::mul_add(t, line.dy, line.y);
  return true;
}

/// The same as scalar::orca_program_2(), by a team.
template <scalar::OrcaAim Aim, class Team>
KOKKOS_INLINE_FUNCTION int orca_program_2_by(const Team& team, const OrcaLinesOfTeam<Team>& lines, float radius, float aim_x, float aim_y,
                                             float& vx, float& vy) {
  scalar::orca_in_disc<ScalarLane, Aim>(radius, aim_x, aim_y, vx, vy);
  for (int i = 0;; ++i) {
    const auto violated = lines.violated(i, vx, vy);
    if (violated == 0) return lines.count;
    i = countr_zero(violated);
    if (!orca_on_line_by<Aim>(team, lines, i, radius, aim_x, aim_y, vx, vy)) return i;
  }
}

/// The same as scalar::orca_program_3(), by a team.
template <class Team>
KOKKOS_INLINE_FUNCTION void orca_program_3_by(const Team& team, const OrcaLinesOfTeam<Team>& lines, int walls, int begin, float radius,
                                              float& vx, float& vy) {
  const auto& own = lines.own;
  const bool there = scalar::dot<ScalarLane>(own.dx, own.dy, own.dx, own.dy) > 0;
  float most = 0;
  for (int i = begin;; ++i) {
    const auto worse = lines.violated(i, vx, vy, there ? most : 1e38f);
    if (worse == 0) return;
    i = countr_zero(worse);
    const auto line = lines.line(i);
    OrcaLinesOfTeam<Team> bisectors(team);
    bisectors.count = i < walls ? walls : i;
    bisectors.own = team.rank() < walls ? own : scalar::orca_bisector<ScalarLane>(line, own);
    float x, y;
    const int failed_on = orca_program_2_by<scalar::OrcaAim::furthest>(team, bisectors, radius, -line.dy, line.dx, x, y);
    if (failed_on == bisectors.count) {
      vx = x;
      vy = y;
    }
    most = line.violation(vx, vy);
  }
}

/// Chooses and writes the velocity of agent i as scalar::orca_choose() does, by a team of a thread a half-plane at least.
template <class Team>
KOKKOS_INLINE_FUNCTION void orca_choose_by(const Team& team, const OrcaArguments& in, std::int32_t i) {
  constexpr ScalarMask all{true};
  const auto row = [&](int j) { return static_cast<std::int64_t>(j) * in.stride + i; };
  if (in.state[i] != active_state) {
    if (team.rank() == 0) scalar::keep_velocity<ScalarLane>(in, i, in.state[i], all);
    return;
  }
  auto agent = scalar::lane_agent<ScalarLane>(in, i);
  OrcaLinesOfTeam<Team> lines(team);
  for (int j = 0; j < in.wall_count[i]; ++j) scalar::orca_add_wall<ScalarLane>(in, agent, all, in.wall[row(j)], lines);
  const int walls = lines.count;
  std::int32_t neighbor = i;
  if (agent.reciprocity > 0) {
    lines.count += in.neighbor_count[i];
    if (lines.has_own() && team.rank() >= walls) {
      neighbor = in.neighbor[row(team.rank() - walls)];
      lines.own = scalar::orca_of_agent<ScalarLane>(in, agent, all, neighbor);
    }
  }
  if (scalar::some_held_up<ScalarLane>(in, agent)) {
    auto blocked = scalar::blocked_by_nobody<ScalarLane>(in, i);
    for (auto forbid = lines.violated(walls, agent.preferred_x, agent.preferred_y); forbid != 0; forbid &= forbid - 1) {
      blocked.add(in, all, team.from(neighbor, countr_zero(forbid)));
    }
    scalar::perturb<ScalarLane>(in, blocked, scalar::orca_most_turns, agent);
  }
  float vx, vy;
  const int failed_on =
      orca_program_2_by<scalar::OrcaAim::nearest>(team, lines, agent.maximum_speed, agent.preferred_x, agent.preferred_y, vx, vy);
  if (failed_on < lines.count) orca_program_3_by(team, lines, walls, failed_on, agent.maximum_speed, vx, vy);
  if (team.rank() != 0) return;
  in.candidate_x[i] = vx;
  in.candidate_y[i] = vy;
}

/// Chooses the velocities of agents by warps, an agent each. Where agents are few, and one holds up its warp with a long program, it is
/// sooner done.
struct OrcaByWarps {
  using launch_bounds = backends::Tuning::AgentWarps;
  OrcaArguments arguments;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    orca_choose_by(backends::Warp(), arguments, member.league_rank());
  }
};

}  // namespace plethos::avoidance
