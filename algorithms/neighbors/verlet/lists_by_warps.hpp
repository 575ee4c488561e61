#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/verlet/collector-inl.hpp"
#include "backends/device.hpp"
#include "backends/warp.hpp"
#include "core/bits.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// Returns the way of agent i since the search, and the greatest way of all, in m.
KOKKOS_INLINE_FUNCTION float ways_since(const VerletArguments& in, std::int32_t i) {
  const float x = in.agents.position_x[i] - in.from_x[i], y = in.agents.position_y[i] - in.from_y[i];
  return Kokkos::sqrt(in.greatest[in.age]) + Kokkos::sqrt(squared_distance(x, y));
}

/// The candidates of an agent as a team of several threads finds them, with the interface that candidates-inl.hpp describes. Each thread
/// looks at one other at a time.
template <class Team>
struct CandidatesOfTeam {
  const Team& team;
  const VerletArguments& in;
  std::int32_t self;
  float x, y;  // m
  std::int32_t found = 0;

  KOKKOS_FUNCTION CandidatesOfTeam(const Team& of, const VerletArguments& arguments, std::int32_t agent)
      : team(of), in(arguments), self(agent), x(in.agents.position_x[agent]), y(in.agents.position_y[agent]) {}

  KOKKOS_FUNCTION void begin() { found = 0; }

  /// The items of as many ranges as the team has threads lie one behind the other, and threads share them out.
  template <class Range>
  KOKKOS_FUNCTION void take_ranges(std::int32_t count, const Range& range, const std::int32_t* list, float squared) {
    for (std::int32_t begin = 0; begin < count; begin += Team::size) {
      std::int32_t first = 0, last = 0;
      if (begin + team.rank() < count) range(begin + team.rank(), first, last);
      std::int32_t end = last - first;  // of this thread's range, among all items
      for (int distance = 1; distance < Team::size; distance *= 2) {
        const std::int32_t before = team.shift_up(end, distance);
        if (team.rank() >= distance) end += before;
      }
      const std::int32_t shift = last - end, items = team.from(end, Team::size - 1);
      for (std::int32_t item = team.rank(); item - team.rank() < items; item += Team::size) {
        int owner = 0;  // the thread whose range the item is of
        for (int step = Team::size / 2; step > 0; step /= 2) {
          if (team.from(end, owner + step - 1) <= item) owner += step;
        }
        const std::int32_t place = item + team.from(shift, owner);
        const bool there = item < items;
        take(there, there && list != nullptr ? list[place] : place, squared);
      }
    }
  }
  template <class Head>
  KOKKOS_FUNCTION void take_linked(std::int32_t count, const Head& head, const std::int32_t* next, float squared) {
    for (std::int32_t begin = 0; begin < count; begin += Team::size) {
      std::int32_t j = begin + team.rank() < count ? head(begin + team.rank()) : -1;
      while (team.any(j >= 0)) {
        take(j >= 0, j, squared);
        if (j >= 0) j = next[j];
      }
    }
  }

 private:
  /// Takes an agent of each thread for which it is there.
  KOKKOS_FUNCTION void take(bool there, std::int32_t j, float squared) {
    const bool near = there && j != self && scalar::is_nearer_than(in, j, x, y, squared);
    const typename Team::Bits bits = team.mask(near);
    const std::int32_t place = found + popcount(bits & ((typename Team::Bits{1} << team.rank()) - 1));
    if (near && place < in.most) in.agents.lists.index[static_cast<std::int64_t>(place) * in.agents.lists.stride + self] = j;
    found += popcount(bits);
  }
};

