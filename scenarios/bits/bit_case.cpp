#include "scenarios/bits/bit_case.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "scenarios/embedded_text.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/run_identity.hpp"

namespace plethos::scenarios {
namespace {

std::uint64_t sum_in(std::string_view digits) {
  std::uint64_t sum = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), sum, 16);
  if (fault != std::errc() || end != digits.data() + digits.size()) {
    throw InputError("found '" + std::string(digits) + "', expected a sum in hexadecimal digits");
  }
  return sum;
}

/// Reads the sums of a step: hexadecimal numbers with spaces between them.
StepSums step_in(std::string_view text) {
  StepSums sums{};
  for (std::uint64_t& sum : sums) {
    const std::size_t end = std::min(text.find(' '), text.size());
    sum = sum_in(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sums;
}

std::string text_of(const StepSums& sums) {
  std::string text;
  for (const std::uint64_t sum : sums) text.append(text.empty() ? "" : " ").append(hexadecimal(sum));
  return text;
}

BitCase case_in(const Json& json) {
  BitCase read{.name = json.at("name"), .request = {.name = json.at("scenario")}, .steps = json.at("steps")};
  if (json.contains("agents")) read.request.agents = json.at("agents").get<std::int64_t>();
  for (const std::string setting : json.value("set", Json::array())) add_setting(read.request.settings, setting);
  const Json methods = json.value("methods", Json::object());
  for (const auto& [family, method] : methods.items()) read.request.methods[family] = method;
  if (!json.contains("sums")) return read;
  read.recorded.scene = json.at("scene");
  read.recorded.at_once = sum_in(json.at("at_once").get<std::string>());
  for (const std::string step : json.at("sums")) read.recorded.steps.push_back(step_in(step));
  if (read.recorded.steps.size() != static_cast<std::size_t>(read.steps)) throw InputError("found sums of other steps than `steps` says");
  return read;
}

Json json_of(const BitCase& bit_case) {
  Json json{{"name", bit_case.name}, {"scenario", bit_case.request.name}};
  if (bit_case.request.agents) json["agents"] = *bit_case.request.agents;
  for (const auto& [family, method] : bit_case.request.methods) json["methods"][family] = method;
  for (const auto& [key, value] : bit_case.request.settings) {
    std::string text = key;
    json["set"].push_back(text.append("=").append(plain_text(value)));
  }
  json["steps"] = bit_case.steps;
  if (bit_case.recorded.steps.empty()) return json;
  json["scene"] = bit_case.recorded.scene;
  for (const StepSums& step : bit_case.recorded.steps) json["sums"].push_back(text_of(step));
  json["at_once"] = hexadecimal(bit_case.recorded.at_once);
  return json;
}

/// Returns the methods whose kernels the summed stages run, in their order.
std::array<std::string, summed_stages.size()> methods_of_stages(const simulation::MethodChoices& methods) {
  return {methods.neighbors, methods.steering == "none" ? methods.planner : methods.planner + ", " + methods.steering, methods.avoidance,
          ""};
}

}  // namespace

std::vector<BitCase> read_bit_cases(const Json& json, const std::string& label) {
  std::vector<BitCase> cases;
  try {
    if (json.at("schema") != "plethos-bits" || json.at("schema_version") != 1) throw InputError("found another schema than plethos-bits 1");
    for (const Json& one : json.at("cases")) cases.push_back(case_in(one));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(label + ": " + error.what());
  } catch (const InputError& error) {
    throw InputError(label + ": " + error.what());
  }
  return cases;
}

Json bit_cases_json(const std::vector<BitCase>& cases) {
  Json json{{"schema", "plethos-bits"}, {"schema_version", 1}, {"cases", Json::array()}};
  for (const BitCase& bit_case : cases) json["cases"].push_back(json_of(bit_case));
  return json;
}

const std::vector<BitCase>& bit_cases() {
  static const std::vector<BitCase> cases = read_bit_cases(Json::parse(recorded_bits().front().text), "recorded.json");
  return cases;
}

RunSums run_sums(const backends::Backend& backend, const BitCase& bit_case, const Scenario& scenario) {
  const simulation::MethodChoices methods = choose_methods(scenario, bit_case.request);
  const auto make = [&] { return simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.range(), methods); };
  RunSums sums{.scene = identity_text(run_identity(scenario, methods))};
  simulation::StepRecord record;
  simulation::Frame frame;
  const auto by_steps = make();
  for (std::int64_t step = 0; step < bit_case.steps; ++step) {
    by_steps->measurements().advance(record);
    by_steps->read(frame);
    sums.steps.push_back(step_sums(record, frame));
  }
  const auto at_once = make();
  at_once->advance(bit_case.steps);
  at_once->read(frame);
  sums.at_once = simulation::checksum(frame);
  return sums;
}

std::optional<std::string> first_difference(const BitCase& bit_case, const Scenario& scenario, const RunSums& found) {
  const RunSums& recorded = bit_case.recorded;
  if (found.scene != recorded.scene) return "another scene before the first step: the machine's library of functions rounds otherwise";
  const auto methods = methods_of_stages(choose_methods(scenario, bit_case.request));
  for (std::size_t step = 0; step < recorded.steps.size(); ++step) {
    for (std::size_t stage = 0; stage < summed_stages.size(); ++stage) {
      if (found.steps.at(step)[stage] == recorded.steps[step][stage]) continue;
      std::string text = "step ";
      text.append(std::to_string(step + 1)).append(": ").append(summed_stages[stage].name);
      if (!methods[stage].empty()) text.append(" (").append(methods[stage]).append(")");
      return text.append(": other ").append(summed_stages[stage].makes);
    }
  }
  if (found.at_once != recorded.at_once) return "steps made at once end in other positions than the same steps one by one";
  return {};
}

}  // namespace plethos::scenarios
