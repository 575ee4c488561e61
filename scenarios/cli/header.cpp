#include "scenarios/cli/header.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "backends/openmp/waiting.hpp"
#include "backends/runtime.hpp"
#include "core/parameter_table.hpp"
#include "core/text.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

/// Returns the values of methods' parameters, or an empty text if there are none.
std::string values_text(const simulation::MethodChoices& methods, const ParameterValues& values) {
  std::string text;
  for (const ParameterInfo& info : simulation::parameters_in_use(methods)) {
    const auto value = values.find(info.name);
    if (value != values.end()) text += (text.empty() ? "" : ", ") + info.name + " " + value_text(info, value->second);
  }
  return text;
}

/// Returns the given values of methods' parameters, those that groups have of their own behind all agents'.
std::string parameters_text(const simulation::MethodChoices& methods, const std::vector<std::string>& groups) {
  std::string text = values_text(methods, methods.values);
  for (std::size_t group = 0; group < methods.group_values.size(); ++group) {
    const std::string own = values_text(methods, methods.group_values[group]);
    if (!own.empty()) text += (text.empty() ? "" : "; ") + ("group " + quote_text(groups.at(group)) + ": " + own);
  }
  return text;
}

}  // namespace

std::string costs_text(const GridMap& map) {
  const CostRange range = cost_range(map);
  return range.most == 1 ? "" : ", costs " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

std::string grid_text(const World& world) {
  if (world.grid == nullptr) return {};
  const WorldGrid& grid = *world.grid;
  const auto blocked = std::count(grid.passable.begin(), grid.passable.end(), std::uint8_t{0});
  const auto cells = static_cast<double>(grid.passable.size());
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.3g", 100 * (cells - static_cast<double>(blocked)) / cells);
  return ", grid " + std::to_string(grid.width) + " x " + std::to_string(grid.height) + " cells of " + number_text(grid.cell_size) +
         " m, " + percent + "% passable" + costs_text(grid);
}

Header place_header(const backends::Backend& backend, const Json& machine) {
  std::string lanes = backend.lanes() + ", " + std::to_string(backend.lane_width()) + (backend.lane_width() == 1 ? " float" : " floats");
  if (!backend.same_bits()) lanes += " (no fused multiply-add: not bit for bit the same as other backends)";
  std::string threads = std::to_string(backend.threads);
  if (backend.name == "openmp") threads += ", binding " + backends::thread_binding() + ", waiting " + backends::thread_waiting();
  Header header{{"backend", backend.name},
                {"device", backend.device},
                {"threads", threads},
                {"lanes", lanes},
                {"machine", scenarios::machine_text(machine)},
                {"gpu", backend.scheduler ? "" : scenarios::gpu_text(machine)},
                {"compiler", machine.at("compiler").get<std::string>() + ": " + machine.at("compiler_flags").get<std::string>()},
                {"kokkos", backends::kokkos_version() + ", " + backends::kokkos_spaces()}};
  std::erase_if(header, [](const auto& entry) { return entry.second.empty(); });
  return header;
}

Header run_header(const scenarios::Scenario& scenario, const scenarios::ScenarioRequest& request, const simulation::MethodChoices& methods,
                  const backends::Backend& backend, const Json& machine, const backends::Ranks& ranks) {
  Header header{{"plethos", scenarios::version()},
                {"scenario", scenario.name + ", " + std::to_string(scenario.count()) + " agents, " +
                                 std::to_string(scenario.world.segments().size()) + " segments" + grid_text(scenario.world)},
                {"methods", scenarios::methods_text(methods, scenario, request)}};
  const std::string parameters = parameters_text(methods, scenario.groups);
  if (!parameters.empty()) header.emplace_back("parameters", parameters);
  const std::string irreproducible = simulation::irreproducible_text(methods);
  if (!irreproducible.empty()) header.emplace_back("reproducible", "no: with " + irreproducible + " two runs of the same may differ");
  if (!ranks.alone()) {
    header.emplace_back("ranks", std::to_string(ranks.size()) + ", " + ranks.library() + "; the lines below are of rank 0");
  }
  for (auto& entry : place_header(backend, machine)) header.push_back(std::move(entry));
  header.emplace_back("seed", std::to_string(scenario.parameters.seed));
  return header;
}

void print(const Header& header) {
  std::size_t width = 0;
  for (const auto& [name, value] : header) width = std::max(width, name.size());
  for (const auto& [name, value] : header) std::printf("%-*s  %s\n", static_cast<int>(width), name.c_str(), one_line(value).c_str());
  std::fflush(stdout);
}

}  // namespace plethos::cli