/// Makes the list of agent i as scalar::select_nearest() does, by a team whose threads take one of its `count` candidates each. All others
/// are at least `beyond` metres away. Returns whether the candidates suffice.
template <class Team>
KOKKOS_FUNCTION bool select_nearest_by(const Team& team, const VerletArguments& in, std::int32_t i, std::int32_t count, float beyond) {
  const ListColumns& lists = in.agents.lists;
  const bool there = team.rank() < count;
  const float x = in.agents.position_x[i], y = in.agents.position_y[i];
  std::int32_t own = i;
  std::uint32_t id = 0;
  float squared = scalar::verlet_far;
  if (there) {
    own = lists.index[static_cast<std::int64_t>(team.rank()) * lists.stride + i];
    id = in.agents.id[own];
    const float* pair = in.pairs + 2 * static_cast<std::int64_t>(own);
    squared = squared_distance(pair[0] - x, pair[1] - y);
    if (in.agents.state != nullptr && scalar::has_left<ScalarLane>(in.agents.state[own]).value) squared = scalar::verlet_gone;
  }
  std::int32_t place = 0;
  for (std::int32_t k = 0; k < count; ++k) {
    const float other = team.from(squared, k);
    const std::uint32_t id_of_other = team.from(id, k);
    if (other < squared || (other == squared && id_of_other < id)) ++place;
  }
  team.sync();
  if (there) lists.index[static_cast<std::int64_t>(place) * lists.stride + i] = own;

  const std::int32_t near = popcount(team.mask(there && squared <= in.agents.radius * in.agents.radius));
  float furthest = in.agents.radius;
  if (lists.capacity > 0 && near >= lists.capacity) {
    furthest = Kokkos::sqrt(team.from(squared, countr_zero(team.mask(there && place == lists.capacity - 1))));
  }
  const bool certain = furthest < beyond;
  if (certain && team.rank() == 0) lists.count[i] = near < lists.capacity ? near : lists.capacity;
  return certain;
}

/// The list of one agent, made by a team of a thread a candidate at least. `query` is the scalar query of a search, for an agent without
/// candidates.
template <class Surroundings, class Query>
struct ListByTeam {
  typename Surroundings::Arguments arguments;
  Query query;

  /// Chooses among candidates. Returns whether they suffice.
  template <class Team>
  KOKKOS_FUNCTION bool choose(const Team& team, std::int32_t i) const {
    const VerletArguments& in = arguments.verlet;
    if (in.agents.state != nullptr && scalar::has_left<ScalarLane>(in.agents.state[i]).value) {
      if (team.rank() == 0) in.agents.lists.count[i] = 0;
      return true;
    }
    return select_nearest_by(team, in, i, in.candidates[i] % collected_at_age, in.beyond[i] * rounded - ways_since(in, i));
  }
  /// Collects candidates, in the step of a search or later, and chooses among them.
  template <class Team>
  KOKKOS_FUNCTION void collect(const Team& team, std::int32_t i) const {
    const VerletArguments& in = arguments.verlet;
    float guess = 0, margin = 0, ways = 0;
    std::int32_t noted = 0;
    if (in.age > 0) {
      const scalar::VerletRemains remains(in, i);
      guess = remains.guess;
      noted = remains.noted;
      margin = Kokkos::sqrt(in.greatest[in.age]);
      ways = ways_since(in, i);
    }
    team.sync();
    CandidatesOfTeam<Team> candidates(team, in, i);
    const auto collected = scalar::collect_candidates<ScalarLane, Surroundings>(team, arguments, i, margin, candidates, guess);
    team.sync();
    const bool certain = select_nearest_by(team, in, i, collected.count, collected.beyond * rounded);
    team.sync();
    if (team.rank() != 0) return;
    in.candidates[i] = collected.count + noted;
    // What is known of others now is known without their ways and its own for the step of the search.
    in.beyond[i] = collected.beyond - ways;
    if (certain) return;
    query(i);
    in.beyond[i] = -1.f;
  }

 private:
  static constexpr float rounded = 1 - scalar::distance_rounding;
};

/// Makes the lists of a crowd by warps, an agent each: where agents are few, one that looks at candidates one after the other keeps all
/// waiting.
template <class Surroundings, class Query>
struct MakeListsByWarps {
  using launch_bounds = backends::Tuning::AgentWarps;
  ListByTeam<Surroundings, Query> list;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank());
  }
  template <class Team>
  KOKKOS_FUNCTION void work(const Team& team, std::int32_t i) const {
    const VerletArguments& in = list.arguments.verlet;
    if (i == 0 && team.rank() == 0) scalar::begin_next_age(in);
    if (in.age > 0 && list.choose(team, i)) return;
    list.collect(team, i);
  }
};

}  // namespace plethos::neighbors
