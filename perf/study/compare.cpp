#include "perf/study/compare.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/document.hpp"
#include "perf/study/energy_pairs.hpp"
#include "perf/study/environment.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/study.hpp"
#include "scenarios/io/line_reader.hpp"

namespace plethos::study {
namespace {

using Runs = std::vector<const Json*>;

double ms(const Json& run) { return *number_field(run, kind_of(run).fields.time); }

Runs timed_runs(const Json& document) {
  Runs runs;
  for (const Json& run : document.at("runs")) {
    if (number_field(run, kind_of(run).fields.time).value_or(0) > 0) runs.push_back(&run);
  }
  return runs;
}

void require_same(const Json& a, const Json& b, const char* key, const std::string& what, const std::string& name_a,
                  const std::string& name_b) {
  const Json& value_a = a.at("study").at(key);
  const Json& value_b = b.at("study").at(key);
  if (value_a != value_b) {
    throw InputError("--compare: found " + what + " " + value_a.dump() + " in " + name_a + " and " + value_b.dump() + " in " + name_b +
                     ", expected the same in both");
  }
}

Json side(const Json& run) {
  return {{"machine", describe_machine(run)},
          {"device", run.at("machine").at("device")},
          {kind_of(run).fields.time, ms(run)},
          {"checksum", run.at("results").value("checksum", "")}};
}

Json pair(const Json& run, const Json& shared, const Json& a, const Json& b, bool fastest) {
  Json json{{"work", work_text(run, {})}, {"label", work_text(run, parameter_fields(shared))}, {"fastest", fastest}, {"a", side(a)}, {"b", side(b)}, {"ratio", ms(b) / ms(a)}};
  json["same_bits"] = json["a"]["checksum"] == json["b"]["checksum"];
  return json;
}

/// Returns why a difference between two runs would say nothing of them; empty if it would.
std::string why_not_judged(const Json& a, const Json& b, const std::string& name_of_b) {
  for (const auto& [run, name] : {std::pair(&a, result_name(0)), std::pair(&b, name_of_b)}) {
    if (const std::string why = disturbance_of(*run); !why.empty()) return name + ": " + why;
  }
  return "";
}

/// Says which of two runs is faster, if their times tell it. All of a comparison's intervals hold together.
void judge(Json& pair, const Json& a, const Json& b, std::size_t pairs) {
  const std::string& time = kind_of(a).fields.time;
  const Samples of_a = samples_of(a, time), of_b = samples_of(b, time);
  const bool is_exact = kind_of(a).fields.times.empty();
  std::optional<Interval> interval;
  if (!of_a.empty() && !of_b.empty()) interval = interval_of_ratio(of_b, of_a, false, confidence_of_each(pairs));
  add_interval(pair, interval);
  const std::string name_of_b = pair.at("b").at("result");
  std::string why = why_not_judged(a, b, name_of_b);
  if (why.empty() && !is_exact && std::min(of_a.size(), of_b.size()) < 2) why = "one process alone measured";
  const double ratio = pair.at("ratio");
  const bool is_seen = interval ? !interval->contains(1) : ratio != 1;
  pair["faster"] = !why.empty() || !is_seen ? "" : ratio > 1 ? result_name(0) : name_of_b;
  pair["not_judged"] = why;
}

}  // namespace

Json read_study_document(const std::string& path) {
  std::ifstream file = scenarios::open_input(path, "study result");
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) throw InputError(path + ": found a damaged file, expected JSON");
  if (!json.is_object() || json.value("schema", "") != schema_name) {
    throw InputError(path + ": schema: found another file, expected the JSON of a study ('" + std::string(schema_name) + "')");
  }
  if (json.value("schema_version", 0) != schema_version) {
    throw InputError(path + ": schema_version: found " + json["schema_version"].dump() + ", expected " + std::to_string(schema_version));
  }
  for (const char* key : {"study", "header", "runs"}) {
    if (!json.contains(key)) throw InputError(path + ": " + key + ": found none, expected the JSON of a study");
  }
  const Json name = json["study"].is_object() ? json["study"].value("name", Json()) : Json();
  if (!name.is_string() || !is_study_name(name.get<std::string>())) {
    throw InputError(path + ": study: found the name " + name.dump() + ", expected that of a study");
  }
  return json;
}

namespace {

/// Adds the pairs of runs of the first result and of another, and the runs of each pair.
class Pairs {
 public:
  Pairs(Json& pairs, const Json& shared) : pairs_(pairs), shared_(shared) {}

