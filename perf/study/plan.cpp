#include "perf/study/plan.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/parameters_json.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;

/// A scenario that was made once, and its properties.
struct Made {
  std::int64_t agents;
  std::int64_t steps;
  scenarios::NamedMethods methods;
  std::string content;
  std::string fault;
};

/// One method of each family, by name.
using Combination = std::map<std::string, std::string>;

Json set_json(const scenarios::Settings& settings) {
  Json json = Json::object();
  for (const auto& [key, value] : settings) json[key] = scenarios::written_json(value);
  return json;
}

class Planner {
 public:
  Planner(const Study& study, const StudyOptions& options) : study_(study), options_(options) {}

  Plan plan() {
    for (const RunBlock& block : study_.blocks) {
      if (!scenarios::interrupted()) add(block);
    }
    return std::move(plan_);
  }

 private:
  void add(const RunBlock& block) {
    check(block);
    useful_.clear();
    const std::vector<backends::BackendOptions> backends = usable_backends(block);
    for (const std::string& scenario : block.scenarios) {
      for (const std::optional<std::int64_t> agents : agent_counts(block)) {
        if (scenarios::interrupted()) return;
        for (const scenarios::Settings& set : combine_settings(block)) {
          scenarios::ScenarioRequest request;
          request.name = scenario;
          request.agents = agents;
          request.settings = set;
          const Made made = make(block, request);
          for (const Combination& methods : combine_methods(block)) {
            request.methods = methods;
            add(block, request, made, backends);
          }
        }
      }
    }
    for (const auto& [key, values] : block.settings) {
      if (useful_.contains(key)) continue;
      throw InputError(block.place + ".set." + key + ": found a parameter of " + joined_text(simulation::methods_with(key), "and") +
                       ", expected one that a method of these runs has a use for");
    }
  }

  static std::vector<scenarios::Settings> combine_settings(const RunBlock& block) {
    std::vector<scenarios::Settings> settings{{}};
    for (const auto& [key, values] : block.settings) {
      std::vector<scenarios::Settings> longer;
      for (const scenarios::Settings& shorter : settings) {
        for (const WrittenValue& value : values) {
          longer.push_back(shorter);
          longer.back()[key] = value;
        }
      }
      settings = std::move(longer);
    }
    return settings;
  }

  static std::vector<Combination> combine_methods(const RunBlock& block) {
    std::vector<Combination> result{{}};
    for (const auto& [family, names] : block.methods) {
      std::vector<Combination> longer;
      for (const Combination& shorter : result) {
        for (const std::string& name : names) {
          longer.push_back(shorter);
          longer.back()[family] = name;
        }
      }
      result = std::move(longer);
    }
    return result;
  }

  /// Returns whether no method, nor the one of the earlier steps, uses a setting of the block: it is a parameter of other methods.
  static bool is_idle(const std::string& key, const Made& made, const simulation::Methods& methods, const std::string& start_by) {
    if (!made.methods.values.contains(key)) return false;
    simulation::Methods before = methods;
    if (!start_by.empty()) before.avoidance = start_by;
    for (const simulation::Methods& used : {methods, before}) {
      if (find_parameter(simulation::parameters_in_use(used), key) != nullptr) return false;
    }
    return true;
  }

  void add(const RunBlock& block, scenarios::ScenarioRequest request, const Made& made,
           const std::vector<backends::BackendOptions>& backends) {
    simulation::Methods methods = scenarios::choose_methods(made.methods, request.methods).methods;
    for (const auto& [key, values] : block.settings) {
      if (is_idle(key, made, methods, block.start_by)) {
        request.settings.erase(key);
      } else {
        useful_.insert(key);
      }
    }
    for (const bool regroup : block.regroup) {
      for (const bool replay : block.replay) {
        methods.regroup = regroup;
        methods.replay = replay;
        for (const backends::BackendOptions& backend : backends) add(block, request, made, methods, backend);
      }
    }
  }

