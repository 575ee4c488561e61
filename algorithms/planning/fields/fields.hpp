#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/planning/fields/crowding.hpp"
#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/repair_times.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/map/grid_places.hpp"
#include "algorithms/planning/grid/ways/grid_answers.hpp"
#include "algorithms/planning/grid/ways/way_tiles.hpp"
#include "algorithms/planning/planner.hpp"

namespace plethos::planning {

/// Some queries, and the fields of their goals.
template <class MemorySpace>
struct AskedQueries {
  GridWays<MemorySpace> ways;
  Kokkos::View<const std::int32_t*, MemorySpace> query, field;
};

/// The agents that fields lead to the goals, between or in steps.
template <class MemorySpace>
struct FieldScene {
  GridPlaces<MemorySpace> cells;
  Kokkos::View<const std::int32_t*, MemorySpace> field_of_goal;
  Agents<MemorySpace> agents;
  Goals<MemorySpace> goals;
  Sight<MemorySpace> sight;
};

/// What of a planner's parameters FieldPlanner and FieldPaths want to know.
struct FieldSettings {
  const char* name;             ///< the planner's, for messages
  const char* label = nullptr;  ///< of the kernel that follows fields, if agents do
  Connectivity connectivity = Connectivity::eight;
  float search_memory = 0;  ///< MB
  Crowding crowding = {};
};

/// Fields over the world's grid, as FieldPaths has them computed and asked: it is not compiled for each kind of fields. FieldsBy implements
/// what asks them.
template <class Execution>
class Fields {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Graph = GridGraph<MemorySpace>;
  using Number = Kokkos::View<std::int32_t, MemorySpace>;

  explicit Fields(const FieldSettings& settings) : settings_(settings) {}
  virtual ~Fields() = default;
  const FieldSettings& settings() const { return settings_; }
  /// Throws InputError for a map, a range of costs of its cells, or parameters that the fields do not take.
  virtual void check(const GridMap&, const CostRange&) const {}
  virtual void prepare(const Execution&, const Graph&) {}
  /// Makes so many fields, in which nothing is reached.
  virtual void make(const Execution& execution, const Graph& graph, std::int32_t count) = 0;
  virtual void begin(const Execution& execution, std::span<const FieldSource> sources) = 0;
  /// Computes fields until their values below what farthest() returns are final. Errors: InputError for ways that are too long.
  virtual void spread(const Execution& execution, const std::function<std::int32_t()>& farthest) = 0;
  /// Whether spread() ends where nobody needs more. Then it may begin at little cost.
  virtual bool stops() const { return true; }
  /// Takes back what depended on changes of the graph.
  virtual void change(const Execution& execution, const Graph& graph, const GridChanges& changes, RepairTimes& times) = 0;
  /// The length of a cell of cost 1.
  virtual std::int32_t unit() const = 0;
  virtual std::uint64_t bytes() const = 0;
  virtual std::uint64_t bytes_per_field(const GridMap& map) const = 0;
  virtual std::uint64_t least_bytes(const GridMap& map) const = 0;
  /// What values are computed for.
  virtual std::int64_t states(const Graph& graph) const { return graph.cells(); }
  virtual std::vector<GridSquare> squares() const { return {}; }
  virtual std::vector<Counter> counters() const = 0;

  /// Finds the greatest value that a query needs.
  virtual void find_farthest_query(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked,
                                   const Number& farthest) const = 0;
  /// Lists ways by ListPlaces.
  virtual void list_places(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked, std::int64_t begin,
                           std::int32_t room) const = 0;
  virtual Paths paths(const Execution& execution, GridAnswers<MemorySpace>& answers,
                      const Kokkos::View<const PathQuery*, MemorySpace>& queries, const WorldGrid& grid, const GridWays<MemorySpace>& ways,
                      std::size_t count) const = 0;
  /// Copies the first field. `length`: m for a unit of its values.
  virtual void copy_field(const Execution& execution, int cells, float length, const Kokkos::View<float*, MemorySpace>& costs) const = 0;

 private:
  FieldSettings settings_;
};

/// Fields that agents follow, as FieldPlanner has it done. FollowedFieldsBy implements it.
template <class Execution>
class FollowedFields : public Fields<Execution> {
 public:
  using Fields<Execution>::Fields;
  using typename Fields<Execution>::MemorySpace;
  using typename Fields<Execution>::Number;
  using Counts = Kokkos::View<std::uint64_t, MemorySpace>;

  virtual std::int32_t count() const = 0;
  /// Values below this one are final.
  virtual std::int32_t settled() const = 0;
  /// Nobody is pushed farther from its goal between two steps.
  virtual std::int32_t margin() const = 0;
  virtual bool has_tree() const { return false; }
  /// Where values lie. A kernel that holds this and the unit need not be recorded again.
  virtual const void* memory() const = 0;

  /// Finds by FindFarthestAgent the greatest value that an agent needs.
  virtual void find_farthest_agent(const Execution& execution, const FieldScene<MemorySpace>& scene, const Number& farthest) const = 0;
  /// Lets agents list their ways by FollowFields, and head along them.
  virtual void follow(const Execution& execution, const PlanningScene<MemorySpace>& scene, const FieldScene<MemorySpace>& among,
                      const WorldGrid& grid, double reach, const TileFrame& tiles, const Number& settled, const Counts& switched) const = 0;
  /// Lets agents list their ways anew by RenewFieldWays, after a change at the tiles `touched`, or `all` of them.
  virtual void renew_ways(const Execution& execution, const Surroundings<MemorySpace>& surroundings, const FieldScene<MemorySpace>& among,
                          const TileFrame& tiles, const WayTiles& touched, bool all, const Number& farthest, const Counts& renewed,
                          const WorldGrid& grid) const = 0;
};

}  // namespace plethos::planning
