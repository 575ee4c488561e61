#include "scenarios/io/trajectory_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "scenarios/io/trajectory_row.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t cache_bytes = std::size_t{64} << 20;  // holds some chunks, so that reading frame by frame inflates each once
constexpr std::uint64_t most_inflated = 1100;               // deflate shrinks to a thousandth at best
constexpr std::size_t most_text = std::size_t{16} << 20;    // bytes of an attribute or a name

struct Part {
  const char* name;
  std::size_t element_size;
  hsize_t columns;  // zero: one-dimensional
};

const Part& describe(TrajectoryPart part) {
  static const std::array<Part, trajectory_parts> table{{{"trajectory", sizeof(TrajectoryRow), 0},
                                                         {"plethos/frames", sizeof(TrajectoryFrame), 3},
                                                         {"plethos/polygon_vertices", sizeof(Vec2), 2},
                                                         {"plethos/polygon_sizes", sizeof(std::uint32_t), 0},
                                                         {"plethos/polygon_closed", sizeof(std::uint8_t), 0},
                                                         {"plethos/goals", sizeof(Vec2), 2},
                                                         {"plethos/radius", sizeof(float), 0},
                                                         {"plethos/group", sizeof(std::int32_t), 0},
                                                         {"plethos/exit_vertices", sizeof(Vec2), 2},
                                                         {"plethos/exit_sizes", sizeof(std::uint32_t), 0},
                                                         {"plethos/walkable_vertices", sizeof(Vec2), 2},
                                                         {"plethos/walkable_sizes", sizeof(std::uint32_t), 0},
                                                         {"plethos/moving_vertices", sizeof(Vec2), 2},
                                                         {"plethos/moving_sizes", sizeof(std::uint32_t), 0},
                                                         {"plethos/moving_closed", sizeof(std::uint8_t), 0},
                                                         {"plethos/moving_places", sizeof(ObstaclePlace), 3}}};
  return table[static_cast<std::size_t>(part)];
}

hdf5::Datatype memory_type(TrajectoryPart part) {
  switch (part) {
    case TrajectoryPart::rows:
      return trajectory_row_type(H5T_NATIVE_INT64, H5T_NATIVE_DOUBLE);
    case TrajectoryPart::frames:
      return hdf5::Datatype(H5Tcopy(H5T_NATIVE_INT64));
    case TrajectoryPart::sizes:
    case TrajectoryPart::exit_sizes:
    case TrajectoryPart::walkable_sizes:
    case TrajectoryPart::moving_sizes:
      return hdf5::Datatype(H5Tcopy(H5T_NATIVE_UINT32));
    case TrajectoryPart::closed:
    case TrajectoryPart::moving_closed:
      return hdf5::Datatype(H5Tcopy(H5T_NATIVE_UINT8));
    case TrajectoryPart::groups:
      return hdf5::Datatype(H5Tcopy(H5T_NATIVE_INT32));
    default:
      return hdf5::Datatype(H5Tcopy(H5T_NATIVE_FLOAT));
  }
}

/// Reads the text of an attribute, of fixed or variable length. Returns whether it is a scalar text.
bool read_text(hid_t attribute, std::string& result) {
  const hdf5::Datatype type(H5Aget_type(attribute));
  const hdf5::Dataspace space(H5Aget_space(attribute));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1) return false;
  if (H5Tis_variable_str(type.get()) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute, type.get(), &text) < 0 || text == nullptr) return false;
    result.assign(text, ::strnlen(text, most_text));
    H5free_memory(text);
    return true;
  }
  const std::size_t size = H5Tget_size(type.get());
  if (size > most_text) return false;
  std::vector<char> text(size + 1, '\0');
  if (H5Aread(attribute, type.get(), text.data()) < 0) return false;
  result = text.data();
  return true;
}

herr_t collect_text(hid_t object, const char* name, const H5A_info_t*, void* data) {
  const hdf5::Attribute attribute(H5Aopen(object, name, H5P_DEFAULT));
  std::string value;
  if (attribute && read_text(attribute.get(), value)) static_cast<Attributes*>(data)->emplace_back(name, std::move(value));
  return 0;
}

}  // namespace

