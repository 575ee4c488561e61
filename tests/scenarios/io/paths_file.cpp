#include "scenarios/io/paths_file.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "tests/scenarios/io/recorded.hpp"
#include "tests/scenarios/io/recorded_paths.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

/// Writes the record into a file of the folder. Returns its path.
std::string write_record(const TemporaryFolder& folder, const RecordedPaths& record) {
  OutputFile output(folder.path("paths.h5"), OutputKind::paths);
  write_paths(output, record);
  return folder.path("paths.h5");
}

/// Returns the message for a file with a changed record, without the path.
std::string refusal(const TemporaryFolder& folder, const std::function<void(RecordedPaths&)>& change) {
  RecordedPaths record = paths_in_map();
  change(record);
  const std::string path = write_record(folder, record);
  const std::string message = tests::input_error([&] { read_paths(path); });
  return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
}

/// Lets a change have a map of its own.
WorldGrid& own_grid(RecordedPaths& record) {
  const auto grid = std::make_shared<WorldGrid>(*record.world.grid);
  record.world.grid = grid;
  return *grid;
}

}  // namespace

TEST_CASE("paths in a map are read back as they were written") {
  const TemporaryFolder folder;
  const RecordedPaths record = paths_in_map();
  const std::string path = write_record(folder, record);
  CHECK(holds_paths(path));
  const RecordedPaths read = read_paths(path);
  REQUIRE(read.attributes.size() == 3);
  CHECK(read.attributes[0] == std::pair<std::string, std::string>("format", "plethos-paths 1"));
  CHECK(read.attributes[1] == std::pair<std::string, std::string>("planner", "pha"));
  CHECK(read.attributes[2] == std::pair<std::string, std::string>("map", "größer.map"));
  REQUIRE(read.world.grid != nullptr);
  CHECK(read.world.grid->width == 3);
  CHECK(read.world.grid->height == 2);
  CHECK(read.world.grid->passable == record.world.grid->passable);
  CHECK(read.world.grid->cost == record.world.grid->cost);
  CHECK(read.terrain == record.terrain);
  CHECK(read.world.grid->origin == record.world.grid->origin);
  CHECK(read.world.grid->cell_size == record.world.grid->cell_size);
  REQUIRE(read.queries.size() == 2);
  CHECK(read.queries[1].from == record.queries[1].from);
  CHECK(read.queries[1].to == record.queries[1].to);
  CHECK(read.paths.first == record.paths.first);
  CHECK(read.paths.points == record.paths.points);
  CHECK(read.optimum[0] == record.optimum[0]);
  CHECK(std::isnan(read.optimum[1]));
  CHECK(read.graph.block == 4);
  CHECK(read.graph.region == record.graph.region);
  CHECK(read.graph.nodes == record.graph.nodes);
  CHECK(read.graph.edges == record.graph.edges);
  CHECK(read.graph.squares == record.graph.squares);
  CHECK(read.field.cost == record.field.cost);
  CHECK(read.field.goal == record.field.goal);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file of paths has the length of each way, for other programs") {
  const TemporaryFolder folder;
  const RecordedPaths record = paths_in_map();
  const hdf5::File file(H5Fopen(write_record(folder, record).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  const hdf5::Dataset lengths(H5Dopen2(file.get(), "ways/length", H5P_DEFAULT));
  double values[2] = {0, 0};
  REQUIRE(H5Dread(lengths.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  CHECK(values[0] == record.paths.length(0));
  CHECK(std::isnan(values[1]));
}

TEST_CASE("paths among obstacles are read back, and those without a graph or a way") {
  const TemporaryFolder folder;
  RecordedPaths record = paths_among_obstacles();
  RecordedPaths read = read_paths(write_record(folder, record));
  CHECK(read.world.grid == nullptr);
  CHECK(read.world.polygons == record.world.polygons);
  CHECK(read.world.walkable == record.world.walkable);
  CHECK(read.graph.edges == record.graph.edges);
  CHECK(read.graph.region.empty());
  record.graph = {};
  record.paths = {};
  record.queries.clear();
  record.optimum.clear();
  read = read_paths(write_record(folder, record));
  CHECK(read.queries.empty());
  CHECK(read.paths.count() == 0);
  CHECK(read.graph.is_empty());
}

TEST_CASE("a file of paths that does not fit together is refused in one line") {
  const TemporaryFolder folder;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::string ways = "damaged: 'ways/first' does not fit the queries and the points";
  CHECK(refusal(folder, [](RecordedPaths& r) { r.queries.pop_back(); }) == ways);
  CHECK(refusal(folder, [](RecordedPaths& r) { r.paths.first[1] = 99; }) == ways);
  CHECK(refusal(folder, [](RecordedPaths& r) { r.paths.first[0] = -1; }) == ways);
  CHECK(refusal(folder, [](RecordedPaths& r) { r.paths.points.pop_back(); }) == ways);
  CHECK(refusal(folder, [](RecordedPaths& r) { r.paths.points[1].x = nan; }) == "damaged: a point of a way is not finite");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.queries[0].to.y = 1e13f; }) == "damaged: the place of a query is not finite");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.optimum.pop_back(); }) == "damaged: 'queries/optimum' does not fit the queries");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.edges[0].to = 2; }) == "damaged: 'graph/edges' names a node that is not there");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.edges[0].from = -1; }) == "damaged: 'graph/edges' names a node that is not there");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.squares[0].x = -1; }) == "damaged: 'graph/squares' has one that is not in the map");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.squares[1].side = 0; }) ==
        "damaged: 'graph/squares' has one that is not in the map");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.field.cost[3] = -1; }) == "damaged: 'field/cost' has one that is not 0 or more");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.field.cost[3] = nan; }) == "damaged: 'field/cost' has one that is not 0 or more");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.field.goal.x = nan; }) == "damaged: 'field/goal' is no place");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.nodes[0].x = nan; }) == "damaged: a node of the graph is not finite");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.region[0] = 6; }) == "damaged: 'graph/regions' names a region that is not there");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.region[0] = -2; }) == "damaged: 'graph/regions' names a region that is not there");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.graph.block = 0; }) == "damaged: 'graph/block' is no size");
  CHECK(refusal(folder, [](RecordedPaths& r) { own_grid(r).cell_size = 0; }) == "damaged: 'map/cell_size' is no length");
  CHECK(refusal(folder, [](RecordedPaths& r) { own_grid(r).origin.y = nan; }) == "damaged: 'map/origin' is no place");
  CHECK(refusal(folder, [](RecordedPaths& r) { r.terrain[3] = static_cast<Terrain>(4); }) ==
        "damaged: 'map/terrain' has one that is not from 0 to 3");
  CHECK(refusal(folder, [](RecordedPaths&) {}) == "no error");
}

