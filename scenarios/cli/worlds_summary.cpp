#include "scenarios/cli/worlds_summary.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/frame_rate.hpp"
#include "core/text.hpp"
#include "scenarios/run/behavior_json.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"
#include "scenarios/run/parameters_json.hpp"

namespace plethos::cli {
namespace {

using scenarios::WorldResult;

/// People can read so many lines.
constexpr std::size_t most_lines = 16;

/// Returns seeds as people write them: "1..256", or "1,5,9..12".
std::string seeds_text(const std::vector<std::uint64_t>& seeds) {
  std::string text;
  for (std::size_t first = 0; first < seeds.size();) {
    std::size_t last = first;
    while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(seeds[first]);
    if (last > first) text += ".." + std::to_string(seeds[last]);
    first = last + 1;
  }
  return text;
}

/// Sums, and the least and the greatest, over all worlds.
struct OfAllWorlds {
  std::map<std::string, std::int64_t> ends;                   // worlds by how they ended
  std::int64_t agents = 0, world_steps = 0, agent_steps = 0;  // steps until each world had ended
  std::int64_t travelers = 0, arrived = 0, steps_least = std::numeric_limits<std::int64_t>::max(), steps_most = 0;
  float minimum_separation = std::numeric_limits<float>::infinity();  // m
  std::uint64_t overlaps = 0, lost = 0;
  scenarios::MedianOfWorlds empty;  // s, the time until a world was
  std::uint64_t checksum = 0;       // of the worlds' checksums

