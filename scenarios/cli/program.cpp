#include "scenarios/cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "backends/ranks/start.hpp"
#include "core/error.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/completion.hpp"
#include "scenarios/cli/help.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/manual.hpp"
#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/option_values.hpp"
#include "scenarios/cli/options.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/cli/render.hpp"
#include "scenarios/cli/terminal.hpp"
#include "scenarios/io/silent_hdf5.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

constexpr const char* introduction =
    "Moves crowds of agents on GPUs and on the vector units of CPUs, with the same bits on all of them.\n"
    "\n"
    "  plethos run circle --agents 1000 --out circle.h5    a run, recorded\n"
    "  plethos render circle.h5 --out circle.png           a picture (.mp4: a video)\n"
    "  plethos run lattice --agents 100000 --backend tbb --json run.json\n"
    "  plethos run my_scene.toml --avoidance orca --set time_horizon=5 --seed 7\n"
    "  plethos plan --map FILE.map --planner pha           ways, without agents\n"
    "  mpiexec -n 8 plethos run lattice --agents 1000000   eight ranks, the same bits\n"
    "  plethos study bleiweiss-fig13 --quick               planned runs, and a report\n"
    "  plethos list                                        what can be run and set\n"
    "  plethos list orca                                   what one of them takes\n"
    "  plethos help run                                    what a command takes\n"
    "\n"
    "Exit codes: 0 done, 2 a mistake in the input, 3 a fault of the machine, 4 unfinished (--restart goes on), 130 interrupted.";

using Run = std::function<int()>;

void read_settings(scenarios::ScenarioRequest& request, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) scenarios::add_setting(request.settings, setting);
}

Run add_run(CLI::App& command, const Call& call) {
  struct Request {
    RunOptions options;
    std::vector<std::string> settings;
    std::int64_t steps = 0;
  };
  const auto request = std::make_shared<Request>();
  request->options.kokkos = call.kokkos;
  request->options.arguments = call.all;
  request->options.ranks = call.ranks;
  add_scenario_options(command, request->options.scenario, request->settings);
  command.add_option("--steps", request->steps, "Steps after which the run ends if not all have arrived (default: the scenario's)")
      ->check(step_range());
  add_method_options(command, request->options.scenario);
  add_run_options(command, request->options);
  command.footer(
      "The run ends when all have arrived or after --steps. Same scenario, seed and steps: the same bits on every backend.\n"
      "\n"
      "  plethos run circle --agents 1000 --avoidance orca --out circle.h5 --every 5\n"
      "  plethos run four-streams --avoidance clearpath2 --lanes avx2 --verify\n"
      "  plethos run crosswalk --set samples=250 --set time_step=0.1 --json run.json\n"
      "  plethos run circle --agents 100 --json - --quiet\n"
      "  plethos run four-streams --agents 200 --worlds 16 --json worlds.json\n");
  return [request] {
    read_settings(request->options.scenario, request->settings);
    if (request->steps > 0) request->options.scenario.settings["steps"] = static_cast<double>(request->steps);
    return run(request->options);
  };
}

Run add_plan(CLI::App& command, const Call& call) {
  const auto options = std::make_shared<PlanOptions>();
  options->kokkos = call.kokkos;
  options->arguments = call.all;
  add_plan_options(command, *options);
  return [options] { return plan(*options); };
}

Run add_validate(CLI::App& command, const Call&) {
  struct Request {
    scenarios::ScenarioRequest scenario;
    std::vector<std::string> settings;
  };
  const auto request = std::make_shared<Request>();
  add_scenario_options(command, request->scenario, request->settings);
  add_method_options(command, request->scenario);
  return [request] {
    read_settings(request->scenario, request->settings);
    validate(request->scenario);
    return 0;
  };
}

Run add_list(CLI::App& command, const Call& call) {
  const auto name = std::make_shared<std::string>();
  take_names(command.add_option("name", *name, "Show this one alone: a scenario, a map, a method, a key or a study (default: all)"),
             [listings = call.listings] { return listed_names(listings); });
  return [name, listings = call.listings] {
    if (name->empty()) {
      list(listings);
    } else {
      list_one(*name, listings);
    }
    return 0;
  };
}

Run add_info(CLI::App& command, const Call& call) {
  const auto json = std::make_shared<std::string>();
  take_standard_output(command.add_option("--json", *json, "Write it as JSON to this file, or to stdout if none is named"))
      ->expected(0, 1)
      ->default_str("")
      ->option_text("[FILE]");
  return [call, json, &command] {
    info(call.kokkos, command.count("--json") > 0 && json->empty() ? standard_output : *json);
    return 0;
  };
}

Run add_verify_bits(CLI::App& command, const Call& call) {
  const auto options = std::make_shared<VerifyBitsOptions>();
  options->kokkos = call.kokkos;
  add_verify_bits_options(command, *options);
  return [options] { return verify_bits(*options); };
}

Run add_completion(CLI::App& command, const Call&) {
  const auto shell = std::make_shared<std::string>();
  take_names(command.add_option("shell", *shell, "bash, zsh or fish")->required(), shell_names);
  command.footer(
      "cmake --install puts the scripts where shells look for them. Without an installation:\n"
      "\n"
      "  source <(plethos completion bash)\n");
  return [shell, &command] {
    std::fputs(completion_script(*command.get_parent(), *shell).c_str(), stdout);
    return 0;
  };
}

