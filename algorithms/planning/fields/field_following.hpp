#pragma once

#include "algorithms/planning/fields/fields.hpp"
#include "algorithms/planning/fields/half_cells.hpp"
#include "algorithms/planning/grid/ways/grid_following.hpp"

namespace plethos::planning {

/// The fields of the goals, as agents look them up. `Values` is a method's view of them.
template <class MemorySpace, class Values>
struct FieldsOfGoals : FieldScene<MemorySpace> {
  Values values;

  KOKKOS_INLINE_FUNCTION std::int32_t cell(int i) const {
    const auto& position = this->agents.position;
    const Vec2d p{position(i, 0), position(i, 1)};
    return this->cells.near(position(i, 0), position(i, 1), [&](Vec2d center) { return this->sight.visible(p, center); });
  }
  KOKKOS_INLINE_FUNCTION std::int32_t value(std::int32_t goal, std::int32_t cell) const {
    return values.at_cell(this->field_of_goal(goal), cell);
  }
  /// Returns the goal to which the way from a cell costs least, of those that an agent with `goal` chooses among; of several the first.
  KOKKOS_INLINE_FUNCTION std::int32_t nearest(std::int32_t goal, std::int32_t cell) const {
    const GoalRange range = this->goals.choice(goal);
    std::int32_t best = range.first;
    std::int32_t least = unreached;
    for (std::int32_t other = range.first; range.first + 1 < range.end && other < range.end; ++other) {
      const std::int32_t cost = value(other, cell);
      if (cost >= least) continue;
      best = other;
      least = cost;
    }
    return best;
  }
};

/// Finds the greatest value that an agent needs: that of its goal, or the least of those that it chooses among, and of the goal after that.
template <class MemorySpace, class Values>
struct FindFarthestAgent {
  FieldsOfGoals<MemorySpace, Values> fields;
  Kokkos::View<std::int32_t, MemorySpace> farthest;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (fields.agents.state(i) != active_state) return;
    const std::int32_t cell = fields.cell(i);
    const std::int32_t goal = fields.agents.goal(i);
    if (cell < 0 || goal < 0) return;
    std::int32_t value = fields.value(fields.nearest(goal, cell), cell);
    // Any of the goals to choose among may be the one that is reached.
    const GoalRange range = fields.goals.choice(goal);
    for (std::int32_t reached = range.first; reached < range.end; ++reached) {
      const std::int32_t next = fields.goals.next(reached);
      if (next >= 0) value = Kokkos::max(value, fields.value(fields.nearest(next, cell), cell));
    }
    Kokkos::atomic_max(&farthest(), value);
  }
};

/// Lets agents move on along their lists, and gives those that need another one the next places at which their way bends. Agents that
/// choose among goals do so by turns, and whenever they have no list.
template <class MemorySpace, class Values>
struct FollowFields {
  static constexpr int grain = 256;
  GridFollowing<MemorySpace, typename Values::Places> following;
  FieldsOfGoals<MemorySpace, Values> fields;
  TileFrame tiles;
  Kokkos::View<const std::int32_t, MemorySpace> settled;
  Kokkos::View<std::uint64_t, MemorySpace> switched;

