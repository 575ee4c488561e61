#include <algorithm>
#include <memory>

#include "scenarios/io/array_client.hpp"
#include "scenarios/io/paths_file.hpp"
#include "scenarios/io/paths_parts.hpp"

namespace plethos::scenarios {
namespace {

/// Reads such a file in the child process.
class PathsFile final : public ArrayFile {
 public:
  explicit PathsFile(const std::string& path) : ArrayFile(path, "paths") {
    const hdf5::Quiet quiet;
    if (!has("ways") || !has("ways/first")) fail("found no data set 'ways/first', which a file of paths holds");
    for (const ArrayInfo& info : paths_table()) open_array(info);
  }
};

/// Says whether there are ways.
class KindFile final : public ArrayFile {
 public:
  explicit KindFile(const std::string& path) : ArrayFile(path, "a trajectory or paths") {}
  std::string more() const override {
    const hdf5::Quiet quiet;
    return has("ways") ? "ways" : "";
  }
};

class Reader {
 public:
  explicit Reader(const std::string& path)
      : file_(path, [path]() -> std::shared_ptr<ArrayFile> { return std::make_shared<PathsFile>(path); }) {}

  RecordedPaths read() {
    RecordedPaths record;
    record.attributes = std::move(file_.attributes());
    record.queries = fetch<planning::PathQuery>(PathsPart::queries);
    for (const planning::PathQuery& query : record.queries) {
      if (!is_place(query.from.x, query.from.y) || !is_place(query.to.x, query.to.y)) fail("damaged: the place of a query is not finite");
    }
    read_ways(record);
    if (count(PathsPart::passable) > 0) {
      record.world.grid = std::make_shared<const WorldGrid>(read_map());
      read_terrain(record);
    } else {
      read_world(record.world);
    }
    read_graph(record);
    read_field(record);
    return record;
  }

 private:
  template <class Row>
  std::vector<Row> fetch(PathsPart part) {
    return file_.fetch<Row>(static_cast<std::size_t>(part));
  }
  std::uint64_t count(PathsPart part) const { return file_.count(static_cast<std::size_t>(part)); }
  [[noreturn]] void fail(const std::string& reason) const { file_.fail(reason); }

  void read_ways(RecordedPaths& record) {
    record.paths.first = fetch<std::int64_t>(PathsPart::first);
    record.paths.points = fetch<Vec2>(PathsPart::points);
    record.optimum = fetch<double>(PathsPart::optimum);
    const std::vector<std::int64_t>& first = record.paths.first;
    const bool fits = first.size() == record.queries.size() + 1 && first.front() == 0 && std::is_sorted(first.begin(), first.end()) &&
                      first.back() == static_cast<std::int64_t>(record.paths.points.size());
    if (!fits) fail("damaged: 'ways/first' does not fit the queries and the points");
    if (!are_places(record.paths.points)) fail("damaged: a point of a way is not finite");
    if (record.optimum.size() != record.queries.size()) fail("damaged: 'queries/optimum' does not fit the queries");
  }

  /// Returns the numbers of a table for each cell of the map.
  template <class Number>
  std::vector<Number> table(PathsPart part, const GridMap& map) {
    const auto array = static_cast<std::size_t>(part);
    if (file_.count(array) != static_cast<std::uint64_t>(map.height) || file_.columns(array) != static_cast<std::uint64_t>(map.width)) {
      fail(std::string("damaged: '") + paths_table()[array].name + "' has another size than the map");
    }
    return file_.fetch_table<Number>(array);
  }

  WorldGrid read_map() {
    WorldGrid grid;
    const std::uint64_t rows = count(PathsPart::passable);
    const std::uint64_t columns = file_.columns(static_cast<std::size_t>(PathsPart::passable));
    const auto most = static_cast<std::uint64_t>(maximum_map_cells);
    if (rows > most || columns > most / rows) fail("damaged: the map has more than " + std::to_string(most) + " cells");
    grid.height = static_cast<std::int32_t>(rows);
    grid.width = static_cast<std::int32_t>(columns);
    grid.passable = table<std::uint8_t>(PathsPart::passable, grid);
    if (count(PathsPart::costs) > 0) grid.cost = table<std::int32_t>(PathsPart::costs, grid);
    const auto origin = fetch<float>(PathsPart::origin);
    const auto cell_size = fetch<float>(PathsPart::cell_size);
    if (origin.size() != 2 || !is_place(origin[0], origin[1])) fail("damaged: 'map/origin' is no place");
    if (cell_size.size() != 1 || !(cell_size[0] > 0) || !is_place(cell_size[0], 0)) fail("damaged: 'map/cell_size' is no length");
    grid.origin = {origin[0], origin[1]};
    grid.cell_size = cell_size[0];
    return grid;
  }

