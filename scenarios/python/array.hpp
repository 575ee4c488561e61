#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace plethos::python {

/// An array in the memory that a backend computes in, for any library of arrays. It keeps what owns the memory.
struct Array {
  std::shared_ptr<void> owner;
  void* data;
  std::vector<std::int64_t> shape;
  bool real;  ///< float32, otherwise int32
  bool read_only;
  bool on_device;
};

void bind_array(pybind11::module_& module);

}  // namespace plethos::python
