#include "scenarios/paths/path_moves.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "scenarios/paths/moving_square.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::scenarios {
namespace {

std::uint64_t value_of(const std::vector<planning::Counter>& counters, const std::string& name) {
  const auto found = std::find_if(counters.begin(), counters.end(), [&](const planning::Counter& counter) { return counter.name == name; });
  return found == counters.end() ? 0 : found->value;
}

std::int64_t solved_of(const planning::Paths& paths) {
  std::int64_t solved = 0;
  for (std::size_t q = 0; q < paths.count(); ++q) solved += paths.is_solved(q) ? 1 : 0;
  return solved;
}

}  // namespace

std::uint64_t PathMove::changed(const std::string& counter) const { return value_of(changes, counter); }

const std::vector<std::string>& move_counters() {
  static const std::vector<std::string> names{"cells", "inserted", "removed", "updated", "invalidated"};
  return names;
}

std::vector<PathMove> make_moves(const PathProblems& problems, std::int64_t moves, std::uint64_t seed, PathSearch& search,
                                 const std::function<bool(std::size_t)>& after) {
  MovingSquare square(problems.scenario.world, seed);
  std::vector<PathMove> made;
  while (static_cast<std::int64_t>(made.size()) < moves && after(made.size())) {
    const World& world = square.move();
    const std::vector<planning::Counter> before = search.counters();
    const PathPass pass = search.find_after(world, square.staying());
    PathMove& move = made.emplace_back();
    move.follow_ms = pass.offline_ms;
    move.online_ms = pass.online_ms;
    move.repaired = pass.repaired;
    move.solved = solved_of(pass.paths);
    move.checksum = planning::checksum(pass.paths);
    for (const planning::Counter& counter : search.counters()) {
      const std::uint64_t known = value_of(before, counter.name);
      if (counter.value >= known) move.changes.push_back({counter.name, counter.value - known});
    }
  }
  return made;
}

void require_same_ways(std::int64_t repetition, std::uint64_t found, std::uint64_t expected) {
  if (found == expected) return;
  throw MachineError("repetition " + std::to_string(repetition) + " found other ways: found checksum " + hexadecimal(found) +
                     ", expected " + hexadecimal(expected));
}

void require_same_ways(std::int64_t repetition, const std::vector<PathMove>& found, const std::vector<PathMove>& expected) {
  for (std::size_t k = 0; k < std::min(found.size(), expected.size()); ++k) {
    require_same_ways(repetition, found[k].checksum, expected[k].checksum);
  }
}

Json moves_json(const std::vector<std::vector<PathMove>>& repetitions, double first_follow_ms, double first_online_ms,
                std::int64_t solved) {
  Json json;
  for (const char* name : {"move", "move_ms", "move_follow_ms", "move_online_ms", "move_solved"}) json[name] = Json::array();
  const auto add = [&](std::size_t move, double ms, double follow_ms, double online_ms, std::int64_t found) {
    json["move"].push_back(move);
    json["move_ms"].push_back(ms);
    json["move_follow_ms"].push_back(follow_ms);
    json["move_online_ms"].push_back(online_ms);
    json["move_solved"].push_back(found);
  };
  add(0, first_follow_ms + first_online_ms, first_follow_ms, first_online_ms, solved);
  for (const std::string& counter : move_counters()) json["move_" + counter] = Json::array({0});
  for (std::size_t k = 0; !repetitions.empty() && k < repetitions.front().size(); ++k) {
    std::vector<double> ms, follow_ms, online_ms;
    for (const std::vector<PathMove>& moves : repetitions) {
      ms.push_back(moves[k].ms());
      follow_ms.push_back(moves[k].follow_ms);
      online_ms.push_back(moves[k].online_ms);
    }
    const PathMove& move = repetitions.front()[k];
    add(k + 1, median(ms), median(follow_ms), median(online_ms), move.solved);
    for (const std::string& counter : move_counters()) json["move_" + counter].push_back(move.changed(counter));
  }
  return json;
}

}  // namespace plethos::scenarios
