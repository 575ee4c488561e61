#include "algorithms/simulation/simulation.hpp"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/python/array.hpp"
#include "scenarios/python/module.hpp"
#include "scenarios/python/py_scenario.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;
using simulation::Simulation;

/// Steps at a time should take about so long: a signal such as Ctrl-C waits for their end.
constexpr double seconds_at_a_time = 0.1;

/// Marks a simulation as busy, and lets other threads of Python run.
class Busy {
 public:
  Busy(std::atomic<bool>& busy, const std::shared_ptr<Simulation>& simulation) : busy_(busy) {
    if (!simulation) throw MachineError("simulation: found the end of the interpreter, after which nothing is simulated");
    if (busy_.exchange(true)) throw InputError("simulation: found a call while another thread steps it, expected one thread at a time");
  }
  ~Busy() { busy_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool>& busy_;
};

class PySimulation {
  /// Calls when no other thread steps, without the interpreter's lock.
  template <class Call>
  auto quiet(const Call& call) {
    const Busy busy(busy_, simulation_);
    const py::gil_scoped_release others;
    return call();
  }
  template <class Call>
  auto coupled(const Call& call) {
    return quiet([&] { return call(simulation_->coupling()); });
  }

 public:
  PySimulation(const PyScenario& made, const std::string& backend, const std::string& lanes, int threads,
               const std::map<std::string, std::string>& methods, const std::map<std::string, double>& values)
      : made_(made) {
    scenarios::ScenarioRequest request = made.request;
    for (const auto& [family, method] : methods) request.methods[family] = method;
    methods_ = scenarios::choose_methods(made.scenario, request);
    for (const auto& [key, value] : values) methods_.values[key] = value;
    backend_ = backends::make_backend({.name = backend, .lanes = lanes, .threads = threads});
    const py::gil_scoped_release others;
    std::unique_ptr<Simulation> created = Simulation::create(backend_, made.scenario.parameters, made.scenario.world, made.scenario.range(),
                                                             methods_, {}, made.scenario.ensemble);
    simulation_ = std::shared_ptr<Simulation>(created.get(), [needs = std::make_shared<NeedsKokkos>()](Simulation* kept) { delete kept; });
    static_cast<void>(created.release());
    all().insert(this);
  }

  ~PySimulation() { all().erase(this); }
  PySimulation(const PySimulation&) = delete;
  PySimulation& operator=(const PySimulation&) = delete;

  static std::set<PySimulation*>& all() {
    static std::set<PySimulation*> made;
    return made;
  }
  void end() {
    if (simulation_.use_count() == 1) simulation_.reset();
  }

  void step(std::int64_t count) {
    if (count < 0) throw InputError("step: found " + std::to_string(count) + ", expected at least 0 steps");
    const Busy busy(busy_, simulation_);
    // Libraries of arrays launch on streams of their own.
    if (has_wishes_) backends::wait_for_device();
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t now = std::min(count - done, at_a_time_);
      {
        const py::gil_scoped_release others;
        const auto begin = std::chrono::steady_clock::now();
        simulation_->advance(now);
        simulation_->wait();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (seconds < seconds_at_a_time && now == at_a_time_) at_a_time_ *= 2;
        if (seconds > 2 * seconds_at_a_time && at_a_time_ > 1) at_a_time_ /= 2;
      }
      done += now;
      steps_ += now;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
  }

  Array rows(const std::string& of) {
    const simulation::AgentRowsView rows = coupled([&](simulation::Coupling& coupling) { return coupling.rows(); });
    if (of == "positions") return array(rows.position, 2, true, rows.agents);
    if (of == "velocities") return array(rows.velocity, 2, true, rows.agents);
    return array(of == "goals" ? rows.goal : rows.state, 1, false, rows.agents);
  }
  Array columns(const std::string& of) {
    const simulation::AgentColumnsView columns = coupled([&](simulation::Coupling& coupling) { return coupling.columns(); });
    const std::map<std::string, const void*> all{{"id", columns.id},
                                                 {"x", columns.x},
                                                 {"y", columns.y},
                                                 {"velocity_x", columns.velocity_x},
                                                 {"velocity_y", columns.velocity_y},
                                                 {"preferred_x", columns.preferred_x},
                                                 {"preferred_y", columns.preferred_y},
                                                 {"radius", columns.radius},
                                                 {"goal", columns.goal},
                                                 {"state", columns.state}};
    const auto found = all.find(of);
    if (found == all.end()) {
      std::vector<std::string> known;
      for (const auto& [name, data] : all) known.push_back(name);
      throw InputError(unknown_name_message("column", of, known));
    }
    return array(found->second, 1, of != "id" && of != "goal" && of != "state", columns.agents);
  }
  Array wishes() {
    has_wishes_ = true;
    float* const data = coupled([&](simulation::Coupling& coupling) { return coupling.wishes(); });
    Array array = this->array(data, 2, true, rows_count());
    array.read_only = false;
    return array;
  }

