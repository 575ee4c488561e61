#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/vec2.hpp"

namespace plethos::python {

void bind_scenario(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_paths(pybind11::module_& module);
void bind_trajectory(pybind11::module_& module);

/// Starts Kokkos, unless that is done. `threads` counts the first time.
void start(int threads);

/// Counts an object that needs Kokkos, which ends with the interpreter if none is left then: arrays may outlive all modules.
class NeedsKokkos {
 public:
  NeedsKokkos();
  ~NeedsKokkos();
  NeedsKokkos(const NeedsKokkos&) = delete;
  NeedsKokkos& operator=(const NeedsKokkos&) = delete;
};

/// Numbers of Python, as numpy has them.
using Floats = pybind11::array_t<float, pybind11::array::c_style | pybind11::array::forcecast>;
using Integers = pybind11::array_t<std::int64_t, pybind11::array::c_style | pybind11::array::forcecast>;

/// Ends the simulations whose arrays nobody has, for the end of the interpreter.
void end_simulations();

/// Returns points of an array of shape (n, 2). `name` begins messages. Errors: InputError for another shape.
std::vector<Vec2> points_of(const std::string& name, const Floats& array);
/// Returns the numbers of an array of shape (n), or (n times) that of one number. Errors: as points_of().
std::vector<float> values_of(const std::string& name, const Floats& array, std::size_t count);
std::vector<std::int64_t> integers_of(const std::string& name, const Integers& array, std::size_t count);

/// Returns an array that takes the vector over.
template <class Value>
pybind11::array_t<Value> array_of(std::vector<Value> values, std::vector<pybind11::ssize_t> shape) {
  auto* const kept = new std::vector<Value>(std::move(values));
  const pybind11::capsule owner(kept, [](void* memory) { delete static_cast<std::vector<Value>*>(memory); });
  return pybind11::array_t<Value>(std::move(shape), kept->data(), owner);
}

}  // namespace plethos::python