  KOKKOS_FUNCTION void operator()(int i) const {
    const PlanningScene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) return;
    const WayList<MemorySpace> way = following.list(i);
    const bool by_turns = (scene.agents.id(i) + scene.step()) % look_interval == 0;
    if (fields.goals.has_choices() && (by_turns || !way.searched())) choose(i, way);
    const bool looks_again = way.lost() && by_turns;
    if (!following.seeks(i) && !looks_again) return;
    const std::int32_t from = fields.cell(i);
    const std::int32_t goal = scene.agents.goal(i);
    if (from < 0 || fields.value(goal, from) >= settled()) return way.begin(0, true);
    std::int32_t count = 0;
    bool whole = true;
    fields.values.for_each_place(fields.field_of_goal(goal), from, [&](std::int32_t place) {
      whole = count < listed_cells;
      if (whole) way.list(count++, place);
      return whole;
    });
    // The goal itself follows the cell that it belongs to. If there is no room for it, another list begins with that cell.
    whole = whole && count < listed_cells;
    if (whole) {
      way.list(count, way.cell(count - 1));
      ++count;
    }
    way.begin(count, whole);
    remember(i, way, from);
    following.advance(i);
  }

 private:
  /// Takes note of what the list depends on.
  KOKKOS_INLINE_FUNCTION void remember(int i, const WayList<MemorySpace>& way, std::int32_t from) const {
    WayTiles crossed;
    std::int32_t end = from;
    for (std::int32_t k = 0; k < way.count(); ++k) {
      const std::int32_t next = following.places.cell(way.cell(k));
      crossed.add_box(tiles, end, next);
      end = next;
    }
    way.cross(crossed);
    const std::int32_t goal = fields.agents.goal(i);
    FieldWay<MemorySpace>(fields.agents.memory, following.scene.first_word, i)
        .begin(from, fields.value(goal, from), fields.value(goal, end));
  }
  /// Lets an agent head for the nearest of the goals that it chooses among. Where it reaches none of them, it keeps the one that it has.
  KOKKOS_INLINE_FUNCTION void choose(int i, const WayList<MemorySpace>& way) const {
    const std::int32_t from = fields.cell(i);
    const std::int32_t goal = fields.agents.goal(i);
    if (from < 0) return;
    const std::int32_t best = fields.nearest(goal, from);
    if (best == goal || fields.value(best, from) >= settled()) return;
    // An agent that has had no list yet has not headed for the goal that it was given.
    if (way.serial() != 0) Kokkos::atomic_add(&switched(), std::uint64_t{1});
    fields.agents.goal(i) = best;
    way.forget();
  }
};

/// Lets those agents list their ways anew whose lists may no longer be the best after a change. A list stays if it is free, and if the
/// values are what they were where it began and where it ends: no way between the two has become shorter, and none from there on longer.
template <class MemorySpace, class Values>
struct RenewFieldWays {
  FieldsOfGoals<MemorySpace, Values> fields;
  typename Values::Places places;
  std::int32_t first_word;
  TileFrame tiles;
  WayTiles touched;
  bool all;                                                ///< whether every list is made anew
  Kokkos::View<const std::int32_t, MemorySpace> farthest;  ///< the greatest value that an agent needs
  std::int32_t margin;                                     ///< values are final up to so much beyond it
  Kokkos::View<std::uint64_t, MemorySpace> renewed;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = fields.agents;
    const WayList<MemorySpace> way(agents.memory, first_word, i);
    if (agents.state(i) != active_state || !way.searched()) return;
    if (!all && !way.lost() && holds(i, way) && (!way.crosses(touched) || is_free(way))) return;
    way.forget();
    Kokkos::atomic_add(&renewed(), std::uint64_t{1});
  }

 private:
  /// Returns whether all is passable between what the agent heads for and the end of its list. Where cells have costs, some that have
  /// changed may lie there, too.
  KOKKOS_INLINE_FUNCTION bool is_free(const WayList<MemorySpace>& way) const {
    const GridGraph<MemorySpace>& graph = fields.cells.graph;
    if (graph.costs.extent(0) > 0) return false;
    for (std::int32_t k = Kokkos::max(way.at() - 1, 0); k + 1 < way.count(); ++k) {
      WayTiles leg;
      leg.add_box(tiles, places.cell(way.cell(k)), places.cell(way.cell(k + 1)));
      if (!leg.meets(touched)) continue;
      const bool free = is_line_through(graph, half_cell(places, way.cell(k)), half_cell(places, way.cell(k + 1)),
                                        [&](std::int32_t cell) { return graph.passable(cell) != 0; });
      if (!free) return false;
    }
    return true;
  }
  KOKKOS_INLINE_FUNCTION bool holds(int i, const WayList<MemorySpace>& way) const {
    const FieldWay<MemorySpace> before(fields.agents.memory, first_word, i);
    const std::int32_t goal = fields.agents.goal(i);
    // Backends differ in how far they have computed beyond what is needed.
    const std::int32_t known = farthest() < unreached - margin ? farthest() + margin : unreached;
    const auto same = [&](std::int32_t cell, std::int32_t value) {
      const std::int32_t now = fields.value(goal, cell);
      return now == value && now <= known;
    };
    return same(before.from(), before.value_from()) && same(places.cell(way.cell(way.count() - 1)), before.value_at_end());
  }
};

}  // namespace plethos::planning
