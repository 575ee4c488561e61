#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string_view>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/render.hpp"
#include "scenarios/cli/study.hpp"
#include "scenarios/cli/terminal.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

constexpr const char* introduction =
    "Moves crowds of agents on GPUs and on the vector units of CPUs, with the same bits on all of them.\n"
    "\n"
    "  plethos run circle --agents 1000 --out circle.h5     a run, recorded\n"
    "  plethos render circle.h5 --out circle.png            a picture of it (or .mp4, a video)\n"
    "  plethos run lattice --agents 100000 --backend tbb --lanes avx2 --json run.json\n"
    "  plethos run my_scene.toml --set samples=500 --seed 7\n"
    "  plethos study bleiweiss-fig13 --quick                planned runs, and a report of them\n"
    "  plethos list                                         scenarios and what can be set\n"
    "  plethos help run                                     what a command takes\n"
    "\n"
    "Exit codes: 0 done, 2 a mistake in the input, 3 a fault of the machine, 130 interrupted.";

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
}

/// As CLI::Range, which would print it behind every option of --help.
CLI::Validator count_range() { return CLI::Range(std::int64_t{1}, std::int64_t{1000000000}).description(""); }

/// A flag for each family of methods.
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

void add_pace_options(CLI::App& command, RunOptions& options) {
  command.add_flag_callback(
      "--no-regroup", [&options] { options.regroup = false; }, "Keep arrived agents in the working set (the same run, slower steps)");
  command.add_flag_callback(
      "--no-replay", [&options] { options.replay = false; }, "On a GPU, launch every kernel of every step by itself (the same run)");
}

void add_backend_options(CLI::App& command, backends::BackendOptions& backend) {
  command.option_defaults()->group("Where it is computed");
  command.add_option("--backend", backend.name, "What computes: serial, openmp, tbb or cuda (plethos info: which are here)")
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
  command.add_option("--every", options.every, "Record every so many steps only")->capture_default_str()->check(count_range());
  command.add_option("--json", options.json, "Write what was run and what came of it to this file");
  command.add_flag("--verify", options.verify,
                   "Check every step, and report overlaps, walls crossed, detours and who arrives, also in --json (slower)");
  command.add_flag("--quiet", options.quiet, "Print nothing but errors");
}

void read_settings(scenarios::ScenarioRequest& request, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) scenarios::add_setting(request.settings, setting);
}

int dispatch(int argc, char** argv) {
  // Kokkos' flags are its own to read; the others are ours.
  std::vector<char*> kokkos{argv[0]};
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]).starts_with("--kokkos-")) {
      kokkos.push_back(argv[i]);
    } else {
      arguments.emplace_back(argv[i]);
    }
  }
  const std::vector<std::string> commands{"run", "study", "render", "validate", "list", "info", "help"};
  // "help COMMAND" is "COMMAND --help".
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (arguments.empty()) arguments.emplace_back("--help");
  if (!arguments.empty() && !arguments[0].starts_with("-") && std::find(commands.begin(), commands.end(), arguments[0]) == commands.end()) {
    throw InputError(unknown_name_message("command", arguments[0], commands));
  }
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them

  CLI::App app(introduction, "plethos");
  app.set_version_flag("--version", scenarios::version());
  app.require_subcommand(1);
  app.footer("Kokkos' own flags (--kokkos-...) pass through to it. Each command has its own --help.");

  RunOptions options;
  options.kokkos = kokkos;
  options.arguments = argv;
  std::vector<std::string> settings;
  std::int64_t steps = 0;
  CLI::App* run_command = app.add_subcommand("run", "Simulate a scenario");
  add_scenario_options(*run_command, options.scenario, settings);
  run_command->add_option("--steps", steps, "Steps after which the run ends if not all have arrived (default: the scenario's)")
      ->check(count_range());
  add_method_options(*run_command, options.scenario);
  add_pace_options(*run_command, options);
  add_backend_options(*run_command, options.backend);
  add_output_options(*run_command, options);
  run_command->footer(
      "The run ends when all have arrived or after --steps. Same scenario, seed and steps: the same bits on every backend.\n"
      "\n"
      "  plethos run circle --agents 1000 --avoidance orca --out circle.h5 --every 5\n"
      "  plethos run four-streams --avoidance clearpath2 --backend serial --lanes avx2 --verify\n"
      "  plethos run crosswalk --set samples=250 --set parallel=nested --set time_step=0.1 --json run.json\n");

  scenarios::ScenarioRequest to_validate;
  CLI::App* validate_command = app.add_subcommand("validate", "Check a scenario and say what it holds, without running it");
  add_scenario_options(*validate_command, to_validate, settings);
  add_method_options(*validate_command, to_validate);

  app.add_subcommand("list", "List scenarios, their keys, parameters and methods");
  app.add_subcommand("info", "Say what this program and this machine have: backends, devices, lanes, memory");

  StudyRequest study;
  study.kokkos = kokkos;
  study.arguments = argv;
  add_study_options(*app.add_subcommand("study", "Make a planned set of runs and a report of them"), study);

  RenderRequest picture;
  add_render_options(*app.add_subcommand("render", "Draw a recorded trajectory as a picture or a video"), picture);

  try {
    app.parse(arguments);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw InputError(error.what());
  }
  if (app.got_subcommand("list")) {
    list();
  } else if (app.got_subcommand("info")) {
    info(kokkos);
  } else if (app.got_subcommand("validate")) {
    read_settings(to_validate, settings);
    validate(to_validate);
  } else if (app.got_subcommand("study")) {
    return study_command(study);
  } else if (app.got_subcommand("render")) {
    render(picture);
  } else {
    read_settings(options.scenario, settings);
    if (steps > 0) options.scenario.settings["steps"] = static_cast<double>(steps);
    return run(options);
  }
  return 0;
}

/// Messages of libraries may have several lines; users get one.
int fail(std::string_view message, int code) {
  std::fflush(stdout);
  std::fprintf(stderr, "plethos: %s\n", one_line(message).c_str());
  return code;
}

}  // namespace
}  // namespace plethos::cli

int main(int argc, char** argv) {
  using plethos::cli::fail;
  // From the first moment on, these end in good order.
  std::optional<plethos::scenarios::InterruptGuard> guard;
  if (const std::string_view command = argc > 1 ? argv[1] : ""; command == "run" || command == "study") guard.emplace();
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) return fail("this processor has no fused multiply-add instructions (FMA3), which plethos needs", 3);
#endif
  // A limit on file sizes should end as a full disk does, with a message and what was recorded so far.
  std::signal(SIGXFSZ, SIG_IGN);
  plethos::cli::guard_standard_streams();
  try {
    const int code = plethos::cli::dispatch(argc, argv);
    plethos::cli::require_output();
    return code;
  } catch (const plethos::Error& error) {
    return fail(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return fail("out of memory", 3);
  } catch (const std::exception& error) {
    return fail(error.what(), 3);
  }
}