  void read_terrain(RecordedPaths& record) {
    if (count(PathsPart::terrain) == 0) return;
    for (const std::uint8_t cell : table<std::uint8_t>(PathsPart::terrain, *record.world.grid)) {
      if (cell > static_cast<std::uint8_t>(Terrain::trees)) fail("damaged: 'map/terrain' has one that is not from 0 to 3");
      record.terrain.push_back(static_cast<Terrain>(cell));
    }
  }

  void read_world(World& world) {
    const auto outlines = [&](PathsPart vertices, PathsPart sizes, const char* name, std::size_t least) {
      return read_outlines(file_, static_cast<std::size_t>(vertices), static_cast<std::size_t>(sizes), name, least);
    };
    auto polygons = outlines(PathsPart::polygon_vertices, PathsPart::polygon_sizes, "world/polygon_sizes", 2);
    const auto closed = fetch<std::uint8_t>(PathsPart::polygon_closed);
    if (closed.size() < polygons.size()) fail("damaged: 'world/polygon_closed' does not fit the obstacles");
    for (std::size_t i = 0; i < polygons.size(); ++i) world.polygons.push_back({std::move(polygons[i]), closed[i] != 0});
    world.walkable = outlines(PathsPart::walkable_vertices, PathsPart::walkable_sizes, "world/walkable_sizes", 3);
  }

  void read_graph(RecordedPaths& record) {
    planning::AbstractGraph& graph = record.graph;
    graph.nodes = fetch<Vec2>(PathsPart::nodes);
    graph.edges = fetch<planning::GraphEdge>(PathsPart::edges);
    if (!are_places(graph.nodes)) fail("damaged: a node of the graph is not finite");
    const auto is_node = [&](std::int32_t node) { return node >= 0 && static_cast<std::size_t>(node) < graph.nodes.size(); };
    const auto fits = [&](const planning::GraphEdge& edge) { return is_node(edge.from) && is_node(edge.to); };
    if (!std::all_of(graph.edges.begin(), graph.edges.end(), fits)) fail("damaged: 'graph/edges' names a node that is not there");
    graph.squares = fetch<planning::GridSquare>(PathsPart::squares);
    if (record.world.grid == nullptr && !graph.squares.empty()) fail("damaged: there are squares, and no map");
    for (const planning::GridSquare& square : graph.squares) {
      const GridMap& map = *record.world.grid;
      const bool is_there = square.x >= 0 && square.x < map.width && square.y >= 0 && square.y < map.height;
      if (!is_there || square.side < 1 || square.side > 2 * std::max(map.width, map.height))
        fail("damaged: 'graph/squares' has one that is not in the map");
    }
    if (record.world.grid == nullptr || count(PathsPart::regions) == 0) return;
    graph.region = table<std::int32_t>(PathsPart::regions, *record.world.grid);
    const auto cells = static_cast<std::int64_t>(graph.region.size());
    if (std::any_of(graph.region.begin(), graph.region.end(), [&](std::int32_t region) { return region < -1 || region >= cells; })) {
      fail("damaged: 'graph/regions' names a region that is not there");
    }
    const auto block = fetch<std::int32_t>(PathsPart::block);
    if (block.size() != 1 || block[0] < 1) fail("damaged: 'graph/block' is no size");
    graph.block = block[0];
  }

  void read_field(RecordedPaths& record) {
    if (record.world.grid == nullptr || count(PathsPart::field) == 0) return;
    record.field.cost = table<float>(PathsPart::field, *record.world.grid);
    const auto negative = [](float cost) { return !(cost >= 0); };
    if (std::any_of(record.field.cost.begin(), record.field.cost.end(), negative))
      fail("damaged: 'field/cost' has one that is not 0 or more");
    const auto goal = fetch<float>(PathsPart::field_goal);
    if (goal.size() != 2 || !is_place(goal[0], goal[1])) fail("damaged: 'field/goal' is no place");
    record.field.goal = {goal[0], goal[1]};
  }

  ArrayClient file_;
};

}  // namespace

RecordedPaths read_paths(const std::string& path) { return Reader(path).read(); }

bool holds_paths(const std::string& path) {
  ArrayClient file(path, [path]() -> std::shared_ptr<ArrayFile> { return std::make_shared<KindFile>(path); });
  return !file.more().is_empty();
}

}  // namespace plethos::scenarios
