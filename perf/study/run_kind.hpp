#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "backends/ranks/ranks.hpp"
#include "core/parameter_table.hpp"
#include "scenarios/json.hpp"

namespace plethos::scenarios {
class TomlTable;
}

namespace plethos::study {

struct RunBlock;
struct Quick;
struct PlannedRun;
struct WorldFacts;
struct StudyOptions;

/// A result that is a number over a time: `name` falls as the result `time` grows.
struct Rate {
  std::string name, time;
};

/// The fields of a kind's runs, as plots and claims name them.
struct RunFields {
  std::vector<std::string> settings;  ///< without those of the machine, and without set.KEY for every key that a run sets
  std::vector<std::string> methods;   ///< those of the settings that name a method
  std::vector<std::string> results;   ///< one number each
  std::vector<std::string> facts{};   ///< results that are true or false, by which plots and claims choose runs
  std::vector<std::string> curves;    ///< over a run's steps
  std::vector<std::string> stacks;    ///< those that a stacked plot shows by part
  std::string time;                   ///< the result by which two machines are compared
  std::vector<std::string> times{};   ///< results that each repetition measures anew
  std::vector<Rate> rates{};          ///< of these
  std::string time_unit = "ms";       ///< of `time`
};

/// Makes runs of one kind, one after the other, and keeps what several of them share.
class RunMaker {
 public:
  virtual ~RunMaker() = default;
  /// Together: makes a run on the ranks that share it, and returns it as JSON (docs/guide/studies.md, "runs"), that of rank 0, or nothing
  /// if it was interrupted. `moved` gets the work done so far, of RunKind::work(), now and then. Errors: InputError for methods that refuse
  /// the scene; MachineError for lack of memory, and if two passes end in other results.
  virtual std::optional<Json> make(const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) = 0;
};

/// What the runs of a study are. All of its runs are of one kind.
struct RunKind {
  std::string name;  ///< `kind` of a study file
  RunFields fields;

  /// Read the keys of [[runs]] and of [quick] that not every kind has. Errors: as find_study().
  void (*read_block)(scenarios::TomlTable& table, RunBlock& block);
  void (*read_quick)(scenarios::TomlTable& table, Quick& quick);

  /// Returns a block's runs as far as they differ in their worlds; settings, methods and machine are still missing. `quick` is null in
  /// whole studies.
  std::vector<PlannedRun> (*worlds)(const RunBlock& block, const StudyOptions& options, const Quick* quick);
  /// Makes the world of a run with its settings, once, and says what it is. Errors: as scenarios::make_scenario().
  WorldFacts (*look_at)(const PlannedRun& run);
  /// Returns the parameters that the methods of a run heed.
  std::vector<ParameterInfo> (*parameters_in_use)(const PlannedRun& run, const RunBlock& block);
  /// Returns the runs of a world and methods that differ in anything but the machine. Errors: InputError for a block that its world cannot
  /// do.
  std::vector<PlannedRun> (*variants)(const PlannedRun& run, const RunBlock& block, const WorldFacts& world, const Quick* quick);

  /// Returns "settings" in the JSON, the same on every machine.
  Json (*settings)(const PlannedRun& run);
  /// Returns a text for people without the machine, such as "evacuation, 500 agents, grid".
  std::string (*describe)(const PlannedRun& run);
  /// Returns what lists of runs call a method. It is empty if they leave it out. Null: runs of the kind have no methods.
  std::string (*method_text)(const std::string& family, const std::string& method);
  /// Returns a text that is the same for runs that share what is costly to make. They are made one after the other.
  std::string (*shared)(const PlannedRun& run);
  /// Leaves nothing to be measured but the times of repetitions, for the processes after the first.
  void (*leave_times)(PlannedRun& run);
  /// Returns the work of all passes of a run, in units that compare runs of this kind.
  std::int64_t (*work)(const PlannedRun& run);
  std::unique_ptr<RunMaker> (*maker)();
};

/// Runs that simulate a scenario's crowd.
RunKind simulation_runs();
/// Runs in which a planner answers queries for ways, without a simulation.
RunKind path_runs();
/// Runs that solve the harmonic potential of a goal, without a simulation.
RunKind potential_runs();
/// Runs that empty many plans of a builder, each drawn from a seed of its own: who gets out, how long it takes, and what is hit.
RunKind emptying_runs();

/// Returns all kinds. A study that names none is of the first.
const std::vector<RunKind>& run_kinds();

/// Errors: InputError for an unknown name.
const RunKind& run_kind(const std::string& name);

/// Returns the kind of a run by its JSON.
const RunKind& kind_of(const Json& run);

}  // namespace plethos::study
