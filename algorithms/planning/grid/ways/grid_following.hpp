#pragma once

#include "algorithms/planning/grid/map/grid_places.hpp"
#include "algorithms/planning/grid/ways/way_list.hpp"
#include "algorithms/planning/planner.hpp"

namespace plethos::planning {

/// An agent looks in one of so many steps.
inline constexpr std::uint32_t look_interval = 8;

/// What the kernels of a step share: how agents follow their ways. `Places` says where lies what a way lists; that is cells here.
template <class MemorySpace, class Places = GridPlaces<MemorySpace>>
struct GridFollowing {
  PlanningScene<MemorySpace> scene;
  Places places;
  Sight<MemorySpace> sight;
  double reach;  ///< m, what agents keep from walls where they cut corners
  /// Whether a way to an exit ends at the place of it that is nearest to the way's last cell, not to the agent.
  bool ends_at_cell = false;

  KOKKOS_INLINE_FUNCTION WayList<MemorySpace> list(int i) const { return {scene.agents.memory, scene.first_word, i}; }
  KOKKOS_INLINE_FUNCTION Vec2d position(int i) const { return {scene.agents.position(i, 0), scene.agents.position(i, 1)}; }
  /// Returns the passable cell that a place belongs to, seen from there, or -1.
  KOKKOS_INLINE_FUNCTION std::int32_t cell_near(Vec2d p) const {
    return places.near(static_cast<float>(p.x), static_cast<float>(p.y), [&](Vec2d center) { return sight.visible(p, center); });
  }
  /// Where the agent's way ends: its goal, or the nearest place of an exit by a straight line.
  KOKKOS_INLINE_FUNCTION Vec2d goal(int i) const {
    const std::int32_t number = scene.agents.goal(i);
    const std::int32_t exit = scene.goals.exit(number);
    if (exit >= 0) return scene.goals.exits.nearest(exit, scene.agents.position(i, 0), scene.agents.position(i, 1));
    return {scene.goals.point(number, 0), scene.goals.point(number, 1)};
  }
  KOKKOS_INLINE_FUNCTION bool ends(const WayList<MemorySpace>& way, std::int32_t k) const { return way.whole() && k + 1 == way.count(); }
  KOKKOS_INLINE_FUNCTION Vec2d place(int i, const WayList<MemorySpace>& way, std::int32_t k) const {
    const Vec2d center = places.center(way.cell(k));
    if (!ends(way, k)) return center;
    const std::int32_t exit = scene.goals.exit(scene.agents.goal(i));
    if (!ends_at_cell || exit < 0) return goal(i);
    return scene.goals.exits.nearest(exit, static_cast<float>(center.x), static_cast<float>(center.y));
  }

  /// Whether it costs the agent more to walk straight to the place after the k-th of its list than by way of the k-th.
  KOKKOS_INLINE_FUNCTION bool is_dearer(int i, const WayList<MemorySpace>& way, std::int32_t k) const {
    if (places.graph.costs.extent(0) == 0) return false;
    const Vec2d bend = place(i, way, k);
    const Vec2d next = place(i, way, k + 1);
    // On even ground a way that hardly bends costs as much as the straight one, but for what is rounded.
    const double around = 1.000001 * (places.cost_along(position(i), bend) + places.cost_along(bend, next));
    return places.cost_along(position(i), next) > around;
  }
  /// Lets the agent head for the last listed place that it can walk to, of those that follow each other, but not straight over ground that
  /// costs more than its way.
  KOKKOS_INLINE_FUNCTION void advance(int i) const {
    const WayList<MemorySpace> way = list(i);
    std::int32_t k = way.at();
    while (k + 1 < way.count() && sight.clear(position(i), place(i, way, k + 1), reach) && !is_dearer(i, way, k)) ++k;
    if (k != way.at()) way.head_for(k);
  }
  /// Lets the agent move on along its list. It looks by turns, and where it is about to reach what it heads for. Returns whether it needs
  /// another list: it has none yet, it has been pushed off and forgets its way, or its list ends here and the way does not.
  KOKKOS_INLINE_FUNCTION bool seeks(int i) const {
    const WayList<MemorySpace> way = list(i);
    if (!way.searched()) return true;
    if (way.lost()) return false;
    const std::int32_t heads_for = way.at();
    const Vec2d to = place(i, way, heads_for);
    const float away = scene.headings.distance(scene.agents, i, static_cast<float>(to.x), static_cast<float>(to.y));
    const bool near = away < places.cell_size;
    if (!near && (scene.agents.id(i) + scene.step()) % look_interval != 0) return false;
    if (!sight.visible(position(i), to)) {
      way.forget();
      return true;
    }
    if (near && way.at() + 1 == way.count() && !way.whole()) return true;
    advance(i);
    // At a place of its list an agent goes on to the next one, also where it has to squeeze past a corner.
    const std::int32_t k = way.at();
    if (k == heads_for && away < 0.5f * places.cell_size && k + 1 < way.count() && !is_dearer(i, way, k) &&
        sight.visible(position(i), place(i, way, k + 1))) {
      way.head_for(k + 1);
    }
    return false;
  }
};

/// Writes the agents' headings.
template <class MemorySpace, class Places = GridPlaces<MemorySpace>>
struct HeadAlongGrid {
  GridFollowing<MemorySpace, Places> following;

  KOKKOS_FUNCTION void operator()(int i) const {
    const PlanningScene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) {
      scene.headings.stand(i);
      return;
    }
    const WayList<MemorySpace> way = following.list(i);
    if (way.lost()) {
      scene.headings.lose(scene.agents, i);
      return;
    }
    const std::int32_t k = way.at();
    const Vec2d to = following.place(i, way, k);
    const auto x = static_cast<float>(to.x);
    const auto y = static_cast<float>(to.y);
    const std::int32_t leg = way.serial() * (listed_cells + 1) + k;
    if (following.ends(way, k) && scene.goals.exit(scene.agents.goal(i)) < 0) {
      scene.headings.stop_at(scene.agents, i, x, y, leg, scene.time_step);
    } else {
      scene.headings.head_for(scene.agents, i, x, y, leg);
    }
  }
};

}  // namespace plethos::planning
