#include "scenarios/io/trajectory.hpp"

#include <algorithm>

#include "scenarios/python/module.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;
using scenarios::TrajectoryReader;
using scenarios::TrajectoryRow;

py::array_t<TrajectoryRow> rows_of(const TrajectoryReader& reader) {
  constexpr std::uint64_t at_a_time = 1 << 20;
  std::vector<TrajectoryRow> rows;
  {
    const py::gil_scoped_release others;
    for (std::uint64_t first = 0; first < reader.rows(); first += at_a_time) {
      const std::vector<TrajectoryRow> some = reader.read(first, std::min(at_a_time, reader.rows() - first));
      rows.insert(rows.end(), some.begin(), some.end());
    }
  }
  const auto count = static_cast<py::ssize_t>(rows.size());
  return array_of(std::move(rows), {count});
}

}  // namespace

void bind_trajectory(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(TrajectoryRow, frame, id, x, y, z);
  py::class_<TrajectoryReader>(module, "Trajectory")
      .def(py::init<const std::string&>())
      .def(py::init<const std::string&, std::uint64_t>())
      .def_property_readonly("path", &TrajectoryReader::path)
      .def_property_readonly("frames_per_second", &TrajectoryReader::frames_per_second)
      .def_property_readonly("wkt_geometry", &TrajectoryReader::wkt_geometry)
      .def_property_readonly("attributes",
                             [](const TrajectoryReader& reader) {
                               py::dict all;
                               for (const auto& [name, value] : reader.attributes()) all[py::str(name)] = value;
                               return all;
                             })
      .def_property_readonly("seeds", &TrajectoryReader::seeds)
      .def_property_readonly("radii", &TrajectoryReader::radii)
      .def("rows", &rows_of);
}

}  // namespace plethos::python