TrajectoryFile::TrajectoryFile(const std::string& path) : path_(path) {
  const hdf5::Quiet quiet;
  open();
  open_rows();
  read_attributes();
  if (H5Lexists(file_.get(), "plethos", H5P_DEFAULT) <= 0) return;
  for (std::size_t part = 1; part < trajectory_parts; ++part) open_array(static_cast<TrajectoryPart>(part));
  read_group_names();
}

std::size_t TrajectoryFile::element_size(TrajectoryPart part) { return describe(part).element_size; }

std::string TrajectoryFile::read(TrajectoryPart part, std::uint64_t first, std::uint64_t count) const {
  const Array& array = arrays_[static_cast<std::size_t>(part)];
  if (first > array.count || count > array.count - first) {
    fail("asked for rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of " + std::to_string(array.count));
  }
  std::string result(count * describe(part).element_size, '\0');
  if (count == 0) return result;
  const hdf5::Quiet quiet;
  const int rank = array.columns == 0 ? 1 : 2;
  const hsize_t start[2] = {first, 0};
  const hsize_t size[2] = {count, array.columns};
  const hdf5::Dataspace space(H5Dget_space(array.dataset.get()));
  const hdf5::Dataspace memory(H5Screate_simple(rank, size, nullptr));
  if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, size, nullptr) < 0 ||
      H5Dread(array.dataset.get(), array.type.get(), memory.get(), space.get(), H5P_DEFAULT, result.data()) < 0) {
    fail("damaged: rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of '" + describe(part).name +
         "' cannot be read");
  }
  return result;
}

void TrajectoryFile::fail(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

void TrajectoryFile::open() {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path_, error);
  if (!std::filesystem::exists(status)) fail("no such file");
  if (!std::filesystem::is_regular_file(status)) fail("found a directory or device, expected an HDF5 file");
  if (!std::ifstream(path_)) fail("cannot be read");
  file_size_ = std::filesystem::file_size(path_, error);
  if (error) fail("cannot be read");
  if (file_size_ == 0) fail("the file is empty, expected a trajectory in HDF5");
  if (H5Fis_hdf5(path_.c_str()) <= 0) fail("not an HDF5 file");
  file_ = hdf5::File(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!file_) fail("damaged or truncated: HDF5 cannot open it");
}

/// Returns the rows of a data set of `columns` columns. It refuses more than the file can hold.
std::uint64_t TrajectoryFile::stored_rows(hid_t dataset, const std::string& name, hsize_t columns) const {
  const hdf5::Dataspace space(H5Dget_space(dataset));
  hsize_t size[2] = {0, 0};
  const int rank = columns == 0 ? 1 : 2;
  if (H5Sget_simple_extent_ndims(space.get()) != rank || H5Sget_simple_extent_dims(space.get(), size, nullptr) != rank ||
      size[1] != columns) {
    fail("'" + name + "' is not a " + (columns == 0 ? "one-dimensional data set" : "data set of " + std::to_string(columns) + " columns"));
  }
  const hdf5::Datatype type(H5Dget_type(dataset));
  const std::uint64_t row_size = H5Tget_size(type.get()) * std::max<hsize_t>(columns, 1);
  const auto claims = [&](std::uint64_t most) {
    if (size[0] > most) {
      fail("damaged: '" + name + "' claims " + std::to_string(size[0]) + " rows, and the file of " + std::to_string(file_size_) +
           " bytes holds at most " + std::to_string(most));
    }
  };
  const hdf5::Properties properties(H5Dget_create_plist(dataset));
  const H5D_layout_t layout = H5Pget_layout(properties.get());
  if (row_size == 0 || (layout != H5D_CHUNKED && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT)) {
    fail("'" + name + "' is not stored in this file");
  }
  if (layout != H5D_CHUNKED) {
    claims(file_size_ / row_size);
    return size[0];
  }
  claims(file_size_ * most_inflated / row_size);
  hsize_t chunk[2] = {0, 0};
  hsize_t chunks = 0;
  if (size[0] == 0) return 0;
  if (H5Pget_chunk(properties.get(), rank, chunk) != rank || chunk[0] == 0 || (columns != 0 && chunk[1] != columns) ||
      H5Dget_num_chunks(dataset, space.get(), &chunks) < 0) {
    fail("damaged: the chunks of '" + name + "' cannot be found");
  }
  claims(chunks > file_size_ ? 0 : chunks * std::min<hsize_t>(chunk[0], file_size_ * most_inflated));
  return size[0];
}

