#include "scenarios/cli/options.hpp"

#include <algorithm>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "backends/choices.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/bits/bit_case.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/option_values.hpp"
#include "scenarios/cli/plan_request.hpp"

namespace plethos::cli {
namespace {

constexpr std::int64_t most_queries = 10'000'000;

/// Refuses a name that is none of the known ones. `label` begins the message.
void require_name(const char* label, const char* kind, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) == known.end()) throw InputError(label + unknown_name_message(kind, name, known));
}

void add_pace_options(CLI::App& command, RunOptions& options) {
  command.add_flag_callback(
      "--no-regroup", [&options] { options.regroup = false; }, "Keep arrived agents in the working set (the same run, slower steps)");
  command.add_flag_callback(
      "--no-replay", [&options] { options.replay = false; }, "On a GPU, launch every kernel of every step by itself (the same run)");
  std::vector<std::string> choices(distribution::gpu_path_names.begin(), distribution::gpu_path_names.end());
  choices.push_back("auto");
  CLI::Option* const between_gpus = command.add_option_function<std::string>(
      "--between-gpus",
      [&options, choices](const std::string& choice) {
        require_name("--between-gpus: ", "choice", choice, choices);
        const auto at = static_cast<std::size_t>(std::find(choices.begin(), choices.end(), choice) - choices.begin());
        if (at < distribution::gpu_path_names.size()) options.between_gpus = static_cast<distribution::GpuPath>(at);
      },
      "How several ranks' GPUs tell each other of agents: through the memory of the host, by mpi that reads a GPU's memory, by ipc (GPUs "
      "of one "
      "host read each other's memory), or auto (the default: ipc where it works, else mpi where it says so of itself)");
  take_names(between_gpus, [choices] { return choices; });
}

/// Returns the named methods of a family with their sentences, for help.
std::string methods_text(const simulation::MethodFamily& family, const std::vector<std::string>& names) {
  std::vector<std::string> methods;
  for (const std::string& name : names) methods.push_back(name + " (" + family.find(name).sentence + ")");
  return joined_text(methods, "or");
}

void add_checkpoint_options(CLI::App& command, CheckpointOptions& checkpoints) {
  constexpr double most_minutes = 1e6;
  command.option_defaults()->group("Stop and go on");
  command.add_option("--checkpoint", checkpoints.file,
                     "Write all that further steps need to this HDF5 file, again and again, at the end, and on SIGUSR1 or SIGTERM");
  command.add_option("--checkpoint-every", checkpoints.every, "Minutes from one checkpoint to the next; 0: only at the end")
      ->capture_default_str()
      ->check(in_range(0., most_minutes));
  command
      .add_option("--time-limit", checkpoints.time_limit, "End after so many minutes, with exit code 4 if there is more to do; 0: never")
      ->capture_default_str()
      ->check(in_range(0., most_minutes));
  command.add_option("--restart", checkpoints.restart,
                     "Go on from this checkpoint of the same run, on any backend and any number of ranks");
}

void add_ensemble_options(CLI::App& command, RunOptions& options) {
  command.option_defaults()->group("Many worlds");
  command
      .add_option(
          "--worlds", options.worlds,
          "Run so many worlds of the scenario at once, drawn from the seeds that follow each other from --seed on; each has the bits "
          "of its run alone")
      ->check(in_range(std::int64_t{1}, std::int64_t{1000000}));
  command.add_option("--seeds", options.seeds, "The seeds of the worlds: 1..256, or 1,5,9..12")->type_name("SEEDS");
}

