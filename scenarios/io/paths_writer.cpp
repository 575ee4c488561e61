#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/io/ordered_file.hpp"
#include "scenarios/io/ownership.hpp"
#include "scenarios/io/paths_file.hpp"
#include "scenarios/io/paths_parts.hpp"

namespace plethos::scenarios {
namespace {

bool write_group(hid_t file, const char* name) {
  const hdf5::Group group(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  return static_cast<bool>(group);
}

bool write_part(hid_t file, PathsPart part, hsize_t rows, const void* data, hsize_t columns = 0) {
  const ArrayInfo& info = paths_table()[static_cast<std::size_t>(part)];
  const hdf5::Datatype type = info.type();
  return write_array(file, info.name, type.get(), rows, info.columns == any_columns ? columns : info.columns, data);
}

template <class Element>
bool write_part(hid_t file, PathsPart part, const std::vector<Element>& elements) {
  return write_part(file, part, elements.size(), elements.data());
}

bool write_ways(hid_t file, const RecordedPaths& record) {
  // A way whose points are not there has no length. Readers refuse its file.
  const planning::Paths& paths = record.paths;
  const auto points = static_cast<std::int64_t>(paths.points.size());
  std::vector<double> lengths;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    const bool has_points = paths.first[q] >= 0 && paths.is_solved(q) && paths.first[q + 1] <= points;
    lengths.push_back(has_points ? paths.length(q) : std::numeric_limits<double>::quiet_NaN());
  }
  return write_group(file, "queries") && write_part(file, PathsPart::queries, record.queries) &&
         write_part(file, PathsPart::optimum, record.optimum) && write_group(file, "ways") &&
         write_part(file, PathsPart::first, record.paths.first) && write_part(file, PathsPart::points, record.paths.points) &&
         write_part(file, PathsPart::lengths, lengths);
}

bool write_map(hid_t file, const WorldGrid& grid, const std::vector<Terrain>& terrain) {
  const auto rows = static_cast<hsize_t>(grid.height);
  const auto columns = static_cast<hsize_t>(grid.width);
  const float origin[] = {grid.origin.x, grid.origin.y};
  return write_group(file, "map") && write_part(file, PathsPart::passable, rows, grid.passable.data(), columns) &&
         (terrain.empty() || write_part(file, PathsPart::terrain, rows, terrain.data(), columns)) &&
         (grid.cost.empty() || write_part(file, PathsPart::costs, rows, grid.cost.data(), columns)) &&
         write_part(file, PathsPart::origin, 2, origin) && write_part(file, PathsPart::cell_size, 1, &grid.cell_size);
}

bool write_world(hid_t file, const World& world) {
  std::vector<std::vector<Vec2>> outlines;
  std::vector<std::uint8_t> closed;
  for (const Polygon& polygon : world.polygons) {
    outlines.push_back(polygon.vertices);
    closed.push_back(polygon.closed ? 1 : 0);
  }
  return write_group(file, "world") && write_outlines(file, "world/polygon", outlines) &&
         write_part(file, PathsPart::polygon_closed, closed) && write_outlines(file, "world/walkable", world.walkable);
}

bool write_graph(hid_t file, const planning::AbstractGraph& graph, const WorldGrid* grid) {
  if (graph.is_empty()) return true;
  const bool regions =
      grid == nullptr || graph.region.empty() ||
      (write_part(file, PathsPart::block, 1, &graph.block) &&
       write_part(file, PathsPart::regions, static_cast<hsize_t>(grid->height), graph.region.data(), static_cast<hsize_t>(grid->width)));
  return regions && write_part(file, PathsPart::nodes, graph.nodes) && write_part(file, PathsPart::edges, graph.edges) &&
         (graph.squares.empty() || write_part(file, PathsPart::squares, graph.squares));
}

bool write_field(hid_t file, const planning::GoalField& field, const WorldGrid& grid) {
  const float goal[] = {field.goal.x, field.goal.y};
  return write_group(file, "field") && write_part(file, PathsPart::field_goal, 2, goal) &&
         write_part(file, PathsPart::field, static_cast<hsize_t>(grid.height), field.cost.data(), static_cast<hsize_t>(grid.width));
}

bool write_all(hid_t file, const RecordedPaths& record) {
  bool good = write_text(file, paths_mark, std::string(paths_format) + " 1");
  for (const auto& [name, value] : record.attributes) good = good && write_text(file, name, value);
  const WorldGrid* grid = record.world.grid.get();
  return good && write_ways(file, record) && (grid != nullptr ? write_map(file, *grid, record.terrain) : write_world(file, record.world)) &&
         (record.graph.is_empty() || write_group(file, "graph")) && write_graph(file, record.graph, grid) &&
         (record.field.is_empty() || grid == nullptr || write_field(file, record.field, *grid));
}

}  // namespace

void write_paths(OutputFile& output, const RecordedPaths& record) {
  const hdf5::Quiet quiet;
  hdf5::File file = create_ordered_file(output.temporary());
  const auto fail = [&](int error) {
    throw MachineError(output.place() + ": " + (error == 0 ? "HDF5 cannot write the file" : std::strerror(error)));
  };
  if (!file) fail(0);
  OrderedFile& driver = OrderedFile::of(file.get());
  const bool good = write_all(file.get(), record) && H5Fflush(file.get(), H5F_SCOPE_LOCAL) >= 0;
  const int error = driver.error();
  if (!good || error != 0) {
    driver.abandon();
    file.reset();
    fail(error);
  }
  if (!file.reset()) fail(0);
  output.keep();
}

}  // namespace plethos::scenarios
