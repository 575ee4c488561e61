#pragma once

#include <string>
#include <vector>

#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/neighbors/walls.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "algorithms/steering/registry.hpp"
#include "core/error.hpp"

namespace plethos::simulation {

template <class Registered>
std::vector<std::string> names_of(const std::vector<Registered>& registered) {
  std::vector<std::string> names;
  for (const Registered& entry : registered) names.emplace_back(entry.name);
  return names;
}

/// The registered algorithm of that name; `kind` is what messages call it. Errors: InputError for an unknown name.
template <class Registered>
const Registered& find(const char* kind, const std::string& name, const std::vector<Registered>& registered) {
  for (const Registered& entry : registered) {
    if (name == entry.name) return entry;
  }
  throw InputError(unknown_name_message(kind, name, names_of(registered)));
}

/// As many agents at most are sooner compared with each other than sorted into a grid.
constexpr std::size_t small_crowd = 64;

/// The search to make where `name` is asked for: its lists are the same.
inline std::string search_for(const std::string& name, std::size_t agents) {
  return name == "grid" && agents <= small_crowd ? "brute" : name;
}

/// More walls than this stand so unevenly, as a rule, that cells of one width suit none of their places.
constexpr std::size_t most_walls_in_cells = 4096;

/// What walls are looked up in where neighbors are found by `name`; on vector lanes only the tree will do. The lists are the same.
inline neighbors::WallIndex wall_index(const std::string& name, std::size_t segments, bool on_lanes) {
  return name == "kdtree" || on_lanes || segments > most_walls_in_cells ? neighbors::WallIndex::tree : neighbors::WallIndex::grid;
}

/// Errors: InputError for an unknown name.
inline avoidance::Parallel find_parallel(const std::string& name) {
  for (std::size_t i = 0; i < avoidance::parallel_names.size(); ++i) {
    if (name == avoidance::parallel_names[i]) return static_cast<avoidance::Parallel>(i);
  }
  throw InputError(unknown_name_message("parallel", name, parallel_names()));
}

}  // namespace plethos::simulation
