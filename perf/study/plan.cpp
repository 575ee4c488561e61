#include "perf/study/plan.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "backends/device_facts.hpp"
#include "backends/machine.hpp"
#include "backends/ranks/start.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/drawn_worlds.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/parameters_json.hpp"

namespace plethos::study {
namespace {

/// Returns a map for each combination of one value of every key.
template <class Map, class Lists>
std::vector<Map> combinations(const Lists& lists) {
  std::vector<Map> result{{}};
  for (const auto& [key, values] : lists) {
    std::vector<Map> longer;
    for (const Map& shorter : result) {
      for (const auto& value : values) {
        longer.push_back(shorter);
        longer.back()[key] = value;
      }
    }
    result = std::move(longer);
  }
  return result;
}

class Planner {
 public:
  Planner(const Study& study, const StudyOptions& options, const RankGroups& groups) : study_(study), options_(options), groups_(groups) {}

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
    bool made = false;
    for (PlannedRun run : study_.kind->worlds(block, options_, quick())) {
      run.kind = study_.kind;
      if (!groups_.has(run.ranks)) {
        const int size = groups_.all().size();
        skip("runs on more than " + std::to_string(size) + (size == 1 ? " rank" : " ranks"),
             "a launcher starts ranks, such as mpiexec -n 8");
        continue;
      }
      if (too_many(run.scenario.agents.value_or(0))) continue;
      run.ranks_on_host = groups_.on_host(run.ranks);
      const std::vector<backends::BackendOptions> backends = usable_backends(block, run.ranks);
      if (!run.missing.empty()) note_missing(block, run.missing);
      for (const scenarios::Settings& set : combinations<scenarios::Settings>(block.settings)) {
        if (scenarios::interrupted()) return;
        run.scenario.settings = set;
        // A world is the same for all methods.
        run.scenario.methods.clear();
        const WorldFacts world = look_at(block, run);
        const bool has_agents = !std::holds_alternative<QueryRun>(run.own);
        if (has_agents && !run.scenario.agents && too_many(world.size)) continue;
        made = true;
        for (const std::string& line : world.left_out) note_skipped(line);
        for (auto& methods : combinations<decltype(run.scenario.methods)>(block.methods)) {
          run.scenario.methods = std::move(methods);
          add(block, run, world, backends);
        }
      }
    }
    for (const auto& [key, values] : block.settings) {
      if (!made || useful_.contains(key)) continue;
      throw InputError(block.place + ".set." + key + ": found a parameter of " + joined_text(simulation::methods_with(key), "and") +
                       ", expected one that a method of these runs has a use for");
    }
  }

  /// Whether the options leave out runs of so many agents.
  bool too_many(std::int64_t agents) {
    if (!options_.agents_at_most || agents <= *options_.agents_at_most) return false;
    skip("runs of more than " + std::to_string(*options_.agents_at_most) + " agents", "--agents-at-most leaves them out");
    return true;
  }

  const Quick* quick() const { return options_.quick ? &study_.quick : nullptr; }

  void add(const RunBlock& block, PlannedRun run, const WorldFacts& world, const std::vector<backends::BackendOptions>& backends) {
    run.methods = scenarios::choose_methods(world.methods, run.scenario.methods);
    run.content = world.content;
    run.fault = world.fault;
    const std::vector<ParameterInfo> heeded = study_.kind->parameters_in_use(run, block);
    for (const auto& [key, values] : block.settings) {
      // A parameter of other methods makes no difference to the run.
      if (world.methods.values.contains(key) && find_parameter(heeded, key) == nullptr) {
        run.scenario.settings.erase(key);
      } else {
        useful_.insert(key);
      }
    }
    for (PlannedRun& variant : study_.kind->variants(run, block, world, quick())) {
      variant.until_precise = block.until_precise && (quick() == nullptr || !quick()->repetitions);
      if (variant.repetitions > 0 && !study_.kind->fields.times.empty()) variant.processes = processes_of(block);
      for (const backends::BackendOptions& backend : backends) {
        variant.backend = backend;
        variant.threads_asked = backend.threads;
        cli::share_threads(groups_.on_processors(run.ranks), variant.backend);
        Json identity = settings_json(variant);
        identity["program"] = program_identity();
        identity["on"] = machine_json(variant, backends::make_backend(variant.backend));
        identity["ranks_on_host"] = variant.ranks_on_host;
        variant.key = hash_text(identity.dump());
        if (keys_.insert(variant.key).second) plan_.runs.push_back(variant);
      }
    }
  }

