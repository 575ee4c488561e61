#include "scenarios/keys.hpp"

#include <charconv>
#include <cmath>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

struct Row {
  ScenarioKey key;
  float AgentRecord::*member;
};

Row row(ParameterInfo info, float AgentRecord::*member) { return {{std::move(info), AgentRecord{}.*member}, member}; }

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      row({"radius", "m", 1e-3, 1e3, "radius of an agent's disc"}, &AgentRecord::radius),
      row({"preferred_speed", "m/s", 0, 1e3, "speed on a free way to the goal"}, &AgentRecord::preferred_speed),
      row({"maximum_speed", "m/s", 1e-3, 1e3, "speed that an agent never exceeds"}, &AgentRecord::maximum_speed),
      row({"maximum_acceleration", "m/s^2", 1e-3, 1e4, "how fast the velocity may change"}, &AgentRecord::maximum_acceleration),
      row({"goal_radius", "m", 1e-3, 1e3, "an agent nearer to its goal has arrived"}, &AgentRecord::goal_radius),
      row({"reciprocity", "", 0, 1, "willingness to yield; a pair shares its avoidance by own / (own + other's)"},
          &AgentRecord::reciprocity),
      row({"aggression", "m", 0, 1e6, "weight of 1 / time to collision; small passes closer"}, &AgentRecord::aggression),
  };
  return table;
}

const Row& find(std::string_view name) {
  std::vector<std::string> names;
  for (const Row& row : rows()) {
    if (row.key.name == name) return row;
    names.push_back(row.key.name);
  }
  throw InputError(unknown_name_message("agent field", name, names));
}

}  // namespace

const std::vector<ScenarioKey>& agent_keys() {
  static const std::vector<ScenarioKey> keys = [] {
    std::vector<ScenarioKey> result;
    for (const Row& row : rows()) result.push_back(row.key);
    return result;
  }();
  return keys;
}

void set_agent_field(AgentRecord& agent, std::string_view name, double value) {
  const Row& row = find(name);
  if (!(value >= row.key.minimum && value <= row.key.maximum)) {
    throw InputError(row.key.name + ": found " + number_text(value) + ", expected " + range_text(row.key));
  }
  agent.*row.member = static_cast<float>(value);
}

AgentField agent_member(std::string_view name) { return find(name).member; }

const std::vector<ScenarioKey>& run_keys() {
  static const std::vector<ScenarioKey> keys = [] {
    std::vector<ScenarioKey> result;
    for (const ParameterInfo& info : parameter_table()) result.push_back({info, get_parameter({}, info.name)});
    return result;
  }();
  return keys;
}

std::string range_text(const ParameterInfo& info) {
  return "a number from " + number_text(info.minimum) + " to " + number_text(info.maximum);
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // Values that were stored as float32 are shown with the digits that a float32 has.
  char text[64];
  const auto narrow = static_cast<float>(value);
  const auto format =
      std::abs(value) < 1e17 && (value == 0 || std::abs(value) >= 1e-5) ? std::chars_format::fixed : std::chars_format::general;
  const auto result = static_cast<double>(narrow) == value ? std::to_chars(text, text + sizeof text, narrow, format)
                                                           : std::to_chars(text, text + sizeof text, value, format);
  return {text, result.ptr};
}

}  // namespace plethos::scenarios