void TrajectoryFile::open_rows() {
  if (H5Lexists(file_.get(), "trajectory", H5P_DEFAULT) <= 0) fail("found no data set 'trajectory', which a trajectory file holds");
  Array& array = arrays_[static_cast<std::size_t>(TrajectoryPart::rows)];
  const hdf5::Properties access(H5Pcreate(H5P_DATASET_ACCESS));
  H5Pset_chunk_cache(access.get(), 521, cache_bytes, 1.0);
  array.dataset = hdf5::Dataset(H5Dopen2(file_.get(), "trajectory", access.get()));
  if (!array.dataset) fail("'trajectory' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(array.dataset.get()));
  if (H5Tget_class(type.get()) != H5T_COMPOUND) fail("'trajectory': found no compound type, expected frame, id, x, y and z");
  for (const char* name : {"frame", "id", "x", "y", "z"}) {
    const int member = H5Tget_member_index(type.get(), name);
    if (member < 0) fail(std::string("'trajectory' has no member '") + name + "'");
    const H5T_class_t kind = H5Tget_member_class(type.get(), static_cast<unsigned>(member));
    if (kind != H5T_INTEGER && kind != H5T_FLOAT) fail(std::string("'trajectory': member '") + name + "' is not a number");
  }
  array.count = stored_rows(array.dataset.get(), "trajectory", 0);
  array.type = memory_type(TrajectoryPart::rows);
}

void TrajectoryFile::open_array(TrajectoryPart part) {
  const Part& description = describe(part);
  if (H5Lexists(file_.get(), description.name, H5P_DEFAULT) <= 0) return;
  Array& array = arrays_[static_cast<std::size_t>(part)];
  array.dataset = hdf5::Dataset(H5Dopen2(file_.get(), description.name, H5P_DEFAULT));
  if (!array.dataset) fail(std::string("'") + description.name + "' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(array.dataset.get()));
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) fail(std::string("'") + description.name + "' holds no numbers");
  array.columns = description.columns;
  array.count = stored_rows(array.dataset.get(), description.name, description.columns);
  array.type = memory_type(part);
}

void TrajectoryFile::read_attributes() {
  const hid_t rows = arrays_[static_cast<std::size_t>(TrajectoryPart::rows)].dataset.get();
  if (H5Aexists(rows, "fps") <= 0) fail("'trajectory' has no attribute 'fps'");
  const hdf5::Attribute fps(H5Aopen(rows, "fps", H5P_DEFAULT));
  const hdf5::Dataspace space(H5Aget_space(fps.get()));
  if (H5Sget_simple_extent_npoints(space.get()) != 1 || H5Aread(fps.get(), H5T_NATIVE_DOUBLE, &frames_per_second_) < 0) {
    fail("attribute 'fps' is not a number");
  }
  hsize_t position = 0;
  if (H5Aiterate2(file_.get(), H5_INDEX_NAME, H5_ITER_NATIVE, &position, collect_text, &attributes_) < 0) {
    fail("damaged: the attributes cannot be read");
  }
}

void TrajectoryFile::read_group_names() {
  constexpr const char* name = "plethos/group_names";
  if (H5Lexists(file_.get(), name, H5P_DEFAULT) <= 0) return;
  const hdf5::Dataset dataset(H5Dopen2(file_.get(), name, H5P_DEFAULT));
  if (!dataset) fail("'plethos/group_names' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(dataset.get()));
  const std::uint64_t count = stored_rows(dataset.get(), name, 0);
  const std::size_t size = H5Tget_size(type.get());
  // Files of earlier versions hold names of variable length. Colors need no names.
  if (count == 0 || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) return;
  if (size > most_text || count * size > most_text) fail("damaged: 'plethos/group_names' is longer than names are");
  std::string texts(count * size, '\0');
  if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) fail("'plethos/group_names' cannot be read");
  for (std::uint64_t i = 0; i < count; ++i) group_names_.emplace_back(texts.data() + i * size, ::strnlen(texts.data() + i * size, size));
}

}  // namespace plethos::scenarios
