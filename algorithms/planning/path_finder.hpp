#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/paths.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "core/parameter_table.hpp"
#include "core/world.hpp"

namespace plethos::backends {
struct Backend;
}

namespace plethos::planning {

/// Returns a 64-bit hash (XXH3) of which queries have a way, and of the points' bits.
std::uint64_t checksum(const Paths& paths);
/// Returns the same of a map's size, passable cells and costs.
std::uint64_t checksum(const GridMap& map);

/// Answers queries for ways on one backend, without a simulation.
class PathFinder {
 public:
  virtual ~PathFinder() = default;
  /// The offline part: builds all that does not depend on queries, and waits for it. The caller calls it before find(), and again after a
  /// change of the world. Errors: InputError for a world that is too large for the planner.
  virtual void prepare(const World& world) = 0;
  /// Takes over a world that differs from the one of the last prepare() in its last obstacles alone: world.polygons[staying] and following,
  /// which have come, moved or gone since the last prepare() or follow(). In a grid they block the cells whose centers lie inside of them,
  /// or nearer to them than `clearance` (m). The next find() has the ways of a finder that was prepared for the grid with these cells
  /// blocked. Returns whether it has repaired what it has, fields of the last find() as well; otherwise it has built all anew, at the cost
  /// of prepare() and of a copy of the grid. Errors: as prepare().
  virtual bool follow(const World& world, std::size_t staying, float clearance);
  /// Claims what find() of these queries will claim, as far as that does not depend on their ways, and lets a device load the kernels,
  /// which takes longer than many a search. So the first find() takes about as long as later ones. The caller calls it after prepare().
  /// What find() has kept for follow() is lost. Cost: memory and launches, and little work.
  virtual void claim(std::span<const PathQuery> /*queries*/) {}
  /// The online part: copies the queries to the backend, searches, and copies the ways from there. The same queries have the same ways, bit
  /// for bit, on every backend.
  virtual Paths find(std::span<const PathQuery> queries) = 0;
  /// Returns the bytes of the backend's memory that it holds for what prepare() has built and for searches, not for queries and ways.
  virtual std::uint64_t bytes() const = 0;
  /// Returns how many cells, leaves or nodes the world is divided into for searches, blocked ones as well, after prepare(). 0: nobody has
  /// counted them.
  virtual std::int64_t states() const { return 0; }
  /// Returns what the finder has counted since it was made, such as what its repairs have changed. Cost: a copy of the numbers.
  virtual std::vector<Counter> counters() const { return {}; }
  /// Returns how many queries the last find() worked on at the same time, at most.
  virtual std::int64_t in_flight() const { return 1; }
  /// Returns the graph that ways are searched in first, after prepare(); an empty one if the planner has none. Cost: a copy of it.
  virtual AbstractGraph abstract_graph() const { return {}; }
  /// Returns the field of a place (m), after prepare(); an empty one if the planner has none, or the place is blocked. What find() keeps
  /// for follow() is lost. Cost: the field, and a copy of it.
  virtual GoalField field(Vec2 /*goal*/) { return {}; }
  /// Returns how many bytes of the backend's memory prepare() of a world and find() of so many queries claim at least. Both may claim more
  /// where the world's shape decides. Cost: what the world knows of itself, and no search. Errors: InputError for a world that lacks what
  /// the planner needs.
  virtual std::uint64_t least_bytes(const World& world, std::size_t queries) const = 0;
};

/// Makes a path finder for agents of radii up to `setup.largest_radius`; `setup.agents` means nothing here. Needs a backends::Runtime.
/// Errors: InputError for an unknown planner, one that answers no queries without a simulation, or one that was not added for this kind of
/// backend.
std::unique_ptr<PathFinder> make_path_finder(const backends::Backend& backend, const std::string& planner, const PlannerSetup& setup,
                                             const ParameterValues& values);

/// Throws MachineError if what a path finder claims at least, for so many queries in a world, is more than is free on its backend.
/// `planner` is its name, for the message. Errors: as PathFinder::least_bytes(), too.
void require_memory(const PathFinder& finder, const backends::Backend& backend, const std::string& planner, const World& world,
                    std::size_t queries);

/// Returns the names of the planners that answer queries without a simulation.
std::vector<std::string> path_planners();

/// Throws InputError for a planner that is not one of path_planners(). `label` begins the message, such as "FILE:LINE: KEY: ".
void require_path_planner(const std::string& planner, const std::string& label);

}  // namespace plethos::planning
