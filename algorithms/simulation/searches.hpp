#pragma once

#include <string>

#include "algorithms/neighbors/registry.hpp"
#include "algorithms/obstacles/walls.hpp"

namespace plethos::simulation {

/// As many agents at most are sooner compared with each other than sorted into a grid.
constexpr std::size_t small_crowd = 64;

/// The search to make where `name` is asked for: its lists are the same.
inline std::string search_for(const std::string& name, std::size_t agents) {
  return agents <= small_crowd && name == neighbors::GridMethod::info().name ? neighbors::BruteMethod::info().name : name;
}

/// More walls than this stand so unevenly, as a rule, that cells of one width suit none of their places.
constexpr std::size_t most_walls_in_cells = 4096;

/// What walls are looked up in where neighbors are found by `name`; on vector lanes only the tree will do. The lists are the same.
inline obstacles::WallIndex wall_index(const std::string& name, std::size_t segments, bool on_lanes) {
  return name == neighbors::KdTreeMethod::info().name || on_lanes || segments > most_walls_in_cells ? obstacles::WallIndex::tree
                                                                                                    : obstacles::WallIndex::grid;
}

}  // namespace plethos::simulation
