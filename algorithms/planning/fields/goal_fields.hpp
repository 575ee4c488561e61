#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/goals.hpp"
#include "backends/execution.hpp"
#include "backends/out_of_memory.hpp"

namespace plethos::planning {

/// Which field each goal of a world has, and the cells that the fields begin at. Goals with the same cells share a field.
template <class MemorySpace>
class GoalFields {
 public:
  /// Follows the goals. The grid has the same passable cells in every call. Returns false if the goals are those of the last call. Cost:
  /// goal_cells() of each goal.
  bool follow(const WorldGrid& grid, const World& world, const Goals<MemorySpace>& goals) {
    if (count_ > 0 && goals_.point.data() == goals.point.data()) return false;
    goals_ = goals;
    std::map<std::vector<std::int32_t>, std::int32_t> fields;
    std::vector<std::int32_t> field_of_goal;
    sources_.clear();
    const std::vector<Segment> walls = world.segments();
    for (std::size_t goal = 0; goal < world.goals.size(); ++goal) {
      const std::vector<std::int32_t> cells = goal_cells(grid, world, walls, static_cast<std::int32_t>(goal));
      const auto [field, is_new] = fields.try_emplace(cells, static_cast<std::int32_t>(fields.size()));
      if (is_new) {
        for (const std::int32_t cell : cells) sources_.push_back({field->second, cell});
      }
      field_of_goal.push_back(field->second);
    }
    count_ = std::max<std::int32_t>(1, static_cast<std::int32_t>(fields.size()));
    moved_ = field_of_goal != listed_;
    if (moved_) of_goal_ = to_view<MemorySpace>("plethos::fields::field_of_goal", field_of_goal);
    listed_ = std::move(field_of_goal);
    return true;
  }

  /// By field, in rising order.
  std::span<const FieldSource> sources() const { return sources_; }
  std::int32_t count() const { return count_; }
  /// The field of each goal.
  const Kokkos::View<std::int32_t*, MemorySpace>& of_goal() const { return of_goal_; }
  /// Whether of_goal() is another view since follow() was called last.
  bool moved() const { return moved_; }

 private:
  Goals<MemorySpace> goals_;
  std::vector<FieldSource> sources_;
  std::vector<std::int32_t> listed_;
  std::int32_t count_ = 0;
  Kokkos::View<std::int32_t*, MemorySpace> of_goal_;
  bool moved_ = false;
};

/// Throws MachineError if `count` fields of goals do not fit into the memory that is free, with the `claimed` bytes that they replace.
template <class Execution>
void require_memory_of_goals(const Execution& execution, std::int32_t count, std::uint64_t bytes_per_field, std::uint64_t claimed,
                             const char* planner) {
  const std::uint64_t needed = static_cast<std::uint64_t>(count) * bytes_per_field;
  const std::uint64_t free = backends::memory(execution).free + claimed;
  if (needed > free) {
    throw backends::lack_of_memory(std::to_string(count) + " goals of planner '" + std::string(planner) + "'", needed, free);
  }
}

}  // namespace plethos::planning
