#include "scenarios/cli/summary.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scenarios/run/behavior_json.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"
#include "scenarios/run/parameters_json.hpp"

namespace plethos::cli {

namespace {

std::string arrival_text(const scenarios::ArrivalTimes& times) {
  const auto text = [](const char* name, const std::optional<double>& time) {
    char buffer[64] = "";
    if (time) std::snprintf(buffer, sizeof buffer, "%s %.4g s", name, *time);
    return std::string(buffer);
  };
  std::string all;
  for (const std::string& some : {text("half", times.half), text("90%", times.nine_tenths), text("the last", times.last)}) {
    if (!some.empty()) all += (all.empty() ? "" : ", ") + some;
  }
  return all;
}

}  // namespace

double Summary::agent_steps_per_second() const {
  return seconds > 0 ? static_cast<double>(agents) * static_cast<double>(steps - first_step) / seconds : 0;
}

bool Summary::was_repaired() const {
  return std::any_of(planner.begin(), planner.end(),
                     [](const planning::Counter& counter) { return counter.name == "repairs" && counter.value > 0; });
}

scenarios::RunEnd Summary::end() const { return {steps, travelers, statistics.arrived, endless, interrupted, unfinished, failed}; }

void print(const Summary& summary, const backends::Backend& backend) {
  const auto& s = summary.statistics;
  std::printf("\nsteps               %" PRId64 "\n", summary.steps);
  std::printf("ended               %s\n", scenarios::end_text(summary.end()).c_str());
  if (!summary.standing_text.empty()) std::printf("under way           %s\n", summary.standing_text.c_str());
  std::printf("arrived             %" PRId64 " of %" PRId64 "\n", s.arrived, summary.travelers);
  const std::string times = arrival_text(summary.arrival_times);
  std::printf("arrival             %s\n", times.empty() ? "nobody so far" : times.c_str());
  if (summary.steps > summary.first_step) {
    std::printf("time per step       %.4g ms mean, %.4g ms median\n",
                1e3 * summary.seconds / static_cast<double>(summary.steps - summary.first_step),
                1e3 * scenarios::median(summary.step_times));
    std::printf("agent-steps/s       %.4g\n", summary.agent_steps_per_second());
    const std::string hint = scenarios::busy_hint(summary.step_times, summary.seconds, backend.name);
    if (!hint.empty()) std::printf("hint                %s\n", hint.c_str());
  }
  if (summary.ranks > 1) {
    std::printf(
        "ranks               imbalance %.3g, ghosts %.3g%%, exchange %.3g%% of the time, %" PRIu64 " migrations, divided anew %" PRIu64
        " times%s\n",
        summary.shares.imbalance, 100 * summary.shares.ghost_share, 100 * summary.shares.exchange_share, summary.shares.migrations,
        summary.shares.divisions,
        backends::on_device(backend.name) ? (std::string(", between GPUs: ") + distribution::name_of(summary.shares.path)).c_str() : "");
  }
  if (std::isfinite(s.minimum_separation)) {
    std::printf("minimum separation  %.4g m\n", static_cast<double>(s.minimum_separation));
  } else {
    std::printf("minimum separation  no two agents came near each other\n");
  }
  std::printf("overlaps            %" PRIu64 "%s, minimum distance %.4g m\n", s.overlaps, scenarios::disc_text(summary.radii).c_str(),
              summary.minimum_distance);
  if (s.lost > 0) std::printf("lost                %" PRIu64 " agent-steps without goal or roadmap in sight\n", s.lost);
  if (!summary.planner.empty()) {
    std::printf("planner            ");
    for (const planning::Counter& counter : summary.planner) std::printf(" %" PRIu64 " %s", counter.value, counter.name.c_str());
    std::printf("\n");
  }
  if (summary.was_repaired()) {
    std::printf("repairs            ");
    const char* separator = "";
    for (const planning::PlannerTime& time : summary.repair_times) {
      std::printf("%s %s %.4g ms", separator, time.part.c_str(), 1e3 * time.seconds);
      separator = ",";
    }
    std::printf("\n");
  }
  if (summary.checkpoints > 0) {
    std::printf("checkpoints         %d, %.3g s at most\n", summary.checkpoints, summary.checkpoint_seconds);
  }
  if (summary.behavior) std::fputs(scenarios::behavior_text(*summary.behavior).c_str(), stdout);
  if (const auto& ratio = summary.time_over_ways; ratio && ratio->count > 0) {
    std::printf("time over way       %.3g to %.3g, mean %.3g; way of the planner, alone on it\n", ratio->least, ratio->most, ratio->mean);
  }
  std::printf("checksum            %s\n", scenarios::hexadecimal(summary.checksum).c_str());
}

void write_json(JsonOutput& output, const CallRecord& call, const Header& header, const Json& machine, const Summary& summary,
                const scenarios::Scenario& scenario, const simulation::MethodChoices& methods, const backends::Backend& backend) {
  Json json = call.json("plethos-run");
  for (const auto& [name, value] : header) json["header"][name] = value;
  json["machine"] = machine;
  for (const simulation::MethodFamily& family : simulation::method_families()) json["methods"][family.name] = methods.*family.chosen;
  json["parameters"] = scenarios::parameters_json(scenario.parameters, methods);
  json["group_parameters"] = scenarios::group_parameters_json(methods, scenario.groups);
  const auto& s = summary.statistics;
  json["steps"] = summary.steps;
  json["simulated_s"] = summary.simulated_seconds;
  json["wall_s"] = call.wall_seconds();
  json["restarted_at"] = summary.first_step;
  json["checkpoints"] = summary.checkpoints;
  json["checkpoint_s_most"] = summary.checkpoint_seconds;
  json["agents"] = summary.agents;
  json["travelers"] = summary.travelers;
  json["arrived"] = s.arrived;
  json["under_way"] = summary.end().under_way();
  json["arrival_s_median"] = scenarios::or_null(summary.arrival_times.half);
  json["arrival_s_p90"] = scenarios::or_null(summary.arrival_times.nine_tenths);
  json["arrival_s_last"] = scenarios::or_null(summary.arrival_times.last);
  const auto& ratio = summary.time_over_ways;
  const bool knows_ratio = ratio && ratio->count > 0;
  json["time_over_straight"] = scenarios::or_null(knows_ratio ? std::optional(ratio->mean) : std::nullopt);
  json["time_over_straight_most"] = scenarios::or_null(knows_ratio ? std::optional(ratio->most) : std::nullopt);
  json["ended"] = scenarios::end_name(summary.end());
  if (summary.standing) {
    const scenarios::Standing& left = *summary.standing;
    json["standing"] = {
        {"without_way_over_grid", left.closed}, {"pressed", left.pressed}, {"standing", left.standing}, {"walking", left.walking}};
  }
  // A restart of a run that had ended takes no step.
  const bool steps = !summary.step_times.empty();
  json["ms_per_step_median"] = steps ? Json(1e3 * scenarios::median(summary.step_times)) : Json();
  json["agent_steps_per_s"] = steps ? Json(summary.agent_steps_per_second()) : Json();
  json["min_separation"] = scenarios::finite_or_null(static_cast<double>(s.minimum_separation));
  json["overlaps"] = s.overlaps;
  json["disc_radius"] = summary.radii.least;
  json["disc_radius_most"] = summary.radii.most;
  json["lost"] = s.lost;
  for (const planning::Counter& counter : summary.planner) json["planner"][counter.name] = counter.value;
  for (const planning::PlannerTime& time : summary.repair_times) json["repair_ms"][time.part] = 1e3 * time.seconds;
  add_json(summary.findings, scenario, json);
  if (summary.behavior) json["behavior"] = scenarios::behavior_json(*summary.behavior);
  json["checksum"] = scenarios::hexadecimal(summary.checksum);
  json["reproducible"] = simulation::irreproducible_text(methods).empty();
  json["backend"] = backend.name;
  json["lanes"] = backend.lanes();
  json["threads"] = backend.threads;
  json["seed"] = scenario.parameters.seed;
  json["ranks"] = summary.ranks;
  if (summary.ranks > 1) {
    json["imbalance"] = summary.shares.imbalance;
    json["ghost_share"] = summary.shares.ghost_share;
    json["exchange_share"] = summary.shares.exchange_share;
    json["migrations"] = summary.shares.migrations;
    json["divisions"] = summary.shares.divisions;
    if (backends::on_device(backend.name)) json["between_gpus"] = distribution::name_of(summary.shares.path);
  }
  json["interrupted"] = summary.interrupted;
  output.write(json);
}

}  // namespace plethos::cli
