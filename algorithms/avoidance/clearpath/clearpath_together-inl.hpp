// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_TOGETHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_TOGETHER_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_TOGETHER_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_TOGETHER_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_alone-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_regions-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"
#include "core/lane/team-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// A team's agreement: the closest free velocity that one of an agent's edges has.
struct ClearpathChoice {
  using value_type = ClearpathChoice;

  float squared;         // m^2/s^2, of its distance from the preferred one
  std::int32_t edge;     // -1: none
  float x, y;            // m/s, relative to the preferred one
  std::int32_t regions;  // without an edge: this many regions, in their order, leave nothing of any

  /// Orders choices: the closest velocity comes first, of equally close ones that of the lowest edge. Without a velocity the choice that
  /// needs the most regions comes first.
  PLETHOS_FUNCTION static bool before(const ClearpathChoice& a, const ClearpathChoice& b) {
    if (a.squared != b.squared) return a.squared < b.squared;
    return a.edge != b.edge ? a.edge < b.edge : a.regions > b.regions;
  }
  PLETHOS_FUNCTION static ClearpathChoice last() { return ClearpathChoice{clearpath_never, -1, 0.f, 0.f, 0}; }
};

/// The results of looking at some edges, one in each element.
template <class L>
struct ClearpathLook {
  typename L::Mask found;
  typename L::Float squared;  // m^2/s^2
  ClearpathVelocity<L> v;
  int regions;  // as in ClearpathChoice
};

/// A team that consists of one lane: the elements of a vector, or one element alone.
template <class L>
PLETHOS_FUNCTION void clearpath_choose(const ClearpathLook<L>& look, int first, ClearpathChoice& choice) {
  ClearpathChoice best{clearpath_never, -1, 0.f, 0.f, look.regions};
  if (L::any(look.found)) {
    const MinWithIndex closest = L::reduce_min_with_index(L::select(look.found, look.squared, L::set(clearpath_never)));
    if (closest.value > choice.squared) return;
    float x[L::width];
    float y[L::width];
    L::store_unaligned(look.v.x, x);
    L::store_unaligned(look.v.y, y);
    best = ClearpathChoice{closest.value, first + closest.index, x[closest.index], y[closest.index], look.regions};
  }
  if (ClearpathChoice::before(best, choice)) choice = best;
}

/// The crossings of edges and regions, kept from one search to the next. A member computes each at most once, however often neighbors are
/// left out.
template <class L, int Capacity>
struct ClearpathCrossings {
  /// Members go through an agent's edges in turns. The crossings of this many turns are kept; those of later turns are computed again.
  static constexpr int turns = 4;
  int known[turns + 1];  // regions
  ClearpathIntervals<L, Capacity> of[turns + 1];
};

/// The work of a stage in which the whole lane is one agent and a team works for it.
template <class L, class Rules, class Team, int Capacity>
struct ClearpathTogether {
  static constexpr bool together = true;
  static constexpr bool once = false;
  /// Most items of one call of each(), so that all or none of its items have guards.
  static constexpr int some_walls = L::width < clearpath_guarded_walls ? L::width : clearpath_guarded_walls;
  static constexpr int some_neighbors =
      Rules::guarded_neighbors > 0 && Rules::guarded_neighbors < L::width ? Rules::guarded_neighbors : L::width;
  using Mini = ClearpathTable<L, 1>;
  const Team& team;
  ClearpathRegions<Capacity>& regions;
  ClearpathSameTable<L, Capacity> table;
  ClearpathCrossings<L, Capacity> crossings;
  int members;
  /// The last search that found nothing sets this: a search with more neighbors than this finds nothing either.
  int neighbors_at_most = 0;

  PLETHOS_FUNCTION ClearpathTogether(const Team& of, ClearpathRegions<Capacity>& in_memory, int of_members = L::width)
      : team(of), regions(in_memory), table{&in_memory, in_memory.kind, in_memory.place, 0}, members(of_members) {}

