#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "backends/backend.hpp"
#include "perf/study/rank_groups.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/study.hpp"
#include "scenarios/json.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/paths/path_problems.hpp"
#include "scenarios/request.hpp"

namespace plethos::study {

/// A user's changes to a study. An empty list leaves the study's own.
struct StudyOptions {
  std::vector<std::string> backends{};
  std::vector<std::string> lanes{};
  std::vector<std::int64_t> threads{};
  bool quick = false;
  std::string maps{};  ///< the folder of the files of maps and problems that the study names; empty: the current one
  std::optional<std::int64_t> processes{};
  std::optional<std::int64_t> agents_at_most{};  ///< runs with more agents, in a world, are left out
};

/// What only runs of kind `simulation` have.
struct SimulationRun : SimulationSteps {
  std::int64_t agents_per_rank = 0;  ///< as the study says; 0: it gives the number of all
  std::int64_t worlds = 1;           ///< simulated at once, each with PlannedRun::agents
  bool until_arrived = false;
};

/// The queries that a run of kind `paths` answers, or the one whose goal a run of kind `potentials` takes. `at_most` is that of --quick.
struct QueryRun : scenarios::QuerySet {
  std::int64_t moves = 0;          ///< QueryBlock::moves
  std::string optimum;             ///< QueryBlock::optimum
  ParameterValues optimum_values;  ///< those of the run's that this planner heeds
  std::string map, scen;           ///< the files as the study names them
  std::int64_t cells = 0;          ///< whose potential is solved
  std::int64_t sweeps = 0;         ///< the most of a solver
};

/// The world of runs as it was made once.
struct WorldFacts {
  std::int64_t size;  ///< agents, queries, or cells whose potential is solved
  std::int64_t steps;
  scenarios::NamedMethods methods;
  std::string content;
  std::string fault;
  std::vector<std::string> left_out = {};  ///< "FILE: what: why", for parts of the study's files that no run has
};

/// One run, with everything that determines it.
struct PlannedRun {
  const RunKind* kind = nullptr;
  scenarios::ScenarioRequest scenario;  ///< without the settings that the run does not use
  simulation::MethodChoices methods;
  backends::BackendOptions backend;  ///< of each rank
  int threads_asked = 0;             ///< by the study or the user; 0: all, of which each rank takes its part
  int ranks = 1;                     ///< how many share the run
  int ranks_on_host = 1;             ///< the most of them on one host
  std::int64_t agents = 0;           ///< in the scenario as it is made, of several worlds in the first
  std::int64_t repetitions = 0;
  bool until_precise = false;                                ///< RunBlock::until_precise
  int processes = 1;                                         ///< how many measure its times
  int process = 0;                                           ///< which of them this is; those after the first measure nothing else
  std::variant<SimulationRun, QueryRun, EmptyingBlock> own;  ///< what only runs of its kind have
  std::string content;  ///< hash of the scenario's file, agents, goals and obstacles, or of the queries
  std::string key;      ///< hash of all of this, of the program and of the device: equal keys, equal runs
  std::string fault;    ///< why this machine cannot make the run: its scenario does not fit into memory, or is missing; otherwise empty
  std::string missing;  ///< "KEY: ...", a file of the study that is not there; otherwise empty
};

struct Plan {
  std::vector<PlannedRun> runs;      ///< without repetition
  std::vector<std::string> skipped;  ///< "what: why", for parts that this build or machine lacks
  std::vector<std::string> missing;  ///< "FILE:LINE: KEY: ...", for files that the runs need and that are not there
};

/// Plans all runs of a study on this machine. Parts that the machine lacks are skipped, unless the options name them. Every scenario is
/// made once, so that mistakes are found before the first run. A scenario that does not fit into this machine's memory makes runs with a
/// fault. So does a map that is not there; what such a map would tell of its runs is missing in the plan. An interrupt leaves the plan
/// unfinished. Runs on more ranks than there are are skipped. All ranks plan the same. Needs a backends::Runtime. Errors: InputError for an
/// unknown scenario, method, setting or backend; as make_backend() for a backend or lanes that options name.
Plan plan_runs(const Study& study, const StudyOptions& options, const RankGroups& groups = {});

/// Returns a run's settings as "settings" in the JSON, the same on every machine.
Json settings_json(const PlannedRun& run);

/// Returns a request for every scenario of a block, or every map that it draws, with each of its numbers of agents, which are at most those
/// of --quick.
std::vector<scenarios::ScenarioRequest> scenario_requests(const RunBlock& block, const Quick* quick);
/// Returns how often a block's runs are repeated.
std::int64_t repetitions_of(const RunBlock& block, const Quick* quick);

/// Returns the values of --set as "set" in the JSON, and as ", KEY=VALUE" for people.
Json set_json(const scenarios::Settings& settings);
std::string settings_text(const scenarios::Settings& settings);

/// Returns the machine of a run: the fields of machine_fields().
Json machine_json(const PlannedRun& run, const backends::Backend& backend);

/// Returns the beginning of the JSON of a run that is done: its key, its settings and its machine. `load` is that of the machine before the
/// run.
Json done_run(const PlannedRun& run, const backends::Backend& backend, double load);

/// Returns the JSON of a run that could not be made, and the reason.
Json failed_run(const PlannedRun& run, const std::string& error);

/// Returns a text for people, such as "evacuation, 500 agents, grid, openmp".
std::string describe(const PlannedRun& run);

}  // namespace plethos::study