  /// Returns how many processes measure. What a launcher has started starts no others: they would take themselves for the same rank.
  int processes_of(const RunBlock& block) const {
    if (!groups_.all().alone() || backends::launched_tasks() > 0) return 1;
    return static_cast<int>(options_.processes.value_or(quick() != nullptr ? 1 : block.processes));
  }

  WorldFacts look_at(const RunBlock& block, const PlannedRun& run) {
    const scenarios::ScenarioRequest& request = run.scenario;
    const scenarios::DrawnMap& drawn = request.drawn;
    Json key{request.name,
             set_json(request.settings),
             request.agents ? Json(*request.agents) : Json(),
             request.map_file,
             request.scen_file,
             drawn.kind,
             drawn.size,
             drawn.seed,
             drawn.values};
    if (const auto* own = std::get_if<QueryRun>(&run.own)) key.insert(key.end(), {own->queries, own->seed, own->goals});
    if (const auto* own = std::get_if<SimulationRun>(&run.own)) key.push_back(own->worlds);
    const auto known = worlds_.find(key.dump());
    if (known != worlds_.end()) return known->second;
    const auto remember = [&](const WorldFacts& world) { return worlds_.emplace(key.dump(), world).first->second; };
    const auto lacks_memory = [&](const char* what) { return remember({request.agents.value_or(0), 0, {}, "", what}); };
    try {
      return remember(study_.kind->look_at(run));
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

  /// Returns why ranks would wait for each other, instead of computing at the same time; empty if they would not.
  std::string why_crowded(const backends::BackendOptions& backend, int ranks) const {
    if (ranks == 1) return {};
    if (backends::on_device(backend.name)) {
      const int devices = backends::device_count();
      return groups_.on_host(ranks) > devices ? "a host has " + std::to_string(devices) + (devices == 1 ? " GPU" : " GPUs") : "";
    }
    const int processors = backends::machine().usable_threads;
    const int sharing = groups_.on_processors(ranks);
    return sharing * std::max(1, backend.threads) > processors
               ? std::to_string(sharing) + " of them share " + std::to_string(processors) + " processors"
               : "";
  }

  std::vector<backends::BackendOptions> usable_backends(const RunBlock& block, int ranks) {
    const bool named_backend = !options_.backends.empty();
    const bool named_lanes = !options_.lanes.empty();
    const bool named_threads = !options_.threads.empty();
    const auto processors = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
    std::vector<backends::BackendOptions> usable;
    const std::vector<std::string> of_block = block.backends.empty() ? backends::backend_names() : block.backends;
    for (const std::string& name : named_backend ? options_.backends : of_block) {
      for (const std::string& lanes : named_lanes ? options_.lanes : block.lanes) {
        for (const std::int64_t threads : named_threads ? options_.threads : block.threads) {
          backends::BackendOptions backend{name, lanes, static_cast<int>(threads)};
          // A GPU has no such lanes and threads, and the serial backend has one thread, so one run is enough.
          if (backends::on_device(name)) backend = {name, "simd", 0};
          if (name == "serial") backend.threads = 0;
          if (!named_threads && backend.threads > processors) {
            skip(name + " on " + std::to_string(threads) + " threads", "this machine runs " + std::to_string(processors));
            continue;
          }
          if (!named_backend && !backends::why_unavailable(name).empty()) {
            skip(name, backends::why_unavailable(name));
            continue;
          }
          if (const std::string why = why_crowded(backend, ranks); !why.empty() && (!named_threads || backends::on_device(name))) {
            skip(name + " on " + std::to_string(ranks) + " ranks" +
                     (backend.threads > 1 ? " of " + std::to_string(backend.threads) + " threads" : ""),
                 why);
            continue;
          }
          try {
            static_cast<void>(backends::make_backend(backend));
          } catch (const InputError& error) {
            // What the call names must be there. Lanes of the study's own may be those of another processor.
            if (named_lanes || (named_backend && !backends::why_unavailable(name).empty())) throw;
            skip(name + " with lanes " + lanes, error.what());
            continue;
          }
          if (backends::on_device(backend.name)) {
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

  /// Names each file once, where the study names it first.
  void note_missing(const RunBlock& block, const std::string& missing) {
    const auto known = [&](const std::string& line) { return line.ends_with("." + missing); };
    if (std::none_of(plan_.missing.begin(), plan_.missing.end(), known)) plan_.missing.push_back(block.place + "." + missing);
  }

  void skip(const std::string& what, const std::string& why) { note_skipped(what + ": " + why); }
  void note_skipped(const std::string& line) {
    if (std::find(plan_.skipped.begin(), plan_.skipped.end(), line) == plan_.skipped.end()) plan_.skipped.push_back(line);
  }

  const Study& study_;
  const StudyOptions& options_;
  const RankGroups& groups_;
  Plan plan_;
  std::set<std::string> keys_;
  std::map<std::string, WorldFacts> worlds_;
  std::set<std::string> useful_;  // settings of the present block that one of its runs uses
};

}  // namespace

Plan plan_runs(const Study& study, const StudyOptions& options, const RankGroups& groups) { return Planner(study, options, groups).plan(); }

Json settings_json(const PlannedRun& run) {
  Json json{{"kind", run.kind->name}};
  json.update(run.kind->settings(run));
  if (run.until_precise) {
    json["repetitions"] = "auto";
    json["repetitions_at_most"] = run.repetitions;
  }
  return json;
}

std::vector<scenarios::ScenarioRequest> scenario_requests(const RunBlock& block, const Quick* quick) {
  const auto most = quick != nullptr ? quick->agents_at_most : std::nullopt;
  std::vector<std::optional<std::int64_t>> counts;
  for (const std::int64_t agents : block.agents) {
    const std::optional<std::int64_t> count = most ? std::min(agents, *most) : agents;
    if (std::find(counts.begin(), counts.end(), count) == counts.end()) counts.push_back(count);
  }
  // The scenario's own number.
  if (counts.empty()) counts.emplace_back();
  std::vector<scenarios::ScenarioRequest> requests;
  const auto add = [&](const std::string& name, const scenarios::DrawnMap& map) {
    for (const std::optional<std::int64_t> count : counts) {
      requests.emplace_back();
      requests.back().name = name;
      requests.back().agents = count;
      requests.back().drawn = map;
    }
  };
  for (const std::string& name : block.scenarios) add(name, {});
  for (const scenarios::DrawnMap& map : drawn_maps(block, quick)) add("map", map);
  return requests;
}

std::int64_t repetitions_of(const RunBlock& block, const Quick* quick) {
  return quick != nullptr && quick->repetitions ? std::min(block.repetitions, *quick->repetitions) : block.repetitions;
}

Json set_json(const scenarios::Settings& settings) {
  Json json = Json::object();
  for (const auto& [key, value] : settings) json[key] = scenarios::written_json(value);
  return json;
}

std::string settings_text(const scenarios::Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += ", " + key + "=" + plain_text(value);
  return text;
}

Json machine_json(const PlannedRun& run, const backends::Backend& backend) {
  return {{"backend", backend.name},
          {"device", backend.device},
          {"lanes", backend.lanes()},
          {"threads", backend.threads},
          {"schedule", backends::schedule_names[static_cast<std::size_t>(backend.schedule)]},
          {"grain", backend.grain},
          {"ranks", run.ranks}};
}

Json done_run(const PlannedRun& run, const backends::Backend& backend, double load) {
  Json result;
  result["key"] = run.key;
  result["status"] = "done";
  result["settings"] = settings_json(run);
  result["machine"] = machine_json(run, backend);
  result["machine"]["ranks_on_host"] = run.ranks_on_host;
  result["machine"]["lane_width"] = backend.lane_width();
  result["machine"]["same_bits"] = backend.same_bits();
  result["machine"]["threads_asked"] = run.threads_asked;
  result["machine"]["load"] = load;
  return result;
}

Json failed_run(const PlannedRun& run, const std::string& error) {
  Json result;
  result["key"] = run.key;
  result["status"] = "failed";
  result["error"] = error;
  result["settings"] = settings_json(run);
  result["machine"] = machine_json(run, backends::make_backend(run.backend));
  return result;
}

std::string describe(const PlannedRun& run) {
  std::string text = run.kind->describe(run) + ", " + run.backend.name;
  if (run.backend.lanes != "simd") text += " " + run.backend.lanes;
  if (run.ranks > 1) text += " on " + std::to_string(run.ranks) + " ranks";
  if (run.threads_asked > 0) text += (run.ranks > 1 ? " of " : " on ") + std::to_string(run.threads_asked) + " threads";
  if (run.backend.schedule != "auto") text += ", " + run.backend.schedule;
  if (run.backend.grain > 0) text += ", blocks of " + std::to_string(run.backend.grain);
  return text;
}

}  // namespace plethos::study
