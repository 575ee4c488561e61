#pragma once

#include "algorithms/planning/fields/field_following.hpp"
#include "algorithms/planning/fields/fields_by.hpp"

namespace plethos::planning {

/// Lets agents follow a method's fields by kernels over its `Values`, which have for_each_place(), too, and the `Places` that say where
/// listed places lie.
template <class Execution, class FieldValues>
class FollowedFieldsBy : public FieldsBy<FollowedFields<Execution>, Execution, FieldValues> {
 public:
  using Base = FieldsBy<FollowedFields<Execution>, Execution, FieldValues>;
  using Base::Base;
  using typename Base::Counts;
  using typename Base::MemorySpace;
  using typename Base::Number;
  using typename Base::Values;
  using Places = typename Values::Places;

  const void* memory() const final { return this->values().values.data(); }
  void find_farthest_agent(const Execution& execution, const FieldScene<MemorySpace>& scene, const Number& farthest) const final {
    backends::for_each(execution, "plethos::fields::find_farthest", scene.agents.working,
                       FindFarthestAgent<MemorySpace, Values>{{scene, this->values()}, farthest});
  }
  void follow(const Execution& execution, const PlanningScene<MemorySpace>& scene, const FieldScene<MemorySpace>& among,
              const WorldGrid& grid, double reach, const TileFrame& tiles, const Number& settled, const Counts& switched) const final {
    const GridFollowing<MemorySpace, Places> following{scene, Places(among.cells.graph, grid), among.sight, reach, true};
    backends::for_each(execution, this->settings().label, scene.agents.working,
                       FollowFields<MemorySpace, Values>{following, {among, this->values()}, tiles, settled, switched});
    backends::for_each(execution, "plethos::fields::head", scene.agents.working, HeadAlongGrid<MemorySpace, Places>{following});
  }
  void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings, const FieldScene<MemorySpace>& among,
                  const TileFrame& tiles, const WayTiles& touched, bool all, const Number& farthest, const Counts& renewed,
                  const WorldGrid& grid) const final {
    backends::for_each(execution, "plethos::fields::renew_ways", surroundings.agents.owned,
                       RenewFieldWays<MemorySpace, Values>{{among, this->values()},
                                                           Places(among.cells.graph, grid),
                                                           surroundings.first_word,
                                                           tiles,
                                                           touched,
                                                           all,
                                                           farthest,
                                                           this->margin(),
                                                           renewed});
  }
};

}  // namespace plethos::planning
