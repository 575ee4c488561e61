#include "perf/study/environment.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/text.hpp"

namespace plethos::study {
namespace {

using Values = std::map<std::string, Json>;

constexpr std::string_view momentary[] = {"load", "clock_mhz", "gpu.clock_now_mhz", "gpu.memory_clock_now_mhz"};
constexpr const char* header_keys[] = {"version", "commit", "devices"};
/// A machine without a GPU has no record of it, with any version of the program.
constexpr const char* gpu = "gpu";

/// Adds a value by its name, or the parts of an object by theirs. Lists are values.
void add(const std::string& name, const Json& value, Values& values) {
  if (!value.is_object()) {
    if (std::find(std::begin(momentary), std::end(momentary), name) == std::end(momentary)) values[name] = value;
    return;
  }
  for (const auto& [key, part] : value.items()) add(std::string(name).append(".").append(key), part, values);
}

/// Returns what a result tells of its environment, without what the record of another knows nothing of.
Values values_of(const Json& result, const std::vector<Json>& results) {
  const Json none = Json::object();
  const auto header_of = [](const Json& one) -> const Json& { return one.at("header"); };
  const auto machine_of = [&](const Json& one) -> const Json& {
    return header_of(one).contains("machine") ? header_of(one).at("machine") : none;
  };
  const auto all = [&](const auto& holds) { return std::all_of(results.begin(), results.end(), holds); };
  Values values;
  for (const char* key : header_keys) {
    if (all([&](const Json& one) { return header_of(one).contains(key); })) add(key, header_of(result).at(key), values);
  }
  if (!all([&](const Json& one) { return !machine_of(one).empty(); })) return values;
  for (const auto& [key, value] : machine_of(result).items()) {
    const std::string& name = key;
    if (name == gpu || all([&](const Json& one) { return machine_of(one).contains(name); })) add(name, value, values);
  }
  return values;
}

Json value_or_null(const Values& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? Json() : found->second;
}

std::string text_of(const Json& value) {
  if (value.is_null()) return "-";
  return one_line(value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace

Json environment_differences(const std::vector<Json>& results) {
  std::vector<Values> of_results;
  Values all;
  for (const Json& result : results) {
    of_results.push_back(values_of(result, results));
    all.insert(of_results.back().begin(), of_results.back().end());
  }
  Json differences = Json::array();
  for (const auto& [key, value] : all) {
    Json one{{"key", key}};
    bool differs = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Json own = value_or_null(of_results[i], key);
      differs = differs || own != value_or_null(of_results.front(), key);
      one[std::string(1, static_cast<char>('a' + i))] = own;
    }
    if (differs) differences.push_back(one);
  }
  return differences;
}

std::string environment_text(const Json& differences) {
  if (differences.empty()) return "\nenvironment: nothing that is known differs\n";
  std::vector<std::pair<std::string, const Json*>> rows;
  std::size_t width = 0;
  for (const Json& one : differences) {
    rows.emplace_back(text_of(one.at("key")), &one);
    width = std::max(width, rows.back().first.size());
  }
  std::string text = "\nenvironment: what differs\n";
  const std::string space(width, ' ');
  for (const auto& [key, one] : rows) {
    std::string before = key + space.substr(key.size());
    for (const auto& [name, value] : one->items()) {
      if (name == "key") continue;
      text +=
          "  " + before + "  " + static_cast<char>(std::toupper(static_cast<unsigned char>(name.front()))) + "  " + text_of(value) + "\n";
      before = space;
    }
  }
  return text;
}

}  // namespace plethos::study
