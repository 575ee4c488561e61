#include "scenarios/request.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/whole_number.hpp"
#include "scenarios/exact_number.hpp"
#include "scenarios/keys.hpp"

namespace plethos::scenarios {
namespace {

bool has_key(const std::vector<ParameterInfo>& keys, std::string_view name) { return find_parameter(keys, name) != nullptr; }

/// Returns whether a text can be a word of a choice.
bool is_word(std::string_view text) {
  const auto in_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), in_word);
}

/// Runs an action that may find fault with a setting, and adds to its message that a setting is at fault.
template <class Action>
void for_setting(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    throw InputError(std::string("--set ") + error.what());
  }
}

}  // namespace

void add_setting(Settings& settings, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError("--set: found " + quote_text(text) + ", expected key=value");
  const std::string key = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  if (settings.contains(key)) throw InputError("--set " + one_line(key) + ": found it twice, expected one value");
  if (value == "true" || value == "false") {
    settings[key] = value == "true";
    return;
  }
  double number = 0;
  const char* const end = value.data() + value.size();
  const auto [parsed, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc{} && parsed == end && std::isfinite(number)) {
    if (is_rounded(value, number)) {
      throw InputError("--set " + one_line(key) + ": found " + quote_text(value) + ", expected " + exact_number);
    }
    settings[key] = number;
  } else if (is_word(value) && error == std::errc::invalid_argument) {
    settings[key] = value;
  } else {
    throw InputError("--set " + one_line(key) + ": found " + quote_text(value) + ", expected a number, true, false or a word");
  }
}

std::uint64_t parse_seed(const std::string& label, const std::string& text) {
  std::uint64_t seed = 0;
  const std::string digits = whole_number_digits(text).value_or("");
  const char* const end = digits.data() + digits.size();
  const auto [parsed, error] = std::from_chars(digits.data(), end, seed);
  if (error != std::errc{} || parsed != end) {
    throw InputError(label + ": found " + quote_text(text) + ", expected a whole number from 0 to " +
                     std::to_string(std::numeric_limits<std::uint64_t>::max()));
  }
  return seed;
}

void check_request(const ScenarioRequest& request, const std::vector<ParameterInfo>& own) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (request.agents && (*request.agents < 1 || *request.agents > most)) {
    throw InputError("--agents: found " + std::to_string(*request.agents) + ", expected a whole number from 1 to " + std::to_string(most));
  }
  const auto all = {&own, &agent_table().infos(), &parameter_table().infos(), &simulation::method_parameters()};
  for (const auto& [name, value] : request.settings) {
    if (std::any_of(all.begin(), all.end(), [&](const auto* keys) { return has_key(*keys, name); })) continue;
    std::vector<std::string> names;
    for (const auto* keys : all) {
      for (const ParameterInfo& key : *keys) names.push_back(key.name);
    }
    throw InputError(one_line("--set " + name + ": " + unknown_name_message("key", name, names)));
  }
}

ParameterValues own_settings(const ScenarioRequest& request, const std::vector<ParameterInfo>& own) {
  ParameterValues result;
  for (const auto& [name, value] : request.settings) {
    if (const ParameterInfo* info = find_parameter(own, name)) for_setting([&] { result[name] = read_value(*info, value); });
  }
  return result;
}

void apply_to_agent(const ScenarioRequest& request, const std::vector<ParameterInfo>& own, AgentRecord& agent) {
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name) || !has_key(agent_table().infos(), name)) continue;
    for_setting([&] { agent_table().set(agent, name, value); });
  }
}

void apply_to_parameters(const ScenarioRequest& request, const std::vector<ParameterInfo>& own, Parameters& parameters) {
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name) || has_key(agent_table().infos(), name) || !has_key(parameter_table().infos(), name)) continue;
    for_setting([&] { parameter_table().set(parameters, name, value); });
  }
  if (request.seed) parameters.seed = *request.seed;
}

void apply_to_values(const ScenarioRequest& request, ParameterValues& values) {
  for (const auto& [name, value] : request.settings) {
    const ParameterInfo* info = find_parameter(simulation::method_parameters(), name);
    if (info != nullptr) for_setting([&] { values[name] = read_value(*info, value); });
  }
}

std::string DrawnMap::name() const { return kind + " " + std::to_string(size); }

}  // namespace plethos::scenarios