Run add_man(CLI::App& command, const Call&) {
  command.footer("  plethos man | man -l -");
  return [&command] {
    std::fputs(manual_page(*command.get_parent()).c_str(), stdout);
    return 0;
  };
}

Run add_render(CLI::App& command, const Call&) {
  const auto request = std::make_shared<RenderRequest>();
  add_render_options(command, *request);
  return [request] {
    render(*request);
    return 0;
  };
}

Run add_map(CLI::App& command, const Call&) {
  struct Request {
    std::string action;
    MapOptions options;
    std::vector<std::string> settings;
  };
  const auto request = std::make_shared<Request>();
  add_map_options(command, request->action, request->options, request->settings);
  return [request] {
    for (const std::string& setting : request->settings) scenarios::add_setting(request->options.settings, setting);
    generate_map(request->options);
    return 0;
  };
}

std::vector<Command> all_commands(const std::vector<Command>& more) {
  std::vector<Command> all{
      {"run", "Simulate a scenario", true, true, add_run},
      {"plan", "Search ways in a map or in a scenario's world, without a simulation", true, false, add_plan},
      {"render", "Draw a recorded trajectory as a picture or a video, or a file of paths as a picture", false, false, add_render},
      {"validate", "Check a scenario and say what it holds, without running it", false, false, add_validate},
      {"map", "Draw a grid map of rooms, a maze, a city, random cells or terrain", false, false, add_map},
      {"list", "List scenarios, their keys, parameters and methods, or show one", false, false, add_list},
      {"info", "Say what this program and this machine have: backends, devices, lanes, memory", false, false, add_info},
      {"verify-bits", "Compare the bits of this machine's results with those on record", true, false, add_verify_bits},
      {"completion", "Print a script that lets a shell complete commands, options and names", false, false, add_completion},
      {"man", "Print the manual page", false, false, add_man}};
  all.insert(all.begin() + 1, more.begin(), more.end());
  return all;
}

/// Refuses commands that several tasks of a launcher would do all at once.
void require_one_task(const Command& command) {
  const int tasks = backends::launched_tasks();
  if (command.shared || tasks <= 1) return;
  throw InputError(command.name + ": found " + std::to_string(tasks) +
                   " tasks of a launcher, expected one: only run, study and proxy spread over ranks");
}

int dispatch(int argc, char** argv, const std::vector<Command>& commands, RankSession& ranks) {
  refuse_empty_values({argv + 1, argv + argc});
  Call call{{argv[0]}, argv, &ranks};
  for (const Command& command : commands) {
    if (command.listing) call.listings.push_back(*command.listing);
  }
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]).starts_with("--kokkos-")) {
      call.kokkos.push_back(argv[i]);
    } else {
      arguments.emplace_back(argv[i]);
    }
  }
  // "help COMMAND" is "COMMAND --help".
  if (!arguments.empty() && arguments[0] == "help") {
    arguments.erase(arguments.begin());
    if (!arguments.empty() && arguments[0] == "help") arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (arguments.empty()) arguments.emplace_back("--help");

  CLI::App app(introduction, "plethos");
  app.formatter(std::make_shared<HelpFormatter>(help_columns()));
  app.set_version_flag("--version", scenarios::version());
  app.require_subcommand(1);
  app.footer("Kokkos' own flags (--kokkos-...) pass through to it. Each command has its own --help.");
  std::vector<Run> runs;
  for (const Command& command : commands) {
    CLI::App& added = *app.add_subcommand(command.name, command.description);
    runs.push_back(command.add(added, call));
    take_plain_numbers(added);
  }
  check_arguments(app, arguments);
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
  try {
    app.parse(arguments);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw InputError(plain_message(app, error));
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!app.got_subcommand(commands[i].name)) continue;
    require_one_task(commands[i]);
    return runs[i]();
  }
  return 0;
}

}  // namespace

int program(int argc, char** argv, const std::vector<Command>& more) {
  const std::vector<Command> commands = all_commands(more);
  RankSession ranks;
  const auto fail = [&](std::string_view message, int exit_code) {
    // A mistake in the arguments is found before ranks have met.
    try {
      if (backends::launched_tasks() > 1) ranks.join(argc, argv, "");
    } catch (const Error&) {
      // The message is the first fault's.
    }
    return ranks.fail(message, exit_code);
  };
  std::optional<scenarios::InterruptGuard> guard;
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (std::any_of(commands.begin(), commands.end(), [&](const Command& c) { return c.computes && c.name == name; })) {
    guard.emplace();
  } else {
    scenarios::release_interrupts();
  }
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) return fail("this processor has no fused multiply-add instructions (FMA3), which plethos needs", 3);
#endif
  // The program then meets a limit on file sizes as it meets a full disk: with a message, and with all that it has recorded.
  std::signal(SIGXFSZ, SIG_IGN);
  guard_standard_streams();
  scenarios::silence_hdf5();
  try {
    const int code = dispatch(argc, argv, commands, ranks);
    require_output();
    return code;
  } catch (const Error& error) {
    return fail(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return fail("out of memory", 3);
  } catch (const std::exception& error) {
    return fail(error.what(), 3);
  }
}

}  // namespace plethos::cli
