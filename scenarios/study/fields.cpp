#include "scenarios/study/fields.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/run/behavior_json.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;

const std::string set_prefix = "set.";

const Json* find(const Json& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// Where a field lies in a run: in what it was asked for, in what it ran on, or in what came out.
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

const std::vector<std::string>& setting_fields() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"scenario", "agents", "avoidance", "neighbors", "steering", "parallel", "regroup", "replay", "start_at"};
    all.insert(all.end(), machine_fields().begin(), machine_fields().end());
    return all;
  }();
  return names;
}

const std::vector<std::string>& machine_fields() {
  static const std::vector<std::string> names{"backend", "lanes", "threads", "device", "schedule", "grain"};
  return names;
}

const std::vector<std::string>& measure_fields() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"ms_per_step", "frames_per_second", "agent_steps_per_second", "bytes", "bytes_per_agent", "steps",
                                 "arrived",     "overlaps",          "min_separation",         "lost",  "changed",         "forbidding"};
    for (const simulation::Stage& stage : simulation::stages()) {
      all.push_back(stage.name + "_ms");
      for (const std::string& part : stage.parts) all.push_back(part + "_ms");
    }
    for (const std::string& part : simulation::avoidance_part_names()) {
      all.push_back(part + "_ms");
      all.push_back(part + "_percent");
    }
    const std::vector<std::string>& behavior = scenarios::behavior_fields();
    all.insert(all.end(), behavior.begin(), behavior.end());
    all.insert(all.end(), {"hash_percent", "build_percent", "empty_stage_ms", "bound_ms", "all_parts_ms"});
    return all;
  }();
  return names;
}

const std::vector<std::string>& curve_fields() {
  static const std::vector<std::string> names{"step", "time", "arrived_share", "step_ms"};
  return names;
}

std::optional<std::variant<double, std::string>> field(const Json& run, const std::string& name) {
  const Json* value = find_field(run, name);
  if (value == nullptr) return {};
  if (value->is_number()) return value->get<double>();
  if (value->is_string()) return value->get<std::string>();
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

std::string work_text(const Json& run, const std::vector<std::string>& leave_out) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const char* name : {"scenario", "agents", "avoidance", "steering", "neighbors", "parallel"}) {
    const auto value = field(run, name);
    if (!value || std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) continue;
    const bool steering = std::string_view(name) == "steering";
    if (const auto* number = std::get_if<double>(&*value)) {
      add(scenarios::number_text(*number) + " " + name);
    } else if (const std::string& method = std::get<std::string>(*value); !steering) {
      add(method);
    } else if (method != "none") {
      add(method + " steering");
    }
  }
  if (const auto start = number_field(run, "start_at"); start.value_or(0) > 0) add("from step " + scenarios::number_text(*start));
  for (const auto& [key, value] : run.at("settings").at("set").items()) add(key + "=" + scenarios::number_text(value.get<double>()));
  return text;
}

}  // namespace plethos::study