TEST_CASE("tables of another size than the map are refused") {
  const TemporaryFolder folder;
  for (const char* const name : {"map/cost", "graph/regions"}) {
    for (const hsize_t columns : {2, 3}) {
      const std::string path = write_record(folder, paths_in_map());
      {
        const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
        const std::vector<std::int32_t> cells(9, 1);
        REQUIRE(H5Ldelete(file.get(), name, H5P_DEFAULT) >= 0);
        REQUIRE(write_array(file.get(), name, H5T_NATIVE_INT32, columns, columns, cells.data()));
      }
      CAPTURE(name);
      CHECK(tests::input_error([&] { read_paths(path); }) == path + ": damaged: '" + name + "' has another size than the map");
    }
  }
}

TEST_CASE("a small file that would take much memory is refused") {
  const TemporaryFolder folder;
  const std::string path = write_record(folder, paths_in_map());
  constexpr hsize_t rows_of_chunk = hsize_t{1} << 20, chunks = 40;
  Chunk zeros;
  zeros.raw.resize(8 * rows_of_chunk);
  compress(zeros, false);
  {
    const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    REQUIRE(H5Ldelete(file.get(), "graph/nodes", H5P_DEFAULT) >= 0);
    const hsize_t size[2] = {chunks * rows_of_chunk, 2}, chunk[2] = {rows_of_chunk, 2};
    const hdf5::Dataspace space(H5Screate_simple(2, size, nullptr));
    const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_chunk(properties.get(), 2, chunk);
    H5Pset_shuffle(properties.get());
    H5Pset_deflate(properties.get(), 1);
    const hdf5::Dataset nodes(
        H5Dcreate2(file.get(), "graph/nodes", H5T_IEEE_F32LE, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
    for (hsize_t k = 0; k < chunks; ++k) {
      const hsize_t place[2] = {k * rows_of_chunk, 0};
      REQUIRE(H5Dwrite_chunk(nodes.get(), H5P_DEFAULT, 0, place, zeros.size, zeros.deflated.data()) >= 0);
    }
  }
  const std::string message = tests::input_error([&] { read_paths(path); });
  CHECK(message.starts_with(path + ": damaged: 'graph/nodes' claims 41943040 rows, and the file of "));
}

TEST_CASE("files that hold no paths are refused or known for what they are") {
  const TemporaryFolder folder;
  const std::string run = folder.path("run.h5");
  { TrajectoryWriter(run, scene(2), 10, {}); }
  CHECK_FALSE(holds_paths(run));
  CHECK(tests::input_error([&] { read_paths(run); }) == run + ": found no data set 'ways/first', which a file of paths holds");
  const std::string text = folder.write("text.h5", "no HDF5");
  CHECK(tests::input_error([&] { holds_paths(text); }) == text + ": not an HDF5 file");
  const std::string none = folder.path("none.h5");
  CHECK(tests::input_error([&] { read_paths(none); }) == none + ": no such file");
}

TEST_CASE("a truncated file of paths is refused") {
  const TemporaryFolder folder;
  const std::string whole = read_bytes(write_record(folder, paths_in_map()));
  const std::string path = folder.path("cut.h5");
  for (const std::size_t size : {whole.size() / 4, whole.size() / 2, whole.size() - 1}) {
    CAPTURE(size);
    write_bytes(path, whole.substr(0, size));
    CHECK(tests::input_error([&] { read_paths(path); }).starts_with(path + ": "));
  }
}

TEST_CASE("a full disk leaves no file of paths") {
  const TemporaryFolder folder;
  RecordedPaths record = paths_in_map();
  for (int k = 0; k < 20000; ++k) record.graph.nodes.push_back({0.37f * static_cast<float>(k), std::sin(static_cast<float>(k))});
  {
    const FileSizeLimit limit(20000);
    CHECK_THROWS_AS(write_record(folder, record), MachineError);
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 0);
}
