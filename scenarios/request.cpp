#include "scenarios/request.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/one_line.hpp"
#include "scenarios/io/line_reader.hpp"

namespace plethos::scenarios {
namespace {

bool has_key(const std::vector<ScenarioKey>& keys, std::string_view name) {
  for (const ScenarioKey& key : keys) {
    if (key.name == name) return true;
  }
  return false;
}

}  // namespace

void add_setting(Settings& settings, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError("--set: found " + quote_text(text) + ", expected key=value");
  const std::string key = text.substr(0, equals);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data() + equals + 1, end, value);
  if (error != std::errc{} || parsed != end || !std::isfinite(value)) {
    throw InputError("--set " + one_line(key) + ": found " + quote_text(text.substr(equals + 1)) + ", expected a number");
  }
  settings[key] = value;
}

std::uint64_t parse_seed(const std::string& label, const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc{} || parsed != end) {
    throw InputError(label + ": found " + quote_text(text) + ", expected a whole number from 0 to " +
                     std::to_string(std::numeric_limits<std::uint64_t>::max()));
  }
  return seed;
}

void check_request(const ScenarioRequest& request, const std::vector<ScenarioKey>& own) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (request.agents && (*request.agents < 1 || *request.agents > most)) {
    throw InputError("--agents: found " + std::to_string(*request.agents) + ", expected a whole number from 1 to " + std::to_string(most));
  }
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name) || has_key(agent_keys(), name) || has_key(run_keys(), name)) continue;
    std::vector<std::string> names;
    for (const auto* keys : {&own, &agent_keys(), &run_keys()}) {
      for (const ScenarioKey& key : *keys) names.push_back(key.name);
    }
    throw InputError(one_line("--set " + name + ": " + unknown_name_message("key", name, names)));
  }
}

Settings own_settings(const ScenarioRequest& request, const std::vector<ScenarioKey>& own) {
  Settings result;
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name)) result[name] = value;
  }
  return result;
}

void apply_to_agent(const ScenarioRequest& request, const std::vector<ScenarioKey>& own, AgentRecord& agent) {
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name) || !has_key(agent_keys(), name)) continue;
    try {
      set_agent_field(agent, name, value);
    } catch (const InputError& error) {
      throw InputError(std::string("--set ") + error.what());
    }
  }
}

void apply_to_parameters(const ScenarioRequest& request, const std::vector<ScenarioKey>& own, Parameters& parameters) {
  for (const auto& [name, value] : request.settings) {
    if (has_key(own, name) || has_key(agent_keys(), name)) continue;
    try {
      set_parameter(parameters, name, value);
    } catch (const InputError& error) {
      throw InputError(std::string("--set ") + error.what());
    }
  }
  if (request.seed) parameters.seed = *request.seed;
}

}  // namespace plethos::scenarios