void add_output_options(CLI::App& command, RunOptions& options) {
  command.option_defaults()->group("What comes out");
  command.add_option(
      "--out", options.output,
      "Record the trajectory to this HDF5 file (readable while the run goes on; plethos render), or go on with it after --restart");
  command.add_option("--every", options.every, "Record every so many steps only")->capture_default_str()->check(step_range());
  add_json_option(command, options.json);
  command.add_flag("--verify", options.verify,
                   "Check every step, and report overlaps, walls crossed, detours and who arrives, also in --json (slower)");
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace

void add_json_option(CLI::App& command, std::string& json) {
  take_standard_output(command.add_option(
      "--json", json, "Write what was done and what came of it to this file; -: to stdout, and all that is printed for people to stderr"));
}

void add_backend_options(CLI::App& command, backends::BackendOptions& backend) {
  command.option_defaults()->group("Where it is computed");
  take_names(command
                 .add_option("--backend", backend.name,
                             "What computes: " + joined_text(backends::backend_names(), "or") + " (plethos info: which are here)")
                 ->capture_default_str(),
             backends::backend_names);
  take_names(
      command
          .add_option("--lanes", backend.lanes,
                      "Agents that a CPU thread computes at once: scalar (one), simd (the widest vector), or sse4, avx2, avx512, neon")
          ->capture_default_str(),
      backends::lanes_names);
  command.add_option("--threads", backend.threads, "Threads of a CPU backend; 0: all")->capture_default_str();
  take_names(
      command
          .add_option(
              "--schedule", backend.schedule,
              "How blocks of agents are spread over CPU threads: dynamic (one by one), static (in equal parts at once) or auto (in equal "
              "parts, of which threads that are done take blocks)")
          ->capture_default_str(),
      backends::schedule_choices);
  command
      .add_option(
          "--grain", backend.grain,
          "Agents of such a block, in multiples of 16, as far as a kernel can take them (avoidance: 256); 0: what suits each kernel")
      ->capture_default_str();
}

void add_scenario_options(CLI::App& command, scenarios::ScenarioRequest& request, std::vector<std::string>& settings) {
  take_names(command.add_option("scenario", request.name, "A scenario's name (plethos list) or a TOML file")->required(),
             scenarios::scenario_names);
  command.add_option("--agents", request.agents, "How many agents (default: what the scenario says)");
  command
      .add_option_function<std::string>(
          "--seed", [&request](const std::string& text) { request.seed = scenarios::parse_seed("--seed", text); },
          "Key of all random numbers: the same seed gives the same run (default: 1)")
      ->type_name("N");
  add_set_option(command, settings);
  add_map_files(command, request);
}

void add_set_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "A scenario's own key, a field of all agents, or a parameter of the run or of its methods (plethos list); may "
                  "be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_map_files(CLI::App& command, scenarios::ScenarioRequest& request) {
  command.add_option("--map", request.map_file, "Moving AI .map file, for the scenario 'map'");
  command.add_option("--scen", request.scen_file, "Moving AI .scen file: starts and goals for the scenario 'map', or the queries of plan");
  command.add_flag("--strict", request.strict, "Refuse a --scen file that has a problem which would be left out with a warning");
  command.add_option("--cost", request.cost_file,
                     "File of what the cells of the scenario 'map' cost, or none (default: FILE.map.cost if it lies beside FILE.map)");
}

CLI::Option* take_standard_output(CLI::Option* option) {
  return option->transform(CLI::Validator(
      [](std::string& path) {
        // Files are written beside their place and then renamed, which a device cannot be.
        if (path == "/dev/stdout") path = standard_output;
        return std::string();
      },
      ""));
}

CLI::Validator step_range() { return in_range(std::int64_t{1}, std::int64_t{1000000000}); }

void add_map_options(CLI::App& command, std::string& action, MapOptions& options, std::vector<std::string>& settings) {
  const std::vector<std::string> actions{"generate"};
  CLI::Option* const act = command.add_option_function<std::string>(
      "action",
      [&action, actions](const std::string& name) {
        require_name("map: ", "action", name, actions);
        action = name;
      },
      "generate: draws a map");
  take_names(act->required(), [actions] { return actions; });
  std::vector<std::string> kinds;
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) kinds.push_back(kind.name);
  take_names(command.add_option("kind", options.kind, "What it shows: " + joined_text(kinds, "or"))->required(), [kinds] { return kinds; });
  command.add_option("--size", options.size, "Cells: of both sides, or WIDTH HEIGHT")->expected(1, 2)->default_str("512");
  command
      .add_option_function<std::string>(
          "--seed", [&options](const std::string& text) { options.seed = scenarios::parse_seed("--seed", text); },
          "Key of all random numbers: the same seed gives the same map (default: 1)")
      ->type_name("N");
  command.add_option("--set", settings, "A key of the kind of map (plethos list); may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--out", options.output, "Write the map to this Moving AI .map file")->required();
  command.footer(
      "  plethos map generate rooms --size 256 --set room=20 --out rooms.map\n"
      "  plethos run map --map rooms.map --agents 500 --planner jps --avoidance orca\n");
}

void add_method_options(CLI::App& command, scenarios::ScenarioRequest& request) {
  command.option_defaults()->group("Methods");
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    CLI::Option* const option = command.add_option_function<std::string>(
        "--" + family.name, [&](const std::string& name) { request.methods[family.name] = family.find(name).name; },
        family.question + " (default: the scenario's, else " + family.methods.front().name + "): " + methods_text(family, family.names()));
    take_names(option, [&family] { return family.names(); });
  }
}

