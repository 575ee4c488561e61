#include "perf/study/platforms.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/backend.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/reading.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/io/ownership.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::study {
namespace {

/// A run as one of an application on a platform.
struct Row {
  std::string platform, application;
  const Json* run;

  double time() const { return *number_field(*run, kind_of(*run).fields.time); }
  /// Only simulations know the least time of their work. Earlier versions knew that of the avoidance stage alone.
  std::optional<double> bound() const {
    const auto of_step = number_field(*run, "step_bound_ms");
    return of_step ? of_step : number_field(*run, "bound_ms");
  }
};

struct Case {
  std::string key, work, label;
  std::vector<Row> rows;  // the fastest of each application and platform

  /// Whether a name is its own, with what all cases share or without, as tables have it.
  bool is_called(const std::string& name) const { return name == work || name == label; }

  void add(const Row& row) {
    const auto same = std::find_if(
        rows.begin(), rows.end(), [&](const Row& other) { return other.platform == row.platform && other.application == row.application; });
    if (same == rows.end()) {
      rows.push_back(row);
    } else if (row.time() < same->time()) {
      *same = row;
    }
  }
};

/// The application that has every backend: on each platform it is the fastest of them.
const std::string whole_program = "plethos";

/// Whether a backend is of a GPU. One that this build has never heard of is of another kind of GPU than its own.
bool is_of_gpu(const std::string& backend) {
  const std::vector<std::string> known = backends::backend_names();
  return backends::on_device(backend) || std::find(known.begin(), known.end(), backend) == known.end();
}

/// Vectors are one application, whatever a platform's are called: they come of the same lines.
std::string application_of(const Json& run) {
  const std::string backend = run.at("machine").at("backend");
  if (is_of_gpu(backend)) return backend;
  return backend + (run.at("machine").at("lanes") == "scalar" ? " scalar" : " vectors");
}

bool is_timed(const Json& run) { return number_field(run, kind_of(run).fields.time).value_or(0) > 0; }

/// Platforms that are compared as one set, by the numbers of their names.
struct PlatformSet {
  std::string name;
  Json platforms = Json::array();
};

/// Returns all platforms as a set, and, where there are both, processors and GPUs by themselves: no backend runs on both.
std::vector<PlatformSet> sets_of(const std::vector<Case>& cases, const Json& names) {
  PlatformSet all{"all", names}, processors{"processors"}, gpus{"GPUs"};
  for (const Json& name : names) {
    const auto is_gpu = [&](const Case& one) {
      return std::any_of(one.rows.begin(), one.rows.end(), [&](const Row& row) {
        return row.platform == name.get<std::string>() && is_of_gpu(row.run->at("machine").at("backend"));
      });
    };
    (std::any_of(cases.begin(), cases.end(), is_gpu) ? gpus : processors).platforms.push_back(name);
  }
  std::vector<PlatformSet> sets{all};
  if (processors.platforms.empty() || gpus.platforms.empty()) return sets;
  for (const PlatformSet& set : {processors, gpus}) {
    if (set.platforms.size() > 1) sets.push_back(set);
  }
  return sets;
}

std::vector<Case> cases_of(const std::vector<const Json*>& results, Json& names) {
  std::vector<Case> cases;
  const std::vector<std::string> shared = parameter_fields(shared_parameters(runs_of(results)));
  for (std::size_t result = 0; result < results.size(); ++result) {
    for (const Json& run : results[result]->at("runs")) {
      if (!is_timed(run)) continue;
      const std::string platform = result_name(result) + ": " + run.at("machine").at("device").get<std::string>();
      if (std::find(names.begin(), names.end(), platform) == names.end()) names.push_back(platform);
      const std::string key = work_key(run, machine_fields());
      auto known = std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.key == key; });
      if (known == cases.end()) known = cases.insert(cases.end(), {key, work_text(run, {}), work_text(run, shared), {}});
      known->add({platform, application_of(run), &run});
      known->add({platform, whole_program, &run});
    }
  }
  return cases;
}

/// Returns the best time of a case on a platform, and who says so.
BestTime best_of(const Case& one, const std::string& platform, const std::vector<BestTime>& known) {
  BestTime best{one.work, platform, 0, ""};
  for (const Row& row : one.rows) {
    if (row.platform == platform && (best.source.empty() || row.time() < best.time)) {
      best.time = row.time();
      best.source = describe_machine(*row.run) + ", here";
    }
  }
  for (const BestTime& other : known) {
    if (one.is_called(other.work) && other.platform == platform && other.time < best.time) best = other;
  }
  return best;
}

/// Returns the harmonic mean of an application's efficiencies over platforms: 0 if it lacks one, null if an efficiency is not known.
Json portability(const Json& rows, const std::string& application, const Json& platforms, const char* efficiency) {
  double sum = 0;
  bool is_known = true;
  for (const Json& platform : platforms) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Json& one) { return one.at("platform") == platform && one.at("application") == application; });
    if (row == rows.end()) return 0;
    is_known = is_known && row->at(efficiency).is_number();
    if (is_known) sum += 1 / row->at(efficiency).get<double>();
  }
  return is_known ? Json(static_cast<double>(platforms.size()) / sum) : Json();
}

/// Returns whether an application was run on one of the platforms at least.
bool is_on(const Json& rows, const std::string& application, const Json& platforms) {
  return std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
    return row.at("application") == application && std::find(platforms.begin(), platforms.end(), row.at("platform")) != platforms.end();
  });
}

