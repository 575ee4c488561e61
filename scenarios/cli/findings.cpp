#include "scenarios/cli/findings.hpp"

#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "algorithms/simulation/methods.hpp"
#include "core/text.hpp"
#include "scenarios/geometry/ground.hpp"
#include "scenarios/precision.hpp"

namespace plethos::cli {

Findings find_oddities(const scenarios::Scenario& scenario, const std::string& planner) {
  const World& world = scenario.world;
  Findings findings{scenarios::count_outside(world, scenario.agents),
                    scenarios::find_unreachable(world, scenario.agents),
                    {},
                    scenarios::precision_warning(scenario)};
  if (simulation::method_family("planner").find(planner).needs_grid)
    findings.closed = scenarios::find_closed_by_grid(world, scenario.agents);
  return findings;
}

void warn(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::fprintf(stderr, "plethos: warning: %s\n", one_line(line).c_str());
}

void warn(const Findings& findings, const scenarios::Scenario& scenario) {
  warn(scenario.warnings);
  if (findings.outside > 0) {
    std::fprintf(stderr, "plethos: warning: %" PRId64 " of %" PRId64 " agents start outside the walkable ground, or across its edge\n",
                 findings.outside, scenario.count());
  }
  warn(scenarios::reach_warnings(scenario.groups, findings.reachability));
  if (findings.closed.agents > findings.reachability.agents()) {
    std::fprintf(stderr, "plethos: warning: %" PRId64 " of %" PRId64 " agents have no way over the grid: %s\n", findings.closed.agents,
                 findings.closed.travelers, scenarios::closed_text(scenario.world, findings.closed.widest).c_str());
  }
  if (!findings.precision.empty()) warn({findings.precision});
  if (!findings.reachability.checked) {
    std::fprintf(stderr, "plethos: warning: whether goals can be reached was not checked: too many walls stand close to each other\n");
  }
}

void add_json(const Findings& findings, const scenarios::Scenario& scenario, Json& json) {
  const scenarios::Reachability& reachability = findings.reachability;
  json["outside"] = findings.outside;
  json["unreachable"] = reachability.checked ? Json(reachability.agents()) : Json();
  json["without_way_over_grid"] = findings.closed.agents;
  json["unreachable_groups"] = Json::array();
  for (const scenarios::Unreachable& group : reachability.groups) {
    const auto index = static_cast<std::size_t>(group.group);
    const std::string name = index < scenario.groups.size() ? scenario.groups[index] : std::to_string(index);
    json["unreachable_groups"].push_back({{"group", name}, {"agents", group.agents}, {"travelers", group.travelers}});
  }
}

}  // namespace plethos::cli
