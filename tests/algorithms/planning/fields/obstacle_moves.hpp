#pragma once

#include <cmath>
#include <vector>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"

namespace plethos::tests {

/// Rectangles and discs that move over a map by chance, one at a time: mostly by up to three cells, at times to anywhere on the map or off
/// it. They may lie across its edge, and upon each other.
class ObstacleMoves {
 public:
  ObstacleMoves(Random& random, const WorldGrid& map, int obstacles) : random_(random), world_(world_of(map)) {
    for (int k = 0; k < obstacles; ++k) {
      Polygon outline;
      const float across = random.between(0.4f, 5) * map.cell_size, along = random.between(0.4f, 5) * map.cell_size;
      const int vertices = k % 2 == 0 ? 4 : 12;
      for (int v = 0; v < vertices; ++v) {
        const double angle = 2 * 3.14159265358979 * (v + 0.5) / vertices;
        const float height = vertices == 4 ? along : across;
        outline.vertices.push_back({across * static_cast<float>(std::cos(angle)), height * static_cast<float>(std::sin(angle))});
      }
      shapes_.push_back(outline);
      places_.push_back(anywhere(0));
    }
    world_.polygons = shapes_;
    for (std::size_t k = 0; k < shapes_.size(); ++k) place(k);
  }

  /// Moves one of them.
  void move() {
    const auto k = static_cast<std::size_t>(random_.integer(0, static_cast<std::int32_t>(shapes_.size()) - 1));
    const WorldGrid& map = *world_.grid;
    const float reach = 3 * map.cell_size;
    places_[k] = places_[k] + Vec2{random_.between(-reach, reach), random_.between(-reach, reach)};
    const float margin = 8 * map.cell_size;
    const Vec2 from_map = places_[k] - map.origin;
    const auto size = [&](std::int32_t cells) { return static_cast<float>(cells) * map.cell_size; };
    const bool is_lost =
        from_map.x < -margin || from_map.y < -margin || from_map.x > size(map.width) + margin || from_map.y > size(map.height) + margin;
    if (is_lost || random_.once_in(25)) places_[k] = anywhere(0);
    if (random_.once_in(40)) places_[k] = anywhere(1000);
    place(k);
  }

  /// The map, with the obstacles as polygons.
  const World& world() const { return world_; }
  /// How near to an obstacle the center of a cell is blocked, in metres.
  float clearance() const { return 0.4f * world_.grid->cell_size; }
  /// Returns the map with what the obstacles block now.
  WorldGrid blocked_map() const { return *planning::with_blocked_cells(world_, 0, clearance()).grid; }

 private:
  /// Returns a place on the map, or so many metres west of one.
  Vec2 anywhere(float west) {
    const WorldGrid& map = *world_.grid;
    return {map.origin.x + random_.between(0, static_cast<float>(map.width) * map.cell_size) - west,
            map.origin.y + random_.between(0, static_cast<float>(map.height) * map.cell_size)};
  }
  void place(std::size_t k) {
    for (std::size_t v = 0; v < shapes_[k].vertices.size(); ++v) world_.polygons[k].vertices[v] = shapes_[k].vertices[v] + places_[k];
  }

  Random& random_;
  World world_;
  std::vector<Polygon> shapes_;
  std::vector<Vec2> places_;
};

/// A graph of a map on a backend that follows such obstacles.
template <class Execution>
class FollowedGraph {
 public:
  using Graph = planning::GridGraph<typename Execution::memory_space>;

  FollowedGraph(const Execution& execution, const ObstacleMoves& obstacles, planning::Connectivity connectivity)
      : graph_(planning::make_grid_graph(execution, *obstacles.world().grid, connectivity)) {
    follow(execution, obstacles);
  }
  /// Takes note of where the obstacles are. Returns whether a cell has turned.
  bool follow(const Execution& execution, const ObstacleMoves& obstacles) {
    changes_.follow(obstacles.world(), 0, obstacles.clearance());
    planning::change_grid_graph(execution, changes_.changed(), changes_.touched(), graph_, room_);
    return !changes_.touched().empty();
  }
  const Graph& graph() const { return graph_; }
  std::span<const std::int32_t> touched() const { return changes_.touched(); }
  /// The cells that have turned.
  std::vector<std::int32_t> turned() const {
    std::vector<std::int32_t> cells;
    for (const planning::CellChange& change : changes_.changed()) cells.push_back(change.cell);
    return cells;
  }

 private:
  planning::GridChanges changes_;
  Graph graph_;
  planning::ChangeBuffers<typename Execution::memory_space> room_;
};

}  // namespace plethos::tests
