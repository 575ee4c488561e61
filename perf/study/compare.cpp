#include "perf/study/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/document.hpp"
#include "perf/study/environment.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
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
    comparison["pairs"].push_back(pair(work_text(*run, {}), *best_a, *best_b, true));
    for (const Json* one : group_a) {
      for (const Json* other : group_b) {
        const bool alike = describe_machine(*one) == describe_machine(*other);
        if (alike && !(one == best_a && other == best_b)) comparison["pairs"].push_back(pair(work_text(*run, {}), *one, *other, false));
      }
    }
  }
  if (comparison["pairs"].empty()) {
    throw InputError("--compare: " + name_a + " and " + name_b +
                     " have no timed run of the same scenario, size, methods and settings in common");
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

std::string comparison_text(const Json& comparison) {
  const std::string unit = kind_of(comparison.at("a").at("runs").at(0)).fields.time_unit;
  std::vector<std::vector<std::string>> rows{{"work", "A", unit, "B", unit, "B/A", "same bits"}};
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::string(text);
  };
  const std::string time = comparison.at("time");
  const auto name = [](const Json& text) { return one_line(text.get<std::string>()); };
  for (const Json& pair : comparison.at("pairs")) {
    const Json& a = pair.at("a");
    const Json& b = pair.at("b");
    rows.push_back({name(pair.at("work")), name(a.at("machine")), number(a.at(time)), name(b.at("machine")), number(b.at(time)),
                    number(pair.at("ratio")), pair.at("same_bits").get<bool>() ? "yes" : "no"});
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
