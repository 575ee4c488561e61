#include "scenarios/cli/options.hpp"

#include "algorithms/simulation/methods.hpp"
#include "core/text.hpp"

namespace plethos::cli {
namespace {

void add_pace_options(CLI::App& command, RunOptions& options) {
  command.add_flag_callback(
      "--no-regroup", [&options] { options.regroup = false; }, "Keep arrived agents in the working set (the same run, slower steps)");
  command.add_flag_callback(
      "--no-replay", [&options] { options.replay = false; }, "On a GPU, launch every kernel of every step by itself (the same run)");
}

void add_backend_options(CLI::App& command, backends::BackendOptions& backend) {
  command.option_defaults()->group("Where it is computed");
  command
      .add_option("--backend", backend.name,
                  "What computes: " + joined_text(backends::backend_names(), "or") + " (plethos info: which are here)")
      ->capture_default_str();
  command
      .add_option("--lanes", backend.lanes,
                  "Agents that a CPU thread computes at once: scalar (one), simd (the widest vector), or sse4, avx2, avx512, neon")
      ->capture_default_str();
  command.add_option("--threads", backend.threads, "Threads of a CPU backend; 0: all")->capture_default_str();
  command
      .add_option("--schedule", backend.schedule,
                  "How blocks of agents are spread over CPU threads: dynamic, static (in equal parts at once) or auto")
      ->capture_default_str();
  command
      .add_option(
          "--grain", backend.grain,
          "Agents of such a block, in multiples of 16, as far as a kernel can take them (avoidance: 256); 0: what suits each kernel")
      ->capture_default_str();
}

void add_output_options(CLI::App& command, RunOptions& options) {
  command.option_defaults()->group("What comes out");
  command.add_option("--out", options.output, "Record the trajectory to this HDF5 file (readable while the run goes on; plethos render)");
  command.add_option("--every", options.every, "Record every so many steps only")->capture_default_str()->check(step_range());
  command.add_option("--json", options.json, "Write what was run and what came of it to this file");
  command.add_flag("--verify", options.verify,
                   "Check every step, and report overlaps, walls crossed, detours and who arrives, also in --json (slower)");
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace

void add_scenario_options(CLI::App& command, scenarios::ScenarioRequest& request, std::vector<std::string>& settings) {
  command.add_option("scenario", request.name, "A scenario's name (plethos list) or a TOML file")->required();
  command.add_option("--agents", request.agents, "How many agents (default: what the scenario says)");
  command.add_option_function<std::string>(
      "--seed", [&request](const std::string& text) { request.seed = scenarios::parse_seed("--seed", text); },
      "Key of all random numbers: the same seed gives the same run (default 1)");
  command
      .add_option("--set", settings,
                  "KEY=VALUE: a scenario's own key, a field of all agents, or a parameter of the run or of its methods (plethos list); may "
                  "be repeated")
      ->allow_extra_args(false);
  command.add_option("--map", request.map_file, "Moving AI .map file, for the scenario 'map'");
  command.add_option("--scen", request.scen_file, "Moving AI .scen file: starts and goals for the scenario 'map'");
  command.add_option("--cost", request.cost_file,
                     "File of what the cells of the scenario 'map' cost, or none (default: FILE.map.cost if it lies beside FILE.map)");
}

CLI::Validator step_range() { return CLI::Range(std::int64_t{1}, std::int64_t{1000000000}).description(""); }

void add_map_options(CLI::App& command, std::string& action, MapOptions& options, std::vector<std::string>& settings) {
  command.add_option("action", action, "generate: draws a map")->required()->check(CLI::IsMember({"generate"}))->option_text("generate");
  std::vector<std::string> kinds;
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) kinds.push_back(kind.name);
  command.add_option("kind", options.kind, "What it shows: " + joined_text(kinds, "or"))->required();
  command.add_option("--size", options.size, "Cells: of both sides, or WIDTH HEIGHT")->expected(1, 2)->capture_default_str();
  command.add_option_function<std::string>(
      "--seed", [&options](const std::string& text) { options.seed = scenarios::parse_seed("--seed", text); },
      "Key of all random numbers: the same seed gives the same map (default 1)");
  command.add_option("--set", settings, "KEY=VALUE: a key of the kind of map (plethos list); may be repeated")->allow_extra_args(false);
  command.add_option("--out", options.output, "Write the map to this Moving AI .map file")->required();
  command.footer(
      "  plethos map generate rooms --size 256 --set room=20 --out rooms.map\n"
      "  plethos run map --map rooms.map --agents 500 --planner jps --avoidance orca\n");
}

void add_method_options(CLI::App& command, scenarios::ScenarioRequest& request) {
  command.option_defaults()->group("Methods");
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    std::vector<std::string> methods;
    for (const MethodInfo& method : family.methods) methods.push_back(method.name + " (" + method.sentence + ")");
    command
        .add_option_function<std::string>(
            "--" + family.name, [&](const std::string& name) { request.methods[family.name] = family.find(name).name; },
            family.question + " (default: the scenario's, else " + family.methods.front().name + "): " + joined_text(methods, "or"))
        ->type_name("NAME");
  }
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_pace_options(command, options);
  add_backend_options(command, options.backend);
  add_output_options(command, options);
}

}  // namespace plethos::cli