void add_plan_options(CLI::App& command, PlanOptions& options) {
  take_names(
      command.add_option("scenario", options.scenario.name,
                         "A scenario in whose world ways are searched: its name (plethos list) or a TOML file (default: map, with --map)"),
      scenarios::scenario_names);
  command.add_option("--agents", options.scenario.agents, "How many agents give the scenario its size (default: what the scenario says)");
  add_map_files(command, options.scenario);
  command.add_option("--queries", options.queries, "How many queries to draw at random, without --scen (default: 1000)")
      ->check(in_range(std::int64_t{1}, most_queries));
  command
      .add_option_function<std::string>(
          "--seed", [&options](const std::string& text) { options.seed = scenarios::parse_seed("--seed", text); },
          "Key of the queries that are drawn: the same seed gives the same queries (default: 1)")
      ->type_name("N");
  command.add_option("--goals", options.goals, "How many goals the queries share that are drawn (default: each has its own)")
      ->check(in_range(std::int64_t{1}, most_queries));
  command
      .add_option("--moves", options.moves, "Move a square obstacle over the map so many times, and answer all queries again after each")
      ->check(in_range(std::int64_t{1}, std::int64_t{1000}));
  command
      .add_option("--field", options.field,
                  "Record also the field of the goal of this query, by number from 0, of a planner that has fields")
      ->check(in_range(std::int64_t{0}, most_queries - 1));
  command.option_defaults()->group("How ways are found");
  const simulation::MethodFamily& family = simulation::method_family("planner");
  take_names(command.add_option("--planner", options.planner, "What searches the ways: " + methods_text(family, planning::path_planners()))
                 ->required(),
             planning::path_planners);
  for (const char* const name : {"connectivity", "block"}) {
    const ParameterInfo& info = *find_parameter(simulation::method_parameters(), name);
    CLI::Option* const option = command.add_option_function<std::string>(
        "--" + info.name, [&options, name](const std::string& text) { options.short_settings[name] = text; },
        "Short for --set " + info.name + "=...: " + info.description + " (" + range_text(info) + ")");
    offer_names(option->type_name("N"), [&info] { return info.choices; });
  }
  add_set_option(command, options.settings);
  CLI::Option* const optimum =
      command.add_option("--optimum", options.optimum,
                         "What lengths are compared with: a planner, or none (default: the lengths of --scen, else jps, astar where costs "
                         "differ, or roadmap where the planner searches no grid and there is no map)");
  take_names(optimum, [] {
    std::vector<std::string> names = planning::path_planners();
    names.emplace_back(no_optimum);
    return names;
  });
  command.add_option("--repetitions", options.repetitions, "Search so many times; times are medians")
      ->capture_default_str()
      ->check(in_range(std::int64_t{1}, std::int64_t{1000}));
  add_backend_options(command, options.backend);
  command.option_defaults()->group("What comes out");
  command.add_option("--out", options.output, "Write map, queries, ways and the planner's graph to this HDF5 file (plethos render)");
  add_json_option(command, options.json);
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
  command.footer(
      "Same queries: the same ways on every backend, bit for bit.\n"
      "\n"
      "  plethos map generate rooms --size 128 --out rooms.map\n"
      "  plethos plan --map rooms.map --planner pha --queries 100 --out paths.h5\n"
      "  plethos render paths.h5 --out paths.png\n"
      "  plethos plan narrow --planner roadmap --queries 100 --json narrow.json\n");
}

void add_verify_bits_options(CLI::App& command, VerifyBitsOptions& options) {
  command.option_defaults()->group("What is compared");
  take_names(command.add_option("--only", options.only, "Make this case alone; may be repeated (default: all)"), [] {
    std::vector<std::string> names;
    for (const scenarios::BitCase& one : scenarios::bit_cases()) names.push_back(one.name);
    return names;
  })->allow_extra_args(false);
  command.add_option("--from", options.from,
                     "Take the cases of this file, which --record has written (default: those that the program holds)");
  command.option_defaults()->group("Where it is computed");
  take_names(command.add_option("--backend", options.backend, "This backend alone (default: all that are here)"), backends::backend_names);
  take_names(command.add_option("--lanes", options.lanes, "These lanes alone (default: all that promise the same bits)"),
             backends::lanes_names);
  command.add_option("--threads", options.threads, "Threads of a CPU backend; 0: all")->capture_default_str();
  command.option_defaults()->group("What comes out");
  command.add_option("--record", options.record, "Compare nothing, but write the cases with the sums of serial scalar lanes to this file");
  add_json_option(command, options.json);
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
  command.footer(
      "The first thing to try on a new machine, device or compiler. A run that differs is named with the first step and stage that do.\n"
      "\n"
      "  plethos verify-bits\n"
      "  plethos verify-bits --backend serial --json bits.json\n"
      "  plethos verify-bits --record mine.json\n");
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_ensemble_options(command, options);
  add_pace_options(command, options);
  add_backend_options(command, options.backend);
  add_checkpoint_options(command, options.checkpoints);
  add_output_options(command, options);
}

}  // namespace plethos::cli