  void add(const RunBlock& block, const scenarios::ScenarioRequest& request, const Made& made, const simulation::Methods& methods,
           const backends::BackendOptions& backend) {
    PlannedRun run;
    run.scenario = request;
    run.methods = methods;
    run.backend = backend;
    run.agents = made.agents;
    run.content = made.content;
    run.fault = made.fault;
    run.until_arrived = block.steps == 0;
    run.start_at = block.start_at;
    run.start_by = block.start_at == 0 || block.start_by.empty() ? methods.avoidance : block.start_by;
    run.steps = block.steps == 0 ? made.steps - block.start_at : block.steps;
    if (run.steps <= 0 && made.fault.empty()) {
      throw InputError(block.place + ".start_at: found " + std::to_string(block.start_at) + ", expected fewer than the " +
                       std::to_string(made.steps) + " steps that " + request.name + " may take");
    }
    run.warm_up = block.warm_up;
    run.repetitions = block.repetitions;
    run.chunk = block.chunk;
    run.arrival = block.arrival;
    run.stages = block.stages;
    run.bound = block.bound;
    run.avoidance_parts = block.avoidance_parts;
    run.behavior = block.behavior;
    if (options_.quick) shorten(run);
    if (run.repetitions == 0 && !run.arrival && !run.stages && !run.bound && !run.avoidance_parts && !run.behavior)
      run.steps = run.warm_up = run.start_at = 0;
    Json identity = settings_json(run);
    identity["program"] = program_identity();
    identity["on"] = machine_json(backends::make_backend(backend));
    run.key = hash_text(identity.dump());
    if (keys_.insert(run.key).second) plan_.runs.push_back(std::move(run));
  }

  void shorten(PlannedRun& run) const {
    const Quick& quick = study_.quick;
    if (quick.steps_at_most) run.steps = std::min(run.steps, *quick.steps_at_most);
    if (quick.start_at) run.start_at = std::min(run.start_at, *quick.start_at);
    if (quick.warm_up) run.warm_up = std::min(run.warm_up, *quick.warm_up);
    run.warm_up = std::min(run.warm_up, std::max<std::int64_t>(0, run.steps - 1));
    if (quick.repetitions) run.repetitions = std::min(run.repetitions, *quick.repetitions);
  }

  std::vector<std::optional<std::int64_t>> agent_counts(const RunBlock& block) const {
    if (block.agents.empty()) return {std::nullopt};
    const auto most = options_.quick ? study_.quick.agents_at_most : std::nullopt;
    std::vector<std::optional<std::int64_t>> counts;
    for (const std::int64_t agents : block.agents) {
      const std::optional<std::int64_t> count = most ? std::min(agents, *most) : agents;
      if (std::find(counts.begin(), counts.end(), count) == counts.end()) counts.push_back(count);
    }
    return counts;
  }

  Made make(const RunBlock& block, const scenarios::ScenarioRequest& request) {
    Json key{request.name, set_json(request.settings), request.agents ? Json(*request.agents) : Json()};
    const auto known = made_.find(key.dump());
    if (known != made_.end()) return known->second;
    const auto remember = [&](const Made& made) { return made_.emplace(key.dump(), made).first->second; };
    const auto lacks_memory = [&](const char* what) { return remember({request.agents.value_or(0), 0, {}, "", what}); };
    try {
      const scenarios::Scenario scenario = scenarios::make_scenario(request);
      return remember({static_cast<std::int64_t>(scenario.agents.size()), scenario.parameters.steps, scenario.methods,
                       hash_scenario(scenarios::scenario_text(request.name), scenario), ""});
    } catch (const InputError& error) {
      throw InputError(block.place + ": " + error.what());
    } catch (const MachineError& error) {
      return lacks_memory(error.what());
    } catch (const std::bad_alloc&) {
      return lacks_memory("out of memory");
    }
  }