  explicit OfAllWorlds(const std::vector<WorldResult>& worlds) {
    std::vector<std::optional<double>> times;
    std::vector<std::uint64_t> checksums;
    for (const WorldResult& world : worlds) {
      const simulation::Statistics& s = world.statistics;
      ++ends[scenarios::end_name(world.end())];
      agents += world.agents;
      world_steps += s.steps;
      agent_steps += s.steps * world.agents;
      travelers += world.travelers;
      arrived += s.arrived;
      steps_least = std::min(steps_least, s.steps);
      steps_most = std::max(steps_most, s.steps);
      minimum_separation = std::min(minimum_separation, s.minimum_separation);
      overlaps += s.overlaps;
      lost += s.lost;
      times.push_back(world.time_to_empty());
      checksums.push_back(world.checksum);
    }
    empty = scenarios::median_of_worlds(times);
    checksum = XXH3_64bits(checksums.data(), checksums.size() * sizeof checksums[0]);
  }
};

double per_second(std::int64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

std::string time_text(const std::optional<double>& time) {
  if (!time) return "beyond the run";
  char text[32];
  std::snprintf(text, sizeof text, "%.4g s", *time);
  return text;
}

void print_world(const WorldResult& world) {
  const simulation::Statistics& s = world.statistics;
  const std::optional<double> empty = world.time_to_empty();
  std::printf("seed %-14" PRIu64 " %s after %" PRId64 " steps, %" PRId64 " of %" PRId64 " arrived%s%s, %" PRIu64 " overlaps, checksum %s\n",
              world.seed, scenarios::end_name(world.end()).c_str(), s.steps, s.arrived, world.travelers, empty ? ", the last at " : "",
              empty ? time_text(empty).c_str() : "", s.overlaps, scenarios::hexadecimal(world.checksum).c_str());
}

Json world_json(const WorldResult& world, double time_step, const verify::BehaviorReport* behavior) {
  const simulation::Statistics& s = world.statistics;
  Json json = {{"seed", world.seed},
               {"agents", world.agents},
               {"travelers", world.travelers},
               {"steps", s.steps},
               {"simulated_s", static_cast<double>(s.steps) * time_step},
               {"ended", scenarios::end_name(world.end())},
               {"arrived", s.arrived},
               {"under_way", world.end().under_way()},
               {"arrival_s_median", scenarios::or_null(world.arrival_times.half)},
               {"arrival_s_p90", scenarios::or_null(world.arrival_times.nine_tenths)},
               {"arrival_s_last", scenarios::or_null(world.arrival_times.last)},
               {"min_separation", scenarios::finite_or_null(static_cast<double>(s.minimum_separation))},
               {"overlaps", s.overlaps},
               {"lost", s.lost},
               {"checksum", scenarios::hexadecimal(world.checksum)}};
  if (behavior != nullptr) json["behavior"] = scenarios::behavior_json(*behavior);
  return json;
}

}  // namespace

void WorldsSummary::add(const scenarios::EnsembleScenario& ensemble, const scenarios::WorldsResult& result,
                        const std::vector<planning::Counter>& counters) {
  for (std::size_t world = 0; world < result.worlds.size(); ++world) worlds[ensemble.places[world]] = result.worlds[world];
  for (const planning::Counter& counter : counters) {
    const auto known = std::ranges::find(planner, counter.name, &planning::Counter::name);
    if (known == planner.end()) {
      planner.push_back(counter);
    } else {
      known->value += counter.value;
    }
  }
  seconds += result.seconds;
  steps += result.steps;
  step_times.insert(step_times.end(), result.step_times.begin(), result.step_times.end());
  interrupted = interrupted || result.interrupted;
}

Header worlds_header(const std::vector<scenarios::EnsembleScenario>& ensembles, const std::vector<std::uint64_t>& seeds,
                     const simulation::MethodChoices& methods, Header header) {
  std::erase_if(header, [](const auto& entry) { return entry.first == "seed"; });
  std::string text = std::to_string(seeds.size()) + ", of the seeds " + seeds_text(seeds);
  if (ensembles.size() > 1) {
    const std::string alone = simulation::one_world_text(methods);
    text += alone.empty() ? "; they differ in walls or the like, and are " + std::to_string(ensembles.size()) + " ensembles that run" : ";";
    text += " one after the other";
    if (!alone.empty()) text += ", as " + alone + " cannot tell worlds apart";
  }
  header.emplace_back("worlds", text);
  return header;
}

void print(const WorldsSummary& summary) {
  const std::vector<WorldResult>& worlds = summary.worlds;
  const OfAllWorlds all(worlds);
  std::string ends;
  for (const auto& [name, count] : all.ends) ends += (ends.empty() ? "" : ", ") + std::to_string(count) + " " + name;
  std::printf("\nworlds              %zu: %s\n", worlds.size(), ends.c_str());
  std::printf("steps               %" PRId64 " to %" PRId64 "\n", all.steps_least, all.steps_most);
  std::printf("arrived             %" PRId64 " of %" PRId64 "\n", all.arrived, all.travelers);
  std::printf("time to empty       median %s, 90%% of worlds %s", time_text(all.empty.median).c_str(),
              time_text(all.empty.nine_tenths).c_str());
  if (all.empty.low)
    std::printf("; 95%% interval of the median %s to %s", time_text(all.empty.low).c_str(), time_text(all.empty.high).c_str());
  std::printf("\n");
  if (summary.steps > 0) {
    std::printf("time per step       %.4g ms mean, %.4g ms median\n", 1e3 * summary.seconds / static_cast<double>(summary.steps),
                1e3 * scenarios::median(summary.step_times));
    std::printf("world-steps/s       %.4g\n", per_second(all.world_steps, summary.seconds));
    std::printf("agent-steps/s       %.4g\n", per_second(all.agent_steps, summary.seconds));
  }
  if (std::isfinite(all.minimum_separation)) {
    std::printf("minimum separation  %.4g m\n", static_cast<double>(all.minimum_separation));
  } else {
    std::printf("minimum separation  no two agents came near each other\n");
  }
  std::printf("overlaps            %" PRIu64 "\n", all.overlaps);
  if (all.lost > 0) std::printf("lost                %" PRIu64 " agent-steps without goal or roadmap in sight\n", all.lost);
  if (!summary.planner.empty()) {
    std::printf("planner            ");
    for (const planning::Counter& counter : summary.planner) std::printf(" %" PRIu64 " %s", counter.value, counter.name.c_str());
    std::printf("\n");
  }
  if (worlds.size() <= most_lines) {
    for (const WorldResult& world : worlds) print_world(world);
  }
  std::printf("checksum            %s, of the worlds' checksums\n", scenarios::hexadecimal(all.checksum).c_str());
}

Json worlds_json(const CallRecord& call, const Header& header, const Json& machine, const WorldsSummary& summary) {
  const scenarios::Scenario& scenario = summary.scenario;
  const OfAllWorlds all(summary.worlds);
  Json json = call.json("plethos-ensemble");
  for (const auto& [name, value] : header) json["header"][name] = value;
  json["machine"] = machine;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    json["methods"][family.name] = summary.methods.*family.chosen;
  }
  json["parameters"] = scenarios::parameters_json(scenario.parameters, summary.methods);
  json["group_parameters"] = scenarios::group_parameters_json(summary.methods, scenario.groups);
  add_json(summary.findings, scenario, json);
  json["agents"] = all.agents;
  json["travelers"] = all.travelers;
  json["arrived"] = all.arrived;
  for (const auto& [name, count] : all.ends) json["ended"][name] = count;
  json["ensembles"] = summary.ensembles;
  json["steps_most"] = all.steps_most;
  json["wall_s"] = call.wall_seconds();
  json["empty_s_median"] = scenarios::or_null(all.empty.median);
  json["empty_s_p90"] = scenarios::or_null(all.empty.nine_tenths);
  json["empty_s_median_low"] = scenarios::or_null(all.empty.low);
  json["empty_s_median_high"] = scenarios::or_null(all.empty.high);
  const bool steps = !summary.step_times.empty();
  json["ms_per_step_median"] = steps ? Json(1e3 * scenarios::median(summary.step_times)) : Json();
  json["steps_s"] = summary.seconds;
  json["world_steps_per_s"] = steps ? Json(per_second(all.world_steps, summary.seconds)) : Json();
  json["agent_steps_per_s"] = steps ? Json(per_second(all.agent_steps, summary.seconds)) : Json();
  json["min_separation"] = scenarios::finite_or_null(static_cast<double>(all.minimum_separation));
  json["overlaps"] = all.overlaps;
  json["lost"] = all.lost;
  for (const planning::Counter& counter : summary.planner) json["planner"][counter.name] = counter.value;
  json["checksum"] = scenarios::hexadecimal(all.checksum);
  json["reproducible"] = simulation::irreproducible_text(summary.methods).empty();
  json["backend"] = summary.backend.name;
  json["lanes"] = summary.backend.lanes();
  json["threads"] = summary.backend.threads;
  json["interrupted"] = summary.interrupted;
  json["worlds"] = Json::array();
  const double time_step = 1 / frame_rate(scenario.parameters.time_step, 1);
  for (std::size_t world = 0; world < summary.worlds.size(); ++world) {
    json["worlds"].push_back(world_json(summary.worlds[world], time_step, summary.behaviors.empty() ? nullptr : &summary.behaviors[world]));
  }
  return json;
}

}  // namespace plethos::cli