  void apply(const WorldChange& change) {
    const Busy busy(busy_, simulation_);
    const py::gil_scoped_release others;
    simulation_->apply(change);
  }
  void place(const Integers& ids, const Floats& positions, const std::optional<Floats>& velocities) {
    const std::vector<Vec2> at = points_of("positions", positions);
    const std::vector<Vec2> moving = velocities ? points_of("velocities", *velocities) : std::vector<Vec2>(at.size());
    if (moving.size() != at.size())
      throw InputError("velocities: found " + std::to_string(moving.size()) + ", expected " + std::to_string(at.size()));
    WorldChange change;
    const std::vector<std::int64_t> who = integers_of("ids", ids, at.size());
    for (std::size_t k = 0; k < at.size(); ++k) change.places_of_agents.push_back({who[k], {at[k], moving[k]}});
    apply(change);
  }
  void move_goals(const Integers& goals, const Floats& positions) {
    const std::vector<Vec2> at = points_of("positions", positions);
    WorldChange change;
    const std::vector<std::int64_t> which = integers_of("goals", goals, at.size());
    for (std::size_t k = 0; k < at.size(); ++k) change.goals.push_back({static_cast<std::int32_t>(which[k]), at[k]});
    apply(change);
  }
  void head_for(const Integers& ids, const Integers& goals) {
    WorldChange change;
    const std::vector<std::int64_t> who = integers_of("ids", ids, static_cast<std::size_t>(ids.size()));
    const std::vector<std::int64_t> where = integers_of("goals", goals, who.size());
    for (std::size_t k = 0; k < who.size(); ++k) change.goals_of_agents.push_back({who[k], static_cast<std::int32_t>(where[k])});
    apply(change);
  }
  void leave(const Integers& ids) { apply({.leaving = integers_of("ids", ids, static_cast<std::size_t>(ids.size()))}); }
  void add_obstacle(const Floats& outline, double from, double until) {
    MovingObstacle obstacle;
    obstacle.outline.vertices = points_of("outline", outline);
    obstacle.from = from;
    obstacle.until = until;
    apply({.new_obstacles = {obstacle}});
  }

  py::dict statistics() {
    const simulation::Statistics s = quiet([&] { return simulation_->statistics(); });
    return as_dict(s);
  }
  py::list statistics_of_worlds() {
    const std::vector<simulation::Statistics> all = quiet([&] { return simulation_->worlds().statistics_of_worlds(); });
    py::list list;
    for (const simulation::Statistics& s : all) list.append(as_dict(s));
    return list;
  }
  std::int64_t arrived() {
    return quiet([&] { return simulation_->arrived(); });
  }
  std::string checksum() {
    return scenarios::hexadecimal(quiet([&] { return simulation_->checksum(); }));
  }
  std::int64_t steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * static_cast<double>(made_.scenario.parameters.time_step); }
  std::string backend() const { return backend_.name; }
  std::string methods() const { return simulation::methods_text(methods_); }
  const PyScenario& scenario() const { return made_; }

 private:
  std::int64_t rows_count() const { return made_.scenario.count(); }

  Array array(const void* data, int columns, bool real, std::int64_t rows) {
    std::vector<std::int64_t> shape{rows};
    if (columns > 1) shape.push_back(columns);
    return {simulation_, const_cast<void*>(data), shape, real, true, simulation_->coupling().on_device()};
  }

  static py::dict as_dict(const simulation::Statistics& s) {
    py::dict dict;
    dict["steps"] = s.steps;
    dict["arrived"] = s.arrived;
    dict["last_arrival"] = s.last_arrival;
    dict["minimum_separation"] = s.minimum_separation;
    dict["overlaps"] = s.overlaps;
    dict["lost"] = s.lost;
    return dict;
  }

  PyScenario made_;
  simulation::MethodChoices methods_;
  backends::Backend backend_;
  std::shared_ptr<Simulation> simulation_;
  std::atomic<bool> busy_ = false;
  bool has_wishes_ = false;
  std::int64_t steps_ = 0, at_a_time_ = 1;
};

}  // namespace

void end_simulations() {
  for (PySimulation* const one : PySimulation::all()) one->end();
}

void bind_simulation(py::module_& module) {
  py::class_<PySimulation, std::shared_ptr<PySimulation>>(module, "CoreSimulation")
      .def(py::init<const PyScenario&, const std::string&, const std::string&, int, const std::map<std::string, std::string>&,
                    const std::map<std::string, double>&>(),
           py::arg("scenario"), py::arg("backend"), py::arg("lanes"), py::arg("threads"), py::arg("methods"), py::arg("values"))
      .def("step", &PySimulation::step, py::arg("count") = 1)
      .def("rows", &PySimulation::rows)
      .def("columns", &PySimulation::columns)
      .def("wishes", &PySimulation::wishes)
      .def("place", &PySimulation::place)
      .def("move_goals", &PySimulation::move_goals)
      .def("head_for", &PySimulation::head_for)
      .def("leave", &PySimulation::leave)
      .def("add_obstacle", &PySimulation::add_obstacle)
      .def("statistics", &PySimulation::statistics)
      .def("statistics_of_worlds", &PySimulation::statistics_of_worlds)
      .def("arrived", &PySimulation::arrived)
      .def("checksum", &PySimulation::checksum)
      .def_property_readonly("steps", &PySimulation::steps)
      .def_property_readonly("time", &PySimulation::time)
      .def_property_readonly("backend", &PySimulation::backend)
      .def_property_readonly("methods", &PySimulation::methods)
      .def_property_readonly("scenario", &PySimulation::scenario);
}

}  // namespace plethos::python
