#include <optional>

#include "core/error.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/python/module.hpp"
#include "scenarios/python/py_scenario.hpp"
#include "scenarios/validation.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;

/// Text as --set KEY=VALUE takes it.
std::string setting_text(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::str(value).cast<std::string>();
}

PyScenario library_scenario(const std::string& name, const std::optional<std::int64_t>& agents, const std::optional<std::uint64_t>& seed,
                            const std::string& seeds, const py::kwargs& settings) {
  PyScenario made;
  made.request.name = name;
  made.request.agents = agents;
  made.request.seed = seed;
  for (const auto& [key, value] : settings)
    scenarios::add_setting(made.request.settings, key.cast<std::string>() + "=" + setting_text(value));
  if (seeds.empty()) {
    made.scenario = scenarios::make_scenario(made.request);
  } else {
    std::vector<scenarios::EnsembleScenario> all = scenarios::make_ensembles(made.request, scenarios::parse_seeds("seeds: ", seeds));
    if (all.size() > 1) {
      throw InputError("seeds: found worlds that differ in more than their agents, in " + std::to_string(all.size()) +
                       " ensembles, expected one");
    }
    made.scenario = std::move(all.front().scenario);
  }
  return made;
}

/// What of a world in code may be one number for all agents, or one for each.
using Field = std::optional<Floats>;

PyScenario own_scenario(const Floats& positions, const Floats& goals, const py::list& obstacles, const Field& velocities,
                        const Field& radii, const Field& preferred_speeds, const Field& maximum_speeds, const Field& goal_radii,
                        const std::optional<Integers>& groups, double time_step, std::uint64_t seed, int neighbors,
                        double neighbor_distance, bool leave_on_arrival, int steps, const std::string& name) {
  PyScenario made;
  scenarios::Scenario& scenario = made.scenario;
  scenario.name = name;
  const std::vector<Vec2> at = points_of("positions", positions), to = points_of("goals", goals);
  if (to.size() != 1 && to.size() != at.size()) {
    throw InputError("goals: found " + std::to_string(to.size()) + ", expected 1 or one for each of " + std::to_string(at.size()) +
                     " agents");
  }
  scenario.agents.resize(at.size());
  scenario.world.goals.own() = to;
  for (std::size_t i = 0; i < at.size(); ++i) {
    scenario.agents[i].position = at[i];
    scenario.agents[i].goal = to.size() == 1 ? 0 : static_cast<std::int32_t>(i);
  }
  const auto set = [&](const char* field, const Field& values, float AgentRecord::*member) {
    if (!values) return;
    const std::vector<float> numbers = values_of(field, *values, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) scenario.agents[i].*member = numbers[i];
  };
  set("radii", radii, &AgentRecord::radius);
  set("preferred_speeds", preferred_speeds, &AgentRecord::preferred_speed);
  set("maximum_speeds", maximum_speeds, &AgentRecord::maximum_speed);
  set("goal_radii", goal_radii, &AgentRecord::goal_radius);
  if (velocities) {
    const std::vector<Vec2> all = points_of("velocities", *velocities);
    if (all.size() != at.size())
      throw InputError("velocities: found " + std::to_string(all.size()) + ", expected " + std::to_string(at.size()));
    for (std::size_t i = 0; i < at.size(); ++i) scenario.agents[i].velocity = all[i];
  }
  if (groups) {
    const std::vector<std::int64_t> all = integers_of("groups", *groups, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) scenario.agents[i].group = static_cast<std::int32_t>(all[i]);
  }
  for (const py::handle& outline : obstacles) scenario.world.polygons.push_back({points_of("obstacles", outline.cast<Floats>())});
  Parameters& parameters = scenario.parameters;
  parameters.time_step = static_cast<float>(time_step);
  parameters.seed = seed;
  parameters.neighbors = neighbors;
  parameters.neighbor_distance = static_cast<float>(neighbor_distance);
  parameters.leave_on_arrival = leave_on_arrival;
  parameters.steps = steps;
  scenario.world.bounds = scenarios::fit_bounds(scenario);
  scenarios::validate(scenario);
  return made;
}

}  // namespace

void bind_scenario(py::module_& module) {
  py::class_<PyScenario>(module, "Scenario", "A crowd and its world, checked: what a simulation starts with.")
      .def_property_readonly("name", [](const PyScenario& made) { return made.scenario.name; })
      .def_property_readonly(
          "agents", [](const PyScenario& made) { return made.scenario.count(); }, "How many agents there are.")
      .def_property_readonly(
          "worlds", [](const PyScenario& made) { return std::max<std::size_t>(1, made.scenario.ensemble.worlds()); },
          "How many worlds, more than one in an ensemble.")
      .def_property_readonly(
          "time_step", [](const PyScenario& made) { return made.scenario.parameters.time_step; }, "Seconds of a step.")
      .def_property_readonly(
          "steps", [](const PyScenario& made) { return made.scenario.parameters.steps; }, "The limit of a run, in steps.")
      .def_property_readonly(
          "warnings", [](const PyScenario& made) { return made.scenario.warnings; }, "What its files hold and it does not.")
      .def_property_readonly(
          "goals",
          [](const PyScenario& made) {
            std::vector<float> goals;
            for (const AgentRecord& agent : made.scenario.agents) {
              const Vec2 goal = made.scenario.world.goals[static_cast<std::size_t>(agent.goal)];
              goals.insert(goals.end(), {goal.x, goal.y});
            }
            return array_of(std::move(goals), {static_cast<py::ssize_t>(made.scenario.agents.size()), 2});
          },
          "Where each agent heads at the start, (agents, 2), m; of an exit a place on it.")
      .def_property_readonly(
          "radii",
          [](const PyScenario& made) {
            std::vector<float> radii;
            for (const AgentRecord& agent : made.scenario.agents) radii.push_back(agent.radius);
            return array_of(std::move(radii), {static_cast<py::ssize_t>(made.scenario.agents.size())});
          },
          "(agents,), m.")
      .def("__repr__", [](const PyScenario& made) {
        return "<plethos.Scenario " + made.scenario.name + ", " + std::to_string(made.scenario.count()) + " agents>";
      });
  module.def("scenario", &library_scenario, py::arg("name"), py::arg("agents") = py::none(), py::arg("seed") = py::none(), py::kw_only(),
             py::arg("seeds") = "",
             R"(Make a scenario of the library (scenarios() names them) or of a TOML file.

Further keywords are what `--set KEY=VALUE` of the program takes: the scenario's own keys, agents' fields, and parameters of
the run and of methods. seeds="1..64" makes an ensemble, a world for each seed.)");
  module.def("world", &own_scenario, py::arg("positions"), py::arg("goals"), py::arg("obstacles") = py::list(), py::kw_only(),
             py::arg("velocities") = py::none(), py::arg("radii") = py::none(), py::arg("preferred_speeds") = py::none(),
             py::arg("maximum_speeds") = py::none(), py::arg("goal_radii") = py::none(), py::arg("groups") = py::none(),
             py::arg("time_step") = 0.05, py::arg("seed") = 1, py::arg("neighbors") = 10, py::arg("neighbor_distance") = 15.0,
             py::arg("leave_on_arrival") = false, py::arg("steps") = 0, py::arg("name") = "world",
             R"(Make a scenario of arrays: positions and goals of shape (agents, 2) in m; one goal is everybody's.

obstacles: a list of outlines, each (vertices, 2) in m; radii (m), speeds (m/s) and goal_radii (m) are one number or one
for each agent. time_step in s. Errors: InputError, with what is wrong: agents that overlap or stand in a wall, numbers out of range.)");
}

}  // namespace plethos::python
