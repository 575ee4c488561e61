#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "scenarios/json.hpp"
#include "scenarios/paths/path_pass.hpp"

namespace plethos::scenarios {

/// What came of an obstacle's move: the world is taken over, and all queries are answered.
struct PathMove {
  double follow_ms = 0;   ///< PathFinder::follow()
  double online_ms = 0;   ///< PathFinder::find()
  bool repaired = false;  ///< whether the planner has repaired what it had; otherwise it has built all anew
  std::int64_t solved = 0;
  std::uint64_t checksum = 0;                ///< of the ways
  std::vector<planning::Counter> changes{};  ///< by how much the planner's counters have grown

  double ms() const { return follow_ms + online_ms; }
  /// Returns by how much a counter has grown; 0 if the planner has no such counter.
  std::uint64_t changed(const std::string& counter) const;
};

/// The counters that tell what a move has changed: cells of the grid, leaves of a tree, and values that were taken back.
const std::vector<std::string>& move_counters();

/// Lets a square obstacle (moving_square.hpp) move so many times over the map of the problems, whose queries the search has just answered.
/// It ends early if `after`, which gets the number of moves so far, returns false. Errors: as MovingSquare and PathFinder::follow().
std::vector<PathMove> make_moves(const PathProblems& problems, std::int64_t moves, std::uint64_t seed, PathSearch& search,
                                 const std::function<bool(std::size_t)>& after);

/// Throws MachineError if a repetition has other ways than the first one, by their checksums.
void require_same_ways(std::int64_t repetition, std::uint64_t found, std::uint64_t expected);
/// Does the same for the ways after each move.
void require_same_ways(std::int64_t repetition, const std::vector<PathMove>& found, const std::vector<PathMove>& expected);

/// Returns columns: `move`, 0 for the initial plan and then counted; `move_ms`, `move_follow_ms` and `move_online_ms`, medians over the
/// repetitions; `move_solved`; and `move_COUNTER` for move_counters(). `first_follow_ms` and `first_online_ms` are the times of the initial
/// plan, `solved` how many queries it has solved. All repetitions have as many moves.
Json moves_json(const std::vector<std::vector<PathMove>>& repetitions, double first_follow_ms, double first_online_ms, std::int64_t solved);

}  // namespace plethos::scenarios
