#include "scenarios/python/module.hpp"

#include <atomic>
#include <memory>
#include <plethos/version.hpp>

#include "algorithms/simulation/methods.hpp"
#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/python/array.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;

[[noreturn]] void refuse(const std::string& name, const py::array& array, const std::string& expected) {
  throw InputError(name + ": found an array of shape " + py::str(array.attr("shape")).cast<std::string>() + ", expected " + expected);
}

template <class Value, class Array>
std::vector<Value> numbers_of(const std::string& name, const Array& array, std::size_t count) {
  if (array.ndim() == 0) return std::vector<Value>(count, array.data()[0]);
  if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != count) refuse(name, array, "(" + std::to_string(count) + ",)");
  return {array.data(), array.data() + array.size()};
}

std::atomic<int> in_need = 0;
std::unique_ptr<backends::Runtime> runtime;

void end_if_nobody_is_left() {
  py::module_::import("gc").attr("collect")();
  end_simulations();
  if (in_need == 0) {
    runtime.reset();
  } else {
    // Its memory would be freed by what has ended before.
    static_cast<void>(runtime.release());
  }
}

}  // namespace

NeedsKokkos::NeedsKokkos() { ++in_need; }
NeedsKokkos::~NeedsKokkos() { --in_need; }

void start(int threads) {
  if (runtime) return;
  runtime = std::make_unique<backends::Runtime>(threads);
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_if_nobody_is_left));
}

std::vector<Vec2> points_of(const std::string& name, const Floats& array) {
  if (array.ndim() != 2 || array.shape(1) != 2) refuse(name, array, "(n, 2)");
  std::vector<Vec2> points;
  for (py::ssize_t i = 0; i < array.shape(0); ++i) points.push_back({array.at(i, 0), array.at(i, 1)});
  return points;
}

std::vector<float> values_of(const std::string& name, const Floats& array, std::size_t count) {
  return numbers_of<float>(name, array, count);
}
std::vector<std::int64_t> integers_of(const std::string& name, const Integers& array, std::size_t count) {
  return numbers_of<std::int64_t>(name, array, count);
}

}  // namespace plethos::python

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace plethos;
  module.doc() = "The compiled part of plethos.";
  module.attr("__version__") = PLETHOS_VERSION;
  const auto error = py::register_exception<Error>(module, "Error", PyExc_Exception);
  const auto input = py::register_exception<InputError>(module, "InputError", error);
  const auto machine = py::register_exception<MachineError>(module, "MachineError", error);
  error.attr("__doc__") = "What is wrong, in one line: InputError or MachineError.";
  input.attr("__doc__") = "A mistake in what was asked for.";
  machine.attr("__doc__") = "A fault of the machine: no such device, too little memory, a disk that is full.";

  module.def("start", &python::start, py::arg("threads") = 0,
             "Start the backends for so many threads, 0 for all. Without it the first simulation does so, for all.");
  module.def(
      "backends",
      [] {
        py::dict all;
        for (const std::string& name : backends::backend_names()) all[py::str(name)] = backends::why_unavailable(name);
        return all;
      },
      "Backends by name, each with why it cannot run here, or ''.");
  module.def(
      "methods",
      [] {
        py::dict all;
        for (const simulation::MethodFamily& family : simulation::method_families()) all[py::str(family.name)] = py::cast(family.names());
        return all;
      },
      "Names of methods by family: avoidance, neighbors, steering, planner.");
  module.def("scenarios", &scenarios::scenario_names, "The names of the scenarios of the library.");
  python::bind_array(module);
  python::bind_scenario(module);
  python::bind_simulation(module);
  python::bind_paths(module);
  python::bind_trajectory(module);
}