  static void check(const RunBlock& block) {
    const auto check = [&](const char* kind, const std::vector<std::string>& names, const std::vector<std::string>& known) {
      for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
          throw InputError(block.place + "." + kind + ": " + unknown_name_message(kind, name, known));
        }
      }
    };
    check("backends", block.backends, backends::backend_names());
    check("schedule", block.schedule, {backends::schedule_names.begin(), backends::schedule_names.end()});
  }

  std::vector<backends::BackendOptions> usable_backends(const RunBlock& block) {
    const bool named_backend = !options_.backends.empty();
    const bool named_lanes = !options_.lanes.empty();
    const bool named_threads = !options_.threads.empty();
    const auto processors = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
    std::vector<backends::BackendOptions> usable;
    for (const std::string& name : named_backend ? options_.backends : block.backends) {
      for (const std::string& lanes : named_lanes ? options_.lanes : block.lanes) {
        for (const std::int64_t threads : named_threads ? options_.threads : block.threads) {
          backends::BackendOptions backend{name, lanes, static_cast<int>(threads)};
          // A GPU has no such lanes and threads, and the serial backend has one thread, so one run is enough.
          if (name == "cuda") backend = {name, "simd", 0};
          if (name == "serial") backend.threads = 0;
          if (!named_threads && backend.threads > processors) {
            skip(name + " on " + std::to_string(threads) + " threads", "this machine runs " + std::to_string(processors));
            continue;
          }
          if (!named_backend && !backends::why_unavailable(name).empty()) {
            skip(name, backends::why_unavailable(name));
            continue;
          }
          try {
            static_cast<void>(backends::make_backend(backend));
          } catch (const InputError& error) {
            if (named_lanes || named_backend) throw;
            skip(name + " with lanes " + lanes, error.what());
            continue;
          }
          if (backend.name == "cuda") {
            usable.push_back(backend);
            continue;
          }
          for (const std::string& schedule : block.schedule) {
            for (const std::int64_t grain : block.grain) {
              usable.push_back(backend);
              usable.back().schedule = schedule;
              usable.back().grain = static_cast<int>(grain);
            }
          }
        }
      }
    }
    return usable;
  }

  void skip(const std::string& what, const std::string& why) {
    const std::string line = what + ": " + why;
    if (std::find(plan_.skipped.begin(), plan_.skipped.end(), line) == plan_.skipped.end()) plan_.skipped.push_back(line);
  }

  const Study& study_;
  const StudyOptions& options_;
  Plan plan_;
  std::set<std::string> keys_;
  std::map<std::string, Made> made_;
  std::set<std::string> useful_;  // settings of the present block that one of its runs uses
};

}  // namespace

Plan plan_runs(const Study& study, const StudyOptions& options) { return Planner(study, options).plan(); }

Json settings_json(const PlannedRun& run) {
  Json json;
  json["scenario"] = run.scenario.name;
  json["content"] = run.content;
  json["agents"] = run.agents;
  json["set"] = set_json(run.scenario.settings);
  for (const simulation::MethodFamily& family : simulation::method_families()) json[family.name] = run.methods.*family.chosen;
  json["regroup"] = run.methods.regroup;
  json["replay"] = run.methods.replay;
  json["start_at"] = run.start_at;
  json["start_by"] = run.start_by;
  json["steps_at_most"] = run.steps;
  json["until_arrived"] = run.until_arrived;
  json["warm_up"] = run.warm_up;
  json["repetitions"] = run.repetitions;
  json["chunk"] = run.chunk;
  json["arrival"] = run.arrival;
  json["stages"] = run.stages;
  json["bound"] = run.bound;
  json["avoidance_parts"] = run.avoidance_parts;
  json["behavior"] = run.behavior;
  return json;
}

Json machine_json(const backends::Backend& backend) {
  return {{"backend", backend.name},
          {"device", backend.device},
          {"lanes", backend.lanes()},
          {"threads", backend.threads},
          {"schedule", backends::schedule_names[static_cast<std::size_t>(backend.schedule)]},
          {"grain", backend.grain}};
}

std::string describe(const PlannedRun& run) {
  std::string text = run.scenario.name + ", " + std::to_string(run.agents) + " agents";
  for (const auto& [key, value] : run.scenario.settings) text += ", " + key + "=" + plain_text(value);
  if (run.start_at > 0) text += " from step " + std::to_string(run.start_at);
  if (run.start_at > 0 && run.start_by != run.methods.avoidance) text += " of " + run.start_by;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const std::string method = simulation::short_method_text(family.name, run.methods.*family.chosen);
    if (!method.empty()) text += ", " + method;
  }
  text += ", " + run.backend.name;
  if (run.backend.lanes != "simd") text += " " + run.backend.lanes;
  if (run.backend.threads > 0) text += " on " + std::to_string(run.backend.threads) + " threads";
  if (run.backend.schedule != "auto") text += ", " + run.backend.schedule;
  if (run.backend.grain > 0) text += ", blocks of " + std::to_string(run.backend.grain);
  if (!run.methods.regroup) text += ", not regrouped";
  if (!run.methods.replay) text += ", not replayed";
  return text;
}

}  // namespace plethos::study