Json case_json(const Case& one, const std::vector<PlatformSet>& sets, const std::vector<BestTime>& best_times) {
  Json json{{"work", one.work}, {"label", one.label}, {"rows", Json::array()}, {"portability", Json::array()}};
  std::vector<std::string> applications;
  for (const Row& row : one.rows) {
    const BestTime best = best_of(one, row.platform, best_times);
    const std::string& time = kind_of(*row.run).fields.time;
    const auto bound = row.bound();
    json["rows"].push_back({{"platform", row.platform},
                            {"application", row.application},
                            {"on", describe_machine(*row.run)},
                            {"time", row.time()},
                            {"low", row.run->at("results").value(time + "_low", Json())},
                            {"high", row.run->at("results").value(time + "_high", Json())},
                            {"best_time", best.time},
                            {"best_source", best.source},
                            {"app_efficiency", best.time / row.time()},
                            {"arch_efficiency", bound ? Json(*bound / row.time()) : Json()}});
    if (std::find(applications.begin(), applications.end(), row.application) == applications.end()) applications.push_back(row.application);
  }
  for (const std::string& application : applications) {
    Json portable{{"application", application}, {"sets", Json::array()}};
    for (const PlatformSet& set : sets) {
      Json of_set{{"set", set.name}, {"app", nullptr}, {"arch", nullptr}};
      if (&set == &sets.front() || is_on(json["rows"], application, set.platforms)) {
        of_set["app"] = portability(json["rows"], application, set.platforms, "app_efficiency");
        of_set["arch"] = portability(json["rows"], application, set.platforms, "arch_efficiency");
      }
      portable["sets"].push_back(of_set);
    }
    portable["app"] = portable["sets"][0]["app"];
    portable["arch"] = portable["sets"][0]["arch"];
    json["portability"].push_back(portable);
  }
  return json;
}

void check_best_times(const std::vector<BestTime>& best_times, const std::vector<Case>& cases, const Json& names) {
  for (const BestTime& best : best_times) {
    if (std::none_of(cases.begin(), cases.end(), [&](const Case& one) { return one.is_called(best.work); })) {
      std::vector<std::string> known;
      for (const Case& one : cases) known.push_back(one.work);
      throw InputError("--best: " + unknown_name_message("case", best.work, known));
    }
    if (std::find(names.begin(), names.end(), best.platform) == names.end())
      throw InputError("--best: " + unknown_name_message("platform", best.platform, names.get<std::vector<std::string>>()));
  }
}

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

}  // namespace

std::vector<BestTime> read_best_times(const std::string& path) {
  const toml::table parsed = scenarios::parse_toml(read_study_text(path), path);
  scenarios::TomlTable root(parsed, path, "", 1);
  std::vector<BestTime> best_times;
  for (scenarios::TomlTable& table : root.tables("best")) {
    BestTime best{required_text(table, "case"), required_text(table, "platform"), 0, required_text(table, "source")};
    const auto time = table.number("time", {"", "", 1e-9, 1e12, ""});
    if (!time) table.fail("time", "none", "a number, in the unit of the study's time");
    best.time = *time;
    best_times.push_back(best);
    table.finish();
  }
  root.finish();
  return best_times;
}

Json platforms_of(const std::vector<const Json*>& results, const std::vector<BestTime>& best_times) {
  Json json{{"names", Json::array()}, {"cases", Json::array()}};
  const std::vector<Case> cases = cases_of(results, json["names"]);
  check_best_times(best_times, cases, json["names"]);
  const std::vector<PlatformSet> sets = sets_of(cases, json["names"]);
  for (const PlatformSet& set : sets) json["sets"].push_back({{"name", set.name}, {"platforms", set.platforms}});
  for (const Case& one : cases) json["cases"].push_back(case_json(one, sets, best_times));
  return json;
}

std::string p3_text(const Json& platforms) {
  std::string text = scenarios::table_head;
  for (const Json& one : platforms.at("cases")) {
    for (const Json& row : one.at("rows")) {
      text += quoted(one.at("work")) + "," + quoted(row.at("application")) + "," + quoted(row.at("platform"));
      for (const char* number : {"time", "app_efficiency", "arch_efficiency"}) {
        text += "," + (row.at(number).is_number() ? row.at(number).dump() : "");
      }
      text += "\n";
    }
  }
  return text;
}

std::string portability_text(const Json& platforms) {
  if (platforms.at("cases").empty()) return "";
  std::string text = "\nperformance portability (of the best time known on each platform; 0: it was not run on one of them)\n";
  for (const Json& set : platforms.at("sets")) {
    std::vector<std::string> names;
    for (const Json& name : set.at("platforms")) names.push_back(one_line(name.get<std::string>()));
    text += "  " + set.at("name").get<std::string>() + ": " + joined_text(names, "and") + "\n";
  }
  const auto padded = [](std::string words, std::size_t width) {
    words.resize(std::max(words.size(), width), ' ');
    return words;
  };
  for (const Json& one : platforms.at("cases")) {
    text += "\n" + one_line(one.at("label").get<std::string>()) + "\n";
    for (const Json& application : one.at("portability")) {
      text += "  " + padded(one_line(application.at("application").get<std::string>()), 20);
      for (const Json& set : application.at("sets")) {
        const std::string value = set.at("app").is_number() ? short_number(set.at("app")) : "-";
        text += " " + padded(set.at("set").get<std::string>() + " " + value, 18);
      }
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n";
    }
  }
  return text;
}

std::string result_name(std::size_t result) { return std::string(1, static_cast<char>('A' + result)); }

}  // namespace plethos::study
