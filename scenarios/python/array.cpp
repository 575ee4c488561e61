#include "scenarios/python/array.hpp"

#include <pybind11/stl.h>

#include <cstring>
#include <optional>
#include <utility>

#include "backends/device_facts.hpp"
#include "backends/runtime.hpp"
#include "scenarios/python/dlpack.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;

/// An exported array: what DLPack's structure points to.
template <class Managed>
struct Exported {
  Managed managed{};
  Array array;
};

DlDevice device_of(const Array& array) {
  if (!array.on_device) return {dl_host, 0};
  return {backends::device_array_kind(), backends::device_number()};
}

template <class Managed>
Exported<Managed>* exported(const Array& array) {
  auto* const result = new Exported<Managed>{{}, array};
  result->managed.tensor = {array.data,
                            device_of(array),
                            static_cast<std::int32_t>(array.shape.size()),
                            {array.real ? DlCode::real : DlCode::integer, 32, 1},
                            result->array.shape.data(),
                            nullptr,
                            0};
  result->managed.context = result;
  result->managed.destroy = [](Managed* managed) { delete static_cast<Exported<Managed>*>(managed->context); };
  return result;
}

/// A capsule that frees the array unless somebody took it, and renamed the capsule.
template <class Managed>
py::capsule capsule_of(Managed& managed, const char* name) {
  return py::capsule(&managed, name, [](PyObject* capsule) {
    const char* const present = PyCapsule_GetName(capsule);
    if (present == nullptr || std::strncmp(present, "used_", 5) == 0) return;
    auto* const left = static_cast<Managed*>(PyCapsule_GetPointer(capsule, present));
    left->destroy(left);
  });
}

py::capsule dlpack(const Array& array, const std::optional<std::pair<int, int>>& most) {
  if (most && most->first >= 1) {
    auto& managed = exported<DlManagedTensorVersioned>(array)->managed;
    managed.version = {1, 1};
    managed.flags = array.read_only ? dl_read_only : 0;
    return capsule_of(managed, "dltensor_versioned");
  }
  return capsule_of(exported<DlManagedTensor>(array)->managed, "dltensor");
}

py::tuple shape_of(const Array& array) {
  py::tuple shape(array.shape.size());
  for (std::size_t k = 0; k < array.shape.size(); ++k) shape[k] = py::int_(array.shape[k]);
  return shape;
}

py::dict interface_of(const Array& array, bool of_device) {
  if (array.on_device != of_device) {
    throw py::attribute_error(of_device ? "the array lies in the host's memory" : "the array lies in a GPU's memory");
  }
  py::dict interface;
  interface["shape"] = shape_of(array);
  interface["typestr"] = array.real ? "<f4" : "<i4";
  interface["data"] = py::make_tuple(reinterpret_cast<std::uintptr_t>(array.data), array.read_only);
  interface["version"] = 3;
  if (of_device) interface["stream"] = py::none();
  return interface;
}

/// The array as numpy's, or on a GPU as CuPy's or PyTorch's, whichever is there.
py::object as_array(const py::object& self) {
  if (!self.cast<const Array&>().on_device) return py::module_::import("numpy").attr("asarray")(self);
  try {
    return py::module_::import("cupy").attr("asarray")(self);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
  }
  return py::module_::import("torch").attr("from_dlpack")(self);
}

}  // namespace

void bind_array(py::module_& module) {
  py::class_<Array>(module, "Array", R"(Agents' numbers where the backend computes: in the host's memory, or a GPU's. No copy.

Any library of arrays takes it: numpy.asarray(a), cupy.asarray(a), torch.from_dlpack(a). What it says is overwritten when
the simulation is asked again after a step. It keeps the memory alive, also after the simulation is gone.)")
      .def_property_readonly("shape", &shape_of, "The extents: (agents, 2) or (agents,).")
      .def_property_readonly(
          "dtype", [](const Array& array) { return py::module_::import("numpy").attr("dtype")(array.real ? "f4" : "i4"); },
          "float32 or int32, as numpy has it.")
      .def_property_readonly(
          "on_device", [](const Array& array) { return array.on_device; }, "Whether it lies in a GPU's memory.")
      .def_property_readonly("__array_interface__", [](const Array& array) { return interface_of(array, false); })
      .def_property_readonly("__cuda_array_interface__", [](const Array& array) { return interface_of(array, true); })
      .def(
          "__dlpack__",
          [](const Array& array, const py::object&, const std::optional<std::pair<int, int>>& most, const py::object&, const py::object&) {
            return dlpack(array, most);
          },
          py::arg("stream") = py::none(), py::kw_only(), py::arg("max_version") = py::none(), py::arg("dl_device") = py::none(),
          py::arg("copy") = py::none(), "The array for other libraries, by DLPack 1.1. Nothing is under way on any stream.")
      .def("__dlpack_device__",
           [](const Array& array) {
             const DlDevice device = device_of(array);
             return py::make_tuple(device.kind, device.number);
           })
      .def("__len__", [](const Array& array) { return array.shape[0]; })
      .def("__getitem__", [](const py::object& self, const py::object& key) { return as_array(self)[key]; })
      .def("__setitem__", [](const py::object& self, const py::object& key, const py::object& value) { as_array(self)[key] = value; })
      .def("__repr__", [](const py::object& self) {
        const auto& array = self.cast<const Array&>();
        return py::str("<plethos.Array of shape {}, {}, in the memory of {}>")
            .format(shape_of(array), array.real ? "float32" : "int32", array.on_device ? "a GPU" : "the host");
      });
}

}  // namespace plethos::python