  PLETHOS_FUNCTION static constexpr bool stops_at(int) { return false; }
  PLETHOS_FUNCTION static int any_of(typename L::Int same) {
    std::int32_t element[L::width];
    L::store_unaligned(same, element);
    return element[0];
  }
  /// Stores the regions of one item: element `element` of each slot of `mini`.
  PLETHOS_FUNCTION void put(int i, int slots, const Mini& mini, int element, int place) const {
    for (int s = 0; s < slots; ++s) {
      if (s < mini.count) {
        regions.put(i + s, mini, s, element, place);
      } else {
        regions.put_none(i + s, static_cast<ClearpathKind>(mini.kind[0]), place);
      }
    }
  }

  PLETHOS_FUNCTION typename L::Mask fill(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Int self,
                                         const ClearpathScope<L>& scope) {
    const int i = any_of(self);
    const int walls = any_of(scope.walls);
    const int neighbors = any_of(scope.neighbors);
    const int guards = walls < clearpath_guarded_walls ? walls : clearpath_guarded_walls;
    const int slots = in.sides ? 2 : 1;
    table.count = walls + guards + slots * neighbors;
    for (int turn = 0; turn <= crossings.turns; ++turn) crossings.known[turn] = 0;
    team.each(walls, some_walls, [&](int first) PLETHOS_LAMBDA {
      const int count = walls - first < some_walls ? walls - first : some_walls;
      Mini mini;
      clearpath_wall<L>(in, agent, L::first_n(count), listed<L>(in, in.wall, i, first, first + count), first, mini);
      const bool guarded = first < clearpath_guarded_walls;
      for (int k = 0; k < count; ++k) {
        put(guarded ? 2 * (first + k) : first + k + guards, guarded ? 2 : 1, mini, k, first + k);
      }
    });
    team.each(neighbors, some_neighbors, [&](int first) PLETHOS_LAMBDA {
      const int count = neighbors - first < some_neighbors ? neighbors - first : some_neighbors;
      Mini mini;
      Rules::template neighbor<L>(in, agent, L::first_n(count), listed<L>(in, in.neighbor, i, first, first + count), first, mini);
      for (int k = 0; k < count; ++k) put(walls + guards + slots * (first + k), slots, mini, k, first + k);
    });
    return L::first_n(0);
  }

  /// Returns whether a velocity lies in any region of the scope.
  PLETHOS_FUNCTION typename L::Mask forbidden(const ClearpathScope<L>& scope, const ClearpathVelocity<L>& v) const {
    const bool any = team.any(table.count, [&](int j) PLETHOS_LAMBDA { return L::any(clearpath_inside<L>(table, scope, j, v)); });
    return L::first_n(any ? L::width : 0);
  }
  /// Writes the agent's value, if `done`, into a column of agents: one of the team's threads does.
  PLETHOS_FUNCTION void write(typename L::Mask done, typename L::Float value, float* column, typename L::Int self) const {
    if (L::none(done) || team.rank() != 0) return;
    float element[L::width];
    L::store_unaligned(value, element);
    column[any_of(self)] = element[0];
  }

  /// A scope as plain numbers, since it is the same for all elements of the lane. No region counts from slot `end` on.
  struct Counting {
    int of_kind[3];
    int end;

    PLETHOS_FUNCTION bool holds(const ClearpathSameTable<L, Capacity>& of, int j) const { return of.place[j] < of_kind[of.kind[j]]; }
  };
  PLETHOS_FUNCTION Counting counting(const ClearpathScope<L>& scope) const {
    Counting counts{{any_of(scope.walls), any_of(scope.guards), any_of(scope.neighbors)}, table.count};
    while (counts.end > 0 && !counts.holds(table, counts.end - 1)) --counts.end;
    return counts;
  }

