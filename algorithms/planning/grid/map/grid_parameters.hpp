#pragma once

#include "algorithms/planning/grid/map/connectivity.hpp"
#include "core/parameter_table.hpp"

namespace plethos::planning {

/// Who searches again when cells of the grid have changed: those whose ways cross the change, or all. If ground has become cheaper, all do
/// in either case.
enum class Renew : std::int32_t { crossing, all };

/// The parameters of every planner that searches the world's grid.
struct GridParameters {
  Connectivity connectivity = Connectivity::eight;
  Renew renew = Renew::crossing;
  float search_memory = 0;  ///< MB
};

inline ParameterInfo connectivity_info() {
  return {"connectivity", "", 0, 1, "neighbors of a cell: the 4 beside it, or the 8 around it", 0, ParameterKind::choice, {"4", "8"}};
}
inline ParameterInfo search_memory_info() {
  return {"search_memory",       "MB", 0,   1e6, "memory for searches that run at the same time; 0: half of what is free", 0,
          ParameterKind::number, {},   true};
}

inline const ParameterTable<GridParameters>& grid_table() {
  static const auto table =
      ParameterTable<GridParameters>()
          .add(&GridParameters::connectivity, connectivity_info())
          .add(&GridParameters::renew, {"renew",
                                        "",
                                        0,
                                        1,
                                        "agents that search again when cells change: those whose ways cross the change, or all",
                                        0,
                                        ParameterKind::choice,
                                        {"crossing", "all"}})
          .add(&GridParameters::search_memory, search_memory_info());
  return table;
}

/// What planners over the grid have in common that have no other parameters: see GridSearchesBy.
struct OverGrid {
  using Parameters = GridParameters;
  static const ParameterTable<Parameters>& table() { return grid_table(); }
};

}  // namespace plethos::planning
