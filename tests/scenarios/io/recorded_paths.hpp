#pragma once

#include <array>
#include <limits>
#include <memory>

#include "scenarios/io/paths_file.hpp"

namespace plethos::scenarios::recorded {

/// Returns a map of two regions with costs, a query that has a way and one that has none.
inline RecordedPaths paths_in_map() {
  WorldGrid grid;
  grid.width = 3;
  grid.height = 2;
  grid.passable = {1, 1, 1, 0, 1, 1};
  grid.cost = {1, 9, 1, 1, 2, 5};
  grid.origin = {-3, 2};
  grid.cell_size = 0.5f;
  RecordedPaths record{.attributes = {{"planner", "pha"}, {"map", "größer.map"}},
                       .queries = {{grid.center({0, 0}), grid.center({2, 1})}, {grid.center({1, 1}), grid.center({0, 1})}}};
  record.paths.add(std::array{grid.center({0, 0}), grid.center({1, 0}), grid.center({2, 1})});
  record.paths.add(std::span<const Vec2>());
  record.optimum = {1.25, std::numeric_limits<double>::quiet_NaN()};
  record.graph.block = 4;
  record.graph.region = {0, 0, 1, -1, 0, 1};
  record.graph.nodes = {grid.center({1, 0}), grid.center({2, 0})};
  record.graph.edges = {{0, 1}};
  record.graph.squares = {{0, 0, 1}, {1, 0, 2}};
  record.field = {grid.center({0, 0}), {0, 0.5f, 1.25f, std::numeric_limits<float>::infinity(), 2, 3}};
  record.world.grid = std::make_shared<const WorldGrid>(grid);
  record.terrain = {Terrain::land, Terrain::land, Terrain::land, Terrain::water, Terrain::land, Terrain::land};
  return record;
}

inline RecordedPaths paths_among_obstacles() {
  RecordedPaths record{.attributes = {{"planner", "roadmap"}},
                       .world = {.polygons = {{{{4, 4}, {6, 4}, {6, 6}, {4, 6}}, true}, {{{1, 8}, {3, 8}}, false}},
                                 .walkable = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}}},
                       .queries = {{{1, 5}, {9, 5}}}};
  record.paths.add(std::array{Vec2{1, 5}, Vec2{4, 3.5f}, Vec2{6, 3.5f}, Vec2{9, 5}});
  record.optimum = {8.5};
  record.graph.nodes = {{4, 3.5f}, {6, 3.5f}, {6, 6.5f}};
  record.graph.edges = {{0, 1}, {1, 2}};
  return record;
}

}  // namespace plethos::scenarios::recorded
