#include "perf/study/fields.hpp"

#include <algorithm>

#include "algorithms/simulation/methods.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/run/parameters_json.hpp"

namespace plethos::study {
namespace {

const std::string set_prefix = "set.";

const Json* find(const Json& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// Returns the field of a run, from its settings, its machine or its results.
const Json* find_field(const Json& run, const std::string& name) {
  if (const Json* settings = find(run, "settings")) {
    if (const Json* value = find(*settings, name)) return value;
    if (const Json* set = find(*settings, "set"); set && name.starts_with(set_prefix)) {
      return find(*set, name.substr(set_prefix.size()));
    }
  }
  for (const char* part : {"machine", "results"}) {
    if (const Json* object = find(run, part)) {
      if (const Json* value = find(*object, name)) return value;
    }
  }
  return nullptr;
}

}  // namespace

const std::vector<std::string>& same_result_fields() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"regroup", "replay"};
    for (const ParameterInfo& info : simulation::method_parameters()) {
      if (info.same_result) all.push_back(set_prefix + info.name);
    }
    return all;
  }();
  return names;
}

const std::vector<std::string>& machine_fields() {
  static const std::vector<std::string> names{"backend", "lanes", "threads", "device", "schedule", "grain", "ranks"};
  return names;
}

std::optional<WrittenValue> field(const Json& run, const std::string& name) {
  const Json* value = find_field(run, name);
  if (value == nullptr) return {};
  if (value->is_number() || value->is_string() || value->is_boolean()) return scenarios::written_from(*value);
  return {};
}

std::optional<double> number_field(const Json& run, const std::string& name) {
  const auto value = field(run, name);
  if (!value || !std::holds_alternative<double>(*value)) return {};
  return std::get<double>(*value);
}

bool matches(const Json& run, const Selection& selection) {
  return std::all_of(selection.begin(), selection.end(), [&](const auto& entry) { return field(run, entry.first) == entry.second; });
}

std::string work_key(const Json& run, const std::vector<std::string>& leave_out) {
  const auto left_out = [&](const std::string& name) { return std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end(); };
  Json key = Json::object();
  for (const auto& [name, value] : run.at("settings").items()) {
    if (!left_out(name)) key[name] = value;
  }
  if (key.contains("set")) {
    for (const std::string& name : leave_out) {
      if (name.starts_with(set_prefix)) key["set"].erase(name.substr(set_prefix.size()));
    }
  }
  for (const std::string& name : machine_fields()) {
    if (!left_out(name) && run.contains("machine")) key[name] = run.at("machine").value(name, Json());
  }
  return key.dump();
}

Json shared_parameters(const std::vector<const Json*>& runs) {
  Json shared = Json::object();
  if (runs.size() < 2) return shared;
  for (const auto& [key, value] : runs[0]->at("settings").at("set").items()) {
    const auto has_it = [&, &key = key, &value = value](const Json* run) {
      const Json& set = run->at("settings").at("set");
      return set.contains(key) && set.at(key) == value;
    };
    if (std::all_of(runs.begin(), runs.end(), has_it)) shared[key] = value;
  }
  return shared;
}

std::vector<std::string> parameter_fields(const Json& parameters) {
  std::vector<std::string> names;
  for (const auto& [key, value] : parameters.items()) names.push_back(set_prefix + key);
  return names;
}

std::vector<const Json*> runs_of(const std::vector<const Json*>& results) {
  std::vector<const Json*> runs;
  for (const Json* result : results) {
    for (const Json& run : result->at("runs")) runs.push_back(&run);
  }
  return runs;
}

std::string work_text(const Json& run, const std::vector<std::string>& leave_out) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const auto left_out = [&](const std::string& name) { return std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end(); };
  const auto shown = [&](const std::string& name) { return left_out(name) ? std::nullopt : field(run, name); };
  if (const auto scenario = shown("scenario")) add(plain_text(*scenario));
  for (const char* size : {"agents", "worlds", "plans", "queries", "goals", "moves"}) {
    const auto count = shown(size);
    if (!count) continue;
    const std::string name = size;
    const bool one = *count == WrittenValue(1.);
    add(plain_text(*count) + " " + (!one ? name : name == "queries" ? "query" : name.substr(0, name.size() - 1)));
  }
  const RunKind& kind = kind_of(run);
  for (const std::string& family : kind.fields.methods) {
    const auto method = shown(family);
    if (const std::string name = method ? kind.method_text(family, plain_text(*method)) : ""; !name.empty()) add(name);
  }
  if (const auto start = number_field(run, "start_at"); start.value_or(0) > 0) add("from step " + number_text(*start));
  for (const auto& [key, value] : run.at("settings").at("set").items()) {
    if (!left_out(set_prefix + key)) add(key + "=" + plain_text(scenarios::written_from(value)));
  }
  return text;
}

}  // namespace plethos::study
