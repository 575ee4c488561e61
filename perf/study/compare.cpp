#include "perf/study/compare.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/document.hpp"
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

Json pair(const std::string& work, const Json& a, const Json& b, bool fastest) {
  Json json{{"work", work}, {"fastest", fastest}, {"a", side(a)}, {"b", side(b)}, {"ratio", ms(b) / ms(a)}};
  json["same_bits"] = json["a"]["checksum"] == json["b"]["checksum"];
  return json;
}

/// Returns why a difference between two runs would say nothing of them; empty if it would.
std::string why_not_judged(const Json& a, const Json& b) {
  for (const auto& [run, name] : {std::pair(&a, "A"), std::pair(&b, "B")}) {
    const Json disturbed = run->value("disturbed", Json::array());
    if (!disturbed.empty()) return std::string(name) + ": " + disturbed.front().get<std::string>();
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
  std::string why = why_not_judged(a, b);
  if (why.empty() && !interval && !is_exact) why = "a single repetition has no interval";
  const double ratio = pair.at("ratio");
  const bool is_seen = interval ? !interval->contains(1) : ratio != 1;
  pair["faster"] = !why.empty() || !is_seen ? "" : ratio > 1 ? "A" : "B";
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

Json comparison_of(const Json& a, const Json& b, const std::string& name_a, const std::string& name_b) {
  require_same(a, b, "name", "study", name_a, name_b);
  require_same(a, b, "quick", "quick", name_a, name_b);
  require_same(a, b, "hash", "the study's version", name_a, name_b);
  const Runs runs_a = timed_runs(a);
  const Runs runs_b = timed_runs(b);
  const auto faster = [](const Json* x, const Json* y) { return ms(*x) < ms(*y); };
  Json comparison{{"schema", comparison_name}, {"schema_version", schema_version}, {"time", nullptr}, {"pairs", Json::array()}};
  std::vector<std::string> seen;
  std::vector<std::pair<const Json*, const Json*>> runs_of_pairs;
  const auto add = [&](const Json& run, const Json& one, const Json& other, bool fastest) {
    comparison["pairs"].push_back(pair(work_text(run, {}), one, other, fastest));
    runs_of_pairs.emplace_back(&one, &other);
  };
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
    const Runs group_a = same_work(runs_a);
    const Runs group_b = same_work(runs_b);
    if (group_b.empty()) continue;
    const Json* best_a = *std::min_element(group_a.begin(), group_a.end(), faster);
    const Json* best_b = *std::min_element(group_b.begin(), group_b.end(), faster);
    add(*run, *best_a, *best_b, true);
    for (const Json* one : group_a) {
      for (const Json* other : group_b) {
        const bool alike = describe_machine(*one) == describe_machine(*other);
        if (alike && !(one == best_a && other == best_b)) add(*run, *one, *other, false);
      }
    }
  }
  if (comparison["pairs"].empty()) {
    throw InputError("--compare: " + name_a + " and " + name_b +
                     " have no timed run of the same scenario, size, methods and settings in common");
  }
  for (std::size_t i = 0; i < runs_of_pairs.size(); ++i) {
    judge(comparison["pairs"][i], *runs_of_pairs[i].first, *runs_of_pairs[i].second, runs_of_pairs.size());
  }
  comparison["time"] = kind_of(*runs_a.front()).fields.time;
  comparison["environment"] = environment_differences(a, b);
  comparison["a"] = a;
  comparison["b"] = b;
  return comparison;
}

}  // namespace

Json compare_studies(const Json& a, const Json& b, const std::string& name_a, const std::string& name_b) {
  try {
    return comparison_of(a, b, name_a, name_b);
  } catch (const Json::exception& fault) {
    throw InputError("--compare: found a damaged study in " + name_a + " or " + name_b + ": " + fault.what());
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
    rows.push_back({name(pair.at("work")), name(a.at("machine")), short_number(a.at(time)), name(b.at("machine")), short_number(b.at(time)),
                    short_number(pair.at("ratio")), interval_text(pair), judgement(pair), pair.at("same_bits").get<bool>() ? "yes" : "no"});
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
  return text + environment_text(comparison.at("environment"));
}

}  // namespace plethos::study
