#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "backends/backend.hpp"
#include "perf/study/study.hpp"
#include "scenarios/request.hpp"

namespace plethos::study {

/// What a user wants different from what the study says. Empty lists: as the study says.
struct StudyOptions {
  std::vector<std::string> backends;
  std::vector<std::string> lanes;
  std::vector<std::int64_t> threads;
  bool quick = false;
};

/// One run, with everything that determines it.
struct PlannedRun {
  scenarios::ScenarioRequest scenario;  ///< with those settings that the run has a use for
  simulation::Methods methods;
  backends::BackendOptions backend;
  std::int64_t agents = 0;    ///< of the scenario as it is made
  std::int64_t start_at = 0;  ///< steps that the crowd has taken before
  std::string start_by;       ///< avoidance that it took them with
  std::int64_t steps = 0;     ///< at most, from there on
  bool until_arrived = false;
  std::int64_t warm_up = 0;
  std::int64_t repetitions = 0;
  std::int64_t chunk = 16;
  bool arrival = false;
  bool stages = false;
  bool bound = false;
  bool avoidance_parts = false;
  bool behavior = false;
  std::string content;  ///< hash of the scenario's file, agents, goals and obstacles
  std::string key;      ///< hash of all of this, of the program and of the device: equal keys, equal runs
  std::string fault;    ///< why the run cannot be made on this machine: no memory for its scenario; else empty
};

struct Plan {
  std::vector<PlannedRun> runs;      ///< without repetition
  std::vector<std::string> skipped;  ///< "what: why", for what this build or machine lacks
};

/// All runs of a study on this machine. What it lacks is skipped, unless the options name it. Every scenario is made once, so that mistakes
/// are found before the first run; one that this machine has no memory for makes runs with a fault. An interrupt leaves the plan
/// unfinished. Needs a backends::Runtime. Errors: InputError for an unknown scenario, method, setting or backend; as make_backend() for a
/// backend or lanes that options name.
Plan plan_runs(const Study& study, const StudyOptions& options);

/// What the run is made with, as "settings" in the JSON: the same on every machine.
nlohmann::ordered_json settings_json(const PlannedRun& run);

/// What a run runs on: the fields of machine_fields().
nlohmann::ordered_json machine_json(const backends::Backend& backend);

/// "evacuation, 500 agents, grid, flat, cuda", for people.
std::string describe(const PlannedRun& run);

}  // namespace plethos::study
