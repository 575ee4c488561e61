#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/neighbors/registry.hpp"
#include "algorithms/obstacles/walls.hpp"

namespace plethos::simulation {

/// Comparing at most this many agents with each other is faster than sorting them into a grid.
constexpr std::size_t small_crowd = 64;

/// Returns the search to make where `name` is asked for. Its lists are the same.
inline std::string search_for(const std::string& name, std::size_t agents) {
  return agents <= small_crowd && name == neighbors::GridMethod::info().name ? neighbors::BruteMethod::info().name : name;
}

/// Returns how far beyond `neighbor_distance` the search of that name looks for candidates, in m. 0: lists do not hold.
inline float skin_of(const std::string& name, const ParameterValues& values, float neighbor_distance) {
  const std::vector<MethodInfo>& infos = neighbors::Registry::infos();
  const auto search = std::ranges::find(infos, name, &MethodInfo::name);
  const bool has_skin = search != infos.end() && find_parameter(search->parameters, "skin") != nullptr;
  return has_skin ? neighbors::skin_table().read(values).skin * neighbor_distance : 0.f;
}

/// More walls than this usually stand so unevenly that no single width of cells suits them all.
constexpr std::size_t most_walls_in_cells = 4096;

/// Returns the index that walls are looked up in where neighbors are found by `name`. Vector lanes support only the tree. The lists are the
/// same.
inline obstacles::WallIndex wall_index(const std::string& name, std::size_t segments, bool on_lanes) {
  return name == neighbors::KdTreeMethod::info().name || on_lanes || segments > most_walls_in_cells ? obstacles::WallIndex::tree
                                                                                                    : obstacles::WallIndex::grid;
}

}  // namespace plethos::simulation
