#pragma once

#include "algorithms/planning/fields/quadtree/quadtree_method.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_method.hpp"
#include "algorithms/planning/grid/astar/astar_method.hpp"
#include "algorithms/planning/grid/dijkstra/dijkstra_method.hpp"
#include "algorithms/planning/grid/gates/gates_method.hpp"
#include "algorithms/planning/grid/jps/jps_method.hpp"
#include "algorithms/planning/grid/pha/pha_method.hpp"
#include "algorithms/planning/grid/rtaa/rtaa_method.hpp"
#include "algorithms/planning/path_methods.hpp"
#include "algorithms/planning/potential/bvp/bvp_method.hpp"
#include "algorithms/planning/potential/bvp_global/bvp_global_method.hpp"
#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/straight/straight_method.hpp"

namespace plethos::planning {

// One line a planner.
// clang-format off
using Registry = MethodList<StraightMethod, RoadmapMethod, AstarMethod, DijkstraMethod, JpsMethod, RtaaMethod, PhaMethod, GatesMethod,
                           WavefrontMethod, QuadtreeMethod, BvpGlobalMethod, BvpMethod<BvpVariant::patient>, BvpMethod<BvpVariant::published>>;
// clang-format on

/// The name of this family and the signature of what makes a planner, for programs that add planners of their own.
struct Family {
  static constexpr const char* name = "planner";
  template <class Execution>
  using Maker = std::unique_ptr<Planner<Execution>> (*)(const PlannerSetup& setup, const ParameterValues& values);
};

/// Makes the planner of that name. It takes its own parameters from `values`. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Planner<Execution>> make(const std::string& name, const PlannerSetup& setup, const ParameterValues& values) {
  return Registry::make<Family, Execution>(name, setup, values);
}

/// The planners that answer queries without a simulation, too.
using PathMethods = PathMethodList<Registry>;

/// Adds a planner of the calling program, which is then known wherever built-in planners are. `Method` is a class like those of the list,
/// and `Executions` a backends::ExecutionList of the kinds of execution that it supports. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Registry::add<Family, Method>(Executions());
  if constexpr (FindsPaths<Method>) PathMethods::add<Method>(Executions());
}

}  // namespace plethos::planning

extern template const std::vector<plethos::MethodInfo>& plethos::planning::Registry::infos();
