#include "perf/study/environment.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

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

/// Returns what the header of a result tells of its environment, without the keys of which `other` knows nothing.
Values values_of(const Json& header, const Json& other) {
  Values values;
  for (const char* key : header_keys) {
    if (header.contains(key) && other.contains(key)) add(key, header.at(key), values);
  }
  const Json nothing = Json::object();
  const Json& machine = header.contains("machine") ? header.at("machine") : nothing;
  const Json& other_machine = other.contains("machine") ? other.at("machine") : nothing;
  if (other_machine.empty()) return values;
  for (const auto& [key, value] : machine.items()) {
    if (key == gpu || other_machine.contains(key)) add(key, value, values);
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

Json environment_differences(const Json& a, const Json& b) {
  const Values values_a = values_of(a.at("header"), b.at("header"));
  const Values values_b = values_of(b.at("header"), a.at("header"));
  Values all = values_a;
  all.insert(values_b.begin(), values_b.end());
  Json differences = Json::array();
  for (const auto& [key, value] : all) {
    const Json of_a = value_or_null(values_a, key);
    const Json of_b = value_or_null(values_b, key);
    if (of_a != of_b) differences.push_back({{"key", key}, {"a", of_a}, {"b", of_b}});
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
  for (const auto& [key, one] : rows) {
    const std::string space(width, ' ');
    text += "  " + key + space.substr(key.size()) + "  A  " + text_of(one->at("a")) + "\n";
    text += "  " + space + "  B  " + text_of(one->at("b")) + "\n";
  }
  return text;
}

}  // namespace plethos::study