  /// Finds the closest free velocity on each of the edges from `first` on. It must be no further from the preferred velocity than the root
  /// of `within` (m^2/s^2).
  PLETHOS_FUNCTION ClearpathLook<L> look(const ClearpathScope<L>& scope, const Counting& counts, const ClearpathLimits<L>& limits,
                                         typename L::Float within, int first) {
    using Float = typename L::Float;
    const ClearpathEdge<L> edge = table.edges(limits, first);
    const Float near = L::max(L::max(edge.start, -edge.end), L::set(0.f));
    const auto looks = L::first_n(clearpath_edges * counts.end - first) & scope.holds(L::load_unaligned(regions.slot + first)) &
                       L::less_equal(edge.start, edge.end) & L::less_equal(L::mul_add(near, near, edge.offset * edge.offset), within);
    ClearpathLook<L> found{L::first_n(0), within, {within, within}, 0};
    if (L::none(looks)) return found;

    int turn = first / members;
    if (turn >= crossings.turns) {
      turn = crossings.turns;
      crossings.known[turn] = 0;
    }
    int& known = crossings.known[turn];
    ClearpathIntervals<L, Capacity>& intervals = crossings.of[turn];
    ClearpathWalk<L> walk(edge);
    auto moved = L::first_n(0);
    auto walks = looks;
    for (int j = 0; j < counts.end && L::any(walks); ++j) {
      found.regions = j + 1;
      if (j == known) {
        intervals.store(j, clearpath_interval<L>(table, L::first_n(L::width), edge, j));
        ++known;
      }
      if (!counts.holds(table, j)) continue;
      const ClearpathWalk<L> before = walk;
      walk.leave(intervals.load(j));
      moved = moved | walk.moved_from(before);
      walks = looks & (walk.up_on(edge) | walk.down_on(edge));
    }
    moved = moved & walks;
    if (L::any(moved)) found.regions = counts.end;
    while (L::any(moved)) {
      const ClearpathWalk<L> before = walk;
      for (int j = 0; j < counts.end; ++j) {
        if (counts.holds(table, j)) walk.leave(intervals.load(j));
      }
      moved = looks & walk.moved_from(before) & (walk.up_on(edge) | walk.down_on(edge));
    }
    const ClearpathPoint<L> point = walk.point(edge, looks);
    found.squared = L::mul_add(point.t, point.t, edge.offset * edge.offset);
    found.found = point.found & L::less_equal(found.squared, within);
    found.v.x = L::mul_sub(edge.offset, edge.nx, point.t * edge.ny);
    found.v.y = L::mul_add(edge.offset, edge.ny, point.t * edge.nx);
    return found;
  }

  PLETHOS_FUNCTION void search(const ClearpathScope<L>& scope, const ClearpathLimits<L>& limits, typename L::Mask active, bool,
                               ClearpathBest<L>& best) {
    if (L::none(active)) return;
    const auto within = best.squared;
    const Counting counts = counting(scope);
    const ClearpathChoice choice =
        team.template least<ClearpathChoice>(clearpath_edges * counts.end, [&](int first, ClearpathChoice& chosen) PLETHOS_LAMBDA {
          clearpath_choose<L>(look(scope, counts, limits, within, first), first, chosen);
        });
    if (choice.edge < 0) {
      // The last region that took something from the edges has to go, or that the preferred velocity is in.
      int last = choice.regions;
      for (int j = counts.end - 1; j >= last; --j) {
        if (counts.holds(table, j) && L::any(clearpath_inside<L>(table, scope, j, best.v))) last = j + 1;
      }
      const bool of_neighbor = last > 0 && table.kind[last - 1] == clearpath_of_neighbor;
      neighbors_at_most = of_neighbor ? table.place[last - 1] : 0;
      return;
    }
    best.found = L::first_n(L::width);
    best.v.x = L::set(choice.x);
    best.v.y = L::set(choice.y);
    best.squared = L::set(choice.squared);
    best.edge = L::set_int(choice.edge);
  }
};

PLETHOS_KERNEL_END
#endif
