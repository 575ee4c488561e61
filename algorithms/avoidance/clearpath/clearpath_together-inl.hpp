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

/// The crossings of edges and regions, kept from one search to the next. A member computes each at most once, however often neighbors are
/// left out.
template <class L, int Capacity>
struct ClearpathCrossings {
  /// Members go through an agent's edges in turns. The crossings of this many turns are kept; those of later turns are computed again.
  static constexpr int turns = 4;
  int known[turns + 1];  // regions
  ClearpathIntervals<L, Capacity> of[turns + 1];
};

/// The work of a stage in which a team works for one agent. Each member's lane has one element.
template <class L, class Rules, class Team, int Capacity>
struct ClearpathTogether {
  static constexpr bool together = true;
  static constexpr bool once = false;
  using Mini = ClearpathTable<L, 1>;
  const Team& team;
  ClearpathRegions<Capacity>& regions;
  ClearpathSameTable<L, Capacity> table;
  ClearpathCrossings<L, Capacity> crossings;
  int members;

  PLETHOS_FUNCTION ClearpathTogether(const Team& of, ClearpathRegions<Capacity>& in_memory, int of_members)
      : team(of), regions(in_memory), table{&in_memory, in_memory.slot, 0}, members(of_members) {}

  PLETHOS_FUNCTION static constexpr bool stops_at(int) { return false; }
  /// Stores the regions of one item.
  PLETHOS_FUNCTION void put(int i, int slots, const Mini& mini, int place) const {
    for (int s = 0; s < slots; ++s) {
      if (s < mini.count) {
        regions.put(i + s, mini, s, place);
      } else {
        regions.put_none(i + s, mini.kind(0), place);
      }
    }
  }

  PLETHOS_FUNCTION typename L::Mask fill(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Int self,
                                         const ClearpathScope<L>& scope) {
    const int walls = scope.walls;
    const int neighbors = scope.neighbors;
    const int guards = walls < clearpath_guarded_walls ? walls : clearpath_guarded_walls;
    const int slots = in.sides ? 2 : 1;
    table.count = walls + guards + slots * neighbors;
    for (int turn = 0; turn <= crossings.turns; ++turn) crossings.known[turn] = 0;
    const auto present = L::first_n(L::width);
    team.each(walls, [&](int w) PLETHOS_LAMBDA {
      Mini mini;
      clearpath_wall<L>(in, agent, present, L::gather(in.wall + static_cast<std::int64_t>(w) * in.stride, self), w, mini);
      const bool guarded = w < clearpath_guarded_walls;
      put(guarded ? 2 * w : w + guards, guarded ? 2 : 1, mini, w);
    });
    team.each(neighbors, [&](int n) PLETHOS_LAMBDA {
      Mini mini;
      Rules::template neighbor<L>(in, agent, present, L::gather(in.neighbor + static_cast<std::int64_t>(n) * in.stride, self), n, mini);
      put(walls + guards + slots * n, slots, mini, n);
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
    if (L::any(done) && team.rank() == 0) column[self] = value;
  }

  /// The regions that count: those before a slot. None counts from `regions` on.
  struct Counting {
    std::int32_t slots;
    int regions;
  };
  /// Looks at an edge and returns its closest free velocity, if that is no further from the preferred one than the root of `within`
  /// (m^2/s^2).
  PLETHOS_FUNCTION ClearpathChoice look(const Counting& counting, const ClearpathLimits<L>& limits, typename L::Float within, int e) {
    const ClearpathEdge<L> edge = table.read(limits, e);
    const auto near = L::max(L::max(edge.start, -edge.end), L::set(0.f));
    ClearpathChoice choice = ClearpathChoice::last();
    if (table.slot[edge.region] >= counting.slots || edge.start > edge.end) return choice;
    if (L::mul_add(near, near, edge.offset * edge.offset) > within) return choice;

    int turn = e / members;
    if (turn >= crossings.turns) {
      turn = crossings.turns;
      crossings.known[turn] = 0;
    }
    int& known = crossings.known[turn];
    ClearpathIntervals<L, Capacity>& intervals = crossings.of[turn];
    ClearpathWalk<L> walk(edge);
    bool moved = false;
    for (int j = 0; j < counting.regions && L::any(walk.on(edge)); ++j) {
      choice.regions = j + 1;
      if (j == known) {
        intervals.store(j, clearpath_interval<L>(table, L::first_n(L::width), edge, j));
        ++known;
      }
      if (table.slot[j] >= counting.slots) continue;
      const ClearpathWalk<L> before = walk;
      walk.leave(intervals.load(j));
      moved = moved || L::any(walk.moved_on(edge, before));
    }
    moved = moved && L::any(walk.on(edge));
    if (moved) choice.regions = counting.regions;
    while (moved) {
      const ClearpathWalk<L> before = walk;
      for (int j = 0; j < counting.regions; ++j) {
        if (table.slot[j] < counting.slots) walk.leave(intervals.load(j));
      }
      moved = L::any(walk.moved_on(edge, before));
    }
    const ClearpathPoint<L> point = walk.point(edge, L::first_n(L::width));
    const auto squared = L::mul_add(point.t, point.t, edge.offset * edge.offset);
    if (!L::any(point.found) || squared > within) return choice;
    return {squared, e, L::mul_sub(edge.offset, edge.nx, point.t * edge.ny), L::mul_add(edge.offset, edge.ny, point.t * edge.nx),
            choice.regions};
  }

  PLETHOS_FUNCTION void search(const ClearpathScope<L>& scope, const ClearpathLimits<L>& limits, typename L::Mask active, bool,
                               ClearpathBest<L>& best) {
    if (L::none(active)) return;
    const auto within = best.squared;
    Counting counting{scope.end(), table.count};
    while (counting.regions > 0 && table.slot[counting.regions - 1] >= counting.slots) --counting.regions;
    const ClearpathChoice choice =
        team.template least<ClearpathChoice>(clearpath_edges * counting.regions, [&](int e, ClearpathChoice& chosen) PLETHOS_LAMBDA {
          const ClearpathChoice next = look(counting, limits, within, e);
          if (ClearpathChoice::before(next, chosen)) chosen = next;
        });
    if (choice.edge < 0) {
      best.needed = choice.regions > 0 ? table.slot[choice.regions - 1] : 0;
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
