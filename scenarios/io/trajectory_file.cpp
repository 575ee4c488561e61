#include "scenarios/io/trajectory_file.hpp"

#include <array>

#include "scenarios/io/packing.hpp"
#include "scenarios/io/trajectory_row.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t cache_bytes = std::size_t{64} << 20;  // holds some chunks, so that reading frame by frame inflates each once
constexpr std::size_t most_text = std::size_t{16} << 20;    // bytes of all names

const std::array<ArrayInfo, trajectory_parts>& table() {
  using hdf5::float_number, hdf5::int_number, hdf5::long_number, hdf5::byte_number, hdf5::unsigned_number, hdf5::unsigned_long_number;
  static const std::array<ArrayInfo, trajectory_parts> infos{
      {{"trajectory", sizeof(TrajectoryRow), 0, [] { return trajectory_row_type(H5T_NATIVE_INT64, H5T_NATIVE_DOUBLE); }, cache_bytes},
       {"plethos/frames", 8, 3, long_number},
       {"plethos/polygon_vertices", 4, 2, float_number},
       {"plethos/polygon_sizes", 4, 0, unsigned_number},
       {"plethos/polygon_closed", 1, 0, byte_number},
       {"plethos/goals", 4, 2, float_number},
       {"plethos/radius", 4, 0, float_number},
       {"plethos/group", 4, 0, int_number},
       {"plethos/exit_vertices", 4, 2, float_number},
       {"plethos/exit_sizes", 4, 0, unsigned_number},
       {"plethos/walkable_vertices", 4, 2, float_number},
       {"plethos/walkable_sizes", 4, 0, unsigned_number},
       {"plethos/moving_vertices", 4, 2, float_number},
       {"plethos/moving_sizes", 4, 0, unsigned_number},
       {"plethos/moving_closed", 1, 0, byte_number},
       {"plethos/moving_places", 4, 3, float_number},
       {"plethos/world_seeds", 8, 0, unsigned_long_number},
       {"plethos/world_agents", 8, 0, long_number},
       {"plethos/world_goals", 8, 0, long_number}}};
  return infos;
}

}  // namespace

TrajectoryFile::TrajectoryFile(const std::string& path) : ArrayFile(path, "a trajectory") {
  const hdf5::Quiet quiet;
  open_rows();
  for (std::size_t part = 1; part < trajectory_parts; ++part) open_array(table()[part]);
  read_group_names();
}

std::string TrajectoryFile::more() const {
  Packer packer;
  packer.number(frames_per_second_);
  packer.number(std::uint64_t{group_names_.size()});
  for (const std::string& name : group_names_) packer.text(name);
  return packer.take();
}

void TrajectoryFile::open_rows() {
  if (!has("trajectory")) fail("found no data set 'trajectory', which a trajectory file holds");
  const hdf5::Dataset rows(H5Dopen2(file(), "trajectory", H5P_DEFAULT));
  if (!rows) fail("'trajectory' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(rows.get()));
  if (H5Tget_class(type.get()) != H5T_COMPOUND) fail("'trajectory': found no compound type, expected frame, id, x, y and z");
  for (const char* name : {"frame", "id", "x", "y", "z"}) {
    const int member = H5Tget_member_index(type.get(), name);
    if (member < 0) fail(std::string("'trajectory' has no member '") + name + "'");
    const H5T_class_t kind = H5Tget_member_class(type.get(), static_cast<unsigned>(member));
    if (kind != H5T_INTEGER && kind != H5T_FLOAT) fail(std::string("'trajectory': member '") + name + "' is not a number");
  }
  open_array(table()[0], true);
  if (H5Aexists(rows.get(), "fps") <= 0) fail("'trajectory' has no attribute 'fps'");
  const hdf5::Attribute fps(H5Aopen(rows.get(), "fps", H5P_DEFAULT));
  const hdf5::Dataspace space(H5Aget_space(fps.get()));
  if (H5Sget_simple_extent_npoints(space.get()) != 1 || H5Aread(fps.get(), H5T_NATIVE_DOUBLE, &frames_per_second_) < 0) {
    fail("attribute 'fps' is not a number");
  }
}

void TrajectoryFile::read_group_names() {
  constexpr const char* name = "plethos/group_names";
  if (!has(name)) return;
  const hdf5::Dataset dataset(H5Dopen2(file(), name, H5P_DEFAULT));
  if (!dataset) fail("'plethos/group_names' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(dataset.get()));
  hsize_t columns = 0;
  const std::uint64_t count = stored_rows(dataset.get(), name, columns);
  const std::size_t size = H5Tget_size(type.get());
  // Files of earlier versions hold names of variable length. Colors need no names.
  if (count == 0 || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) return;
  if (size > most_text || count * size > most_text) fail("damaged: 'plethos/group_names' is longer than names are");
  std::string texts(count * size, '\0');
  if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) fail("'plethos/group_names' cannot be read");
  for (std::uint64_t i = 0; i < count; ++i) group_names_.emplace_back(texts.data() + i * size, ::strnlen(texts.data() + i * size, size));
}

}  // namespace plethos::scenarios
