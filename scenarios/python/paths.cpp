#include <memory>
#include <plethos/paths.hpp>

#include "core/error.hpp"
#include "scenarios/python/module.hpp"

namespace plethos::python {
namespace {

namespace py = pybind11;
using Cells = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

/// Returns a world whose cells are those of a map: 0 is blocked, another number the cost of passing, so that 1 and True are plain ground.
World world_of(const Cells& map, double cell_size) {
  if (map.ndim() != 2 || map.size() == 0)
    throw InputError("map: found " + std::to_string(map.ndim()) + " dimensions, expected 2 with cells");
  if (map.size() > maximum_map_cells) throw InputError("map: found " + std::to_string(map.size()) + " cells, expected at most 100000000");
  if (!(cell_size > 0 && cell_size <= 1e6))
    throw InputError("cell_size: found " + std::to_string(cell_size) + ", expected more than 0 m, at most 1e6 m");
  WorldGrid grid;
  grid.height = static_cast<std::int32_t>(map.shape(0));
  grid.width = static_cast<std::int32_t>(map.shape(1));
  grid.cell_size = static_cast<float>(cell_size);
  const std::int32_t* const cells = map.data();
  bool plain = true;
  for (py::ssize_t k = 0; k < map.size(); ++k) {
    if (cells[k] < 0)
      throw InputError("map: found a cost of " + std::to_string(cells[k]) + ", expected at least 1, or 0 for a blocked cell");
    grid.passable.push_back(cells[k] > 0 ? 1 : 0);
    plain = plain && cells[k] <= 1;
  }
  if (!plain) {
    for (py::ssize_t k = 0; k < map.size(); ++k) grid.cost.push_back(std::max(cells[k], 1));
  }
  World world;
  world.bounds = {{0, 0}, {static_cast<float>(grid.width) * grid.cell_size, static_cast<float>(grid.height) * grid.cell_size}};
  world.grid = std::make_shared<const WorldGrid>(std::move(grid));
  return world;
}

struct Finder {
  backends::Backend backend;
  std::unique_ptr<planning::PathFinder> finder;
  World world;
  NeedsKokkos needs;

  Finder(const Cells& map, const std::string& planner, double cell_size, const std::string& on, const ParameterValues& values)
      : world(world_of(map, cell_size)) {
    start(0);
    planning::require_path_planner(planner, "planner: ");
    backend = backends::make_backend({.name = on});
    finder = planning::make_path_finder(backend, planner, {}, values);
    const py::gil_scoped_release others;
    planning::require_memory(*finder, backend, planner, world, 1);
    finder->prepare(world);
  }

  py::tuple find(const Floats& starts, const Floats& goals) {
    const std::vector<Vec2> from = points_of("starts", starts), to = points_of("goals", goals);
    if (from.size() != to.size())
      throw InputError("goals: found " + std::to_string(to.size()) + ", expected " + std::to_string(from.size()));
    std::vector<planning::PathQuery> queries;
    for (std::size_t k = 0; k < from.size(); ++k) queries.push_back({from[k], to[k]});
    planning::Paths paths;
    {
      const py::gil_scoped_release others;
      paths = finder->find(queries);
    }
    std::vector<double> lengths;
    for (std::size_t k = 0; k < paths.count(); ++k)
      lengths.push_back(paths.is_solved(k) ? paths.length(k) : std::numeric_limits<double>::quiet_NaN());
    std::vector<float> points;
    for (const Vec2 point : paths.points) points.insert(points.end(), {point.x, point.y});
    const auto count = static_cast<py::ssize_t>(lengths.size()), bends = static_cast<py::ssize_t>(paths.points.size());
    return py::make_tuple(array_of(std::move(points), {bends, 2}), array_of(std::move(paths.first), {count + 1}),
                          array_of(std::move(lengths), {count}));
  }

  py::array_t<float> field(double x, double y) {
    planning::GoalField found;
    {
      const py::gil_scoped_release others;
      found = finder->field({static_cast<float>(x), static_cast<float>(y)});
    }
    if (found.is_empty())
      throw InputError("goal: found a place that is blocked, or a planner without fields; expected a free one, and wavefront or quadtree");
    return array_of(std::move(found.cost), {world.grid->height, world.grid->width});
  }
};

}  // namespace

void bind_paths(py::module_& module) {
  py::class_<Finder>(module, "Finder")
      .def(py::init<const Cells&, const std::string&, double, const std::string&, const ParameterValues&>(), py::arg("map"),
           py::arg("planner"), py::arg("cell_size"), py::arg("backend"), py::arg("values"))
      .def("find", &Finder::find)
      .def("field", &Finder::field);
  module.def("path_planners", &planning::path_planners, "The planners that answer queries without a simulation.");
}

}  // namespace plethos::python