  void add(const Json& a, const Json& b, std::size_t other) {
    const Runs runs_a = timed_runs(a), runs_b = timed_runs(b);
    const auto faster = [](const Json* x, const Json* y) { return ms(*x) < ms(*y); };
    std::vector<std::string> seen;
    for (const Json* run : runs_a) {
      const std::string key = work_key(*run, machine_fields());
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(key);
      const auto same_work = [&](const Runs& runs) {
        Runs result;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(result),
                     [&](const Json* r) { return work_key(*r, machine_fields()) == key; });
        return result;
      };
      const Runs group_a = same_work(runs_a), group_b = same_work(runs_b);
      if (group_b.empty()) continue;
      const Json* best_a = *std::min_element(group_a.begin(), group_a.end(), faster);
      const Json* best_b = *std::min_element(group_b.begin(), group_b.end(), faster);
      add(*run, *best_a, *best_b, true, other);
      for (const Json* one : group_a) {
        for (const Json* two : group_b) {
          const bool alike = describe_machine(*one) == describe_machine(*two);
          if (alike && !(one == best_a && two == best_b)) add(*run, *one, *two, false, other);
        }
      }
    }
  }
  void judge_all() {
    for (std::size_t i = 0; i < runs_.size(); ++i) judge(pairs_[i], *runs_[i].first, *runs_[i].second, runs_.size());
    add_energy_pairs(pairs_, runs_);
  }

 private:
  void add(const Json& run, const Json& one, const Json& two, bool fastest, std::size_t other) {
    pairs_.push_back(pair(run, shared_, one, two, fastest));
    pairs_.back()["b"]["result"] = result_name(other);
    runs_.emplace_back(&one, &two);
  }

  Json& pairs_;
  const Json& shared_;
  std::vector<std::pair<const Json*, const Json*>> runs_;
};

Json comparison_of(const std::vector<Json>& results, const std::vector<std::string>& names, const std::vector<BestTime>& best_times) {
  Json comparison{{"schema", comparison_name}, {"schema_version", schema_version}, {"time", nullptr}, {"pairs", Json::array()}};
  std::vector<const Json*> all;
  for (const Json& result : results) all.push_back(&result);
  const Json shared = shared_parameters(runs_of(all));
  Pairs pairs(comparison["pairs"], shared);
  for (std::size_t other = 1; other < results.size(); ++other) {
    require_same(results[0], results[other], "name", "study", names[0], names[other]);
    require_same(results[0], results[other], "quick", "quick", names[0], names[other]);
    require_same(results[0], results[other], "hash", "the study's version", names[0], names[other]);
    const std::size_t before = comparison["pairs"].size();
    pairs.add(results[0], results[other], other);
    if (comparison["pairs"].size() == before) {
      throw InputError("--compare: " + names[0] + " and " + names[other] +
                       " have no timed run of the same scenario, size, methods and settings in common");
    }
  }
  pairs.judge_all();
  comparison["time"] = kind_of(*timed_runs(results[0]).front()).fields.time;
  // Simulated times say nothing of a machine.
  const bool are_times = !kind_of(*timed_runs(results[0]).front()).fields.times.empty();
  if (!are_times && !best_times.empty()) throw InputError("--best: found runs whose times are simulated, expected runs that are timed");
  comparison["platforms"] = platforms_of(are_times ? all : std::vector<const Json*>{}, best_times);
  comparison["shared_parameters"] = shared;
  comparison["environment"] = environment_differences(results);
  comparison["a"] = results[0];
  comparison["b"] = results[1];
  comparison["more"] = std::vector<Json>(results.begin() + 2, results.end());
  return comparison;
}

}  // namespace

Json compare_studies(const std::vector<Json>& results, const std::vector<std::string>& names, const std::vector<BestTime>& best_times) {
  try {
    return comparison_of(results, names, best_times);
  } catch (const Json::exception& fault) {
    throw InputError("--compare: found a damaged study in " + joined_text(names, "or") + ": " + fault.what());
  }
}

/// Returns what the times of a pair say.
std::string judgement(const Json& pair) {
  const std::string faster = pair.at("faster"), why = pair.at("not_judged");
  if (!why.empty()) return "not judged: " + one_line(why);
  return faster.empty() ? "no difference seen" : faster;
}

std::string comparison_text(const Json& comparison) {
  const std::string unit = kind_of(comparison.at("a").at("runs").at(0)).fields.time_unit;
  std::vector<std::vector<std::string>> rows{{"work", "A", unit, "B", unit, "B/A", "interval", "faster", "same bits"}};
  const std::string time = comparison.at("time");
  const auto name = [](const Json& text) { return one_line(text.get<std::string>()); };
  for (const Json& pair : comparison.at("pairs")) {
    const Json& a = pair.at("a");
    const Json& b = pair.at("b");
    // The others of several are told apart.
    const std::string other = comparison.at("more").empty() ? "" : b.at("result").get<std::string>() + ": ";
    rows.push_back({name(pair.at("label")), name(a.at("machine")), short_number(a.at(time)), other + name(b.at("machine")),
                    short_number(b.at(time)), short_number(pair.at("ratio")), interval_text(pair), judgement(pair),
                    pair.at("same_bits").get<bool>() ? "yes" : "no"});
  }
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - row[i].size(), ' ');
      const bool right = i == 2 || i == 4 || i == 5;
      text += right ? space + row[i] : row[i] + (i + 1 < row.size() ? space : "");
      text += i + 1 < row.size() ? "  " : "\n";
    }
  }
  return text + energy_pairs_text(comparison.at("pairs")) + environment_text(comparison.at("environment"));
}

}  // namespace plethos::study
