#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t cache_bytes = std::size_t{64} << 20;  // holds some chunks, so that reading frame by frame inflates each once
constexpr std::uint64_t scan_rows = std::uint64_t{1} << 20;

hdf5::Datatype memory_row_type() {
  hdf5::Datatype type(H5Tcreate(H5T_COMPOUND, sizeof(TrajectoryRow)));
  H5Tinsert(type.get(), "frame", offsetof(TrajectoryRow, frame), H5T_NATIVE_UINT32);
  H5Tinsert(type.get(), "id", offsetof(TrajectoryRow, id), H5T_NATIVE_UINT32);
  H5Tinsert(type.get(), "x", offsetof(TrajectoryRow, x), H5T_NATIVE_DOUBLE);
  H5Tinsert(type.get(), "y", offsetof(TrajectoryRow, y), H5T_NATIVE_DOUBLE);
  H5Tinsert(type.get(), "z", offsetof(TrajectoryRow, z), H5T_NATIVE_DOUBLE);
  return type;
}

/// The text of an attribute, of fixed or variable length; whether it is a scalar text at all.
bool read_text(hid_t attribute, std::string& result) {
  const hdf5::Datatype type(H5Aget_type(attribute));
  const hdf5::Dataspace space(H5Aget_space(attribute));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1) return false;
  if (H5Tis_variable_str(type.get()) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute, type.get(), &text) < 0 || text == nullptr) return false;
    result = text;
    H5free_memory(text);
    return true;
  }
  std::vector<char> text(H5Tget_size(type.get()) + 1, '\0');
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

class TrajectoryReader::Impl {
 public:
  explicit Impl(const std::string& path) : path_(path) {
    const hdf5::Quiet quiet;
    open();
    open_rows();
    read_attributes();
    if (H5Lexists(file_.get(), "plethos", H5P_DEFAULT) > 0) read_scene();
    read_frames();
  }

  std::vector<TrajectoryRow> read(std::uint64_t first, std::uint64_t count) const {
    if (first > rows_ || count > rows_ - first) {
      fail("asked for rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of " + std::to_string(rows_));
    }
    const hdf5::Quiet quiet;
    std::vector<TrajectoryRow> result(count);
    if (count == 0) return result;
    const hdf5::Dataspace space(H5Dget_space(dataset_.get()));
    const hsize_t start = first;
    const hsize_t size = count;
    const hdf5::Dataspace memory(H5Screate_simple(1, &size, nullptr));
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr);
    if (H5Dread(dataset_.get(), row_type_.get(), memory.get(), space.get(), H5P_DEFAULT, result.data()) < 0) {
      fail("damaged: rows " + std::to_string(first) + " to " + std::to_string(first + count) + " cannot be read");
    }
    return result;
  }

  std::string path_;
  double frames_per_second_ = 0;
  std::uint64_t rows_ = 0;
  std::string wkt_;
  Attributes attributes_;
  World world_;
  std::vector<Segment> segments_;
  std::vector<float> radii_;
  std::vector<std::int32_t> groups_;
  std::vector<std::string> group_names_;
  std::vector<TrajectoryFrame> frames_;

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

  void open() {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (!std::filesystem::exists(status)) fail("no such file");
    if (!std::filesystem::is_regular_file(status)) fail("found a directory or device, expected an HDF5 file");
    if (!std::ifstream(path_)) fail("cannot be read");
    if (std::filesystem::file_size(path_, error) == 0) fail("the file is empty, expected a trajectory in HDF5");
    if (H5Fis_hdf5(path_.c_str()) <= 0) fail("not an HDF5 file");
    file_ = hdf5::File(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
    if (!file_) fail("damaged or truncated: HDF5 cannot open it");
  }

  void open_rows() {
    if (H5Lexists(file_.get(), "trajectory", H5P_DEFAULT) <= 0) fail("found no data set 'trajectory', which a trajectory file holds");
    const hdf5::Properties access(H5Pcreate(H5P_DATASET_ACCESS));
    H5Pset_chunk_cache(access.get(), 521, cache_bytes, 1.0);
    dataset_ = hdf5::Dataset(H5Dopen2(file_.get(), "trajectory", access.get()));
    if (!dataset_) fail("'trajectory' is damaged or not a data set");
    const hdf5::Datatype type(H5Dget_type(dataset_.get()));
    if (H5Tget_class(type.get()) != H5T_COMPOUND) fail("'trajectory': found no compound type, expected frame, id, x, y and z");
    for (const char* name : {"frame", "id", "x", "y", "z"}) {
      const int member = H5Tget_member_index(type.get(), name);
      if (member < 0) fail(std::string("'trajectory' has no member '") + name + "'");
      const H5T_class_t kind = H5Tget_member_class(type.get(), static_cast<unsigned>(member));
      if (kind != H5T_INTEGER && kind != H5T_FLOAT) fail(std::string("'trajectory': member '") + name + "' is not a number");
    }
    const hdf5::Dataspace space(H5Dget_space(dataset_.get()));
    const hssize_t rows = H5Sget_simple_extent_npoints(space.get());
    if (H5Sget_simple_extent_ndims(space.get()) != 1 || rows < 0) fail("'trajectory' is not a one-dimensional data set");
    rows_ = static_cast<std::uint64_t>(rows);
    row_type_ = memory_row_type();
  }

  void read_attributes() {
    if (H5Aexists(dataset_.get(), "fps") <= 0) fail("'trajectory' has no attribute 'fps'");
    const hdf5::Attribute fps(H5Aopen(dataset_.get(), "fps", H5P_DEFAULT));
    const hdf5::Dataspace space(H5Aget_space(fps.get()));
    if (H5Sget_simple_extent_npoints(space.get()) != 1 || H5Aread(fps.get(), H5T_NATIVE_DOUBLE, &frames_per_second_) < 0 ||
        !(frames_per_second_ > 0) || !std::isfinite(frames_per_second_)) {
      fail("attribute 'fps' is not a positive number");
    }
    hsize_t position = 0;
    H5Aiterate2(file_.get(), H5_INDEX_NAME, H5_ITER_NATIVE, &position, collect_text, &attributes_);
    const auto wkt = std::find_if(attributes_.begin(), attributes_.end(), [](const auto& a) { return a.first == "wkt_geometry"; });
    if (wkt == attributes_.end()) return;
    wkt_ = wkt->second;
    attributes_.erase(wkt);
  }

  /// The elements of a data set of `columns` columns, zero for one dimension; empty if it is missing.
  template <class Element>
  std::vector<Element> read_array(const std::string& name, hid_t type, hsize_t columns) const {
    static_assert(std::is_trivially_copyable_v<Element>);
    std::vector<Element> result;
    const std::string full = "plethos/" + name;
    if (H5Lexists(file_.get(), full.c_str(), H5P_DEFAULT) <= 0) return result;
    const hdf5::Dataset dataset(H5Dopen2(file_.get(), full.c_str(), H5P_DEFAULT));
    const hdf5::Dataspace space(H5Dget_space(dataset.get()));
    hsize_t size[2] = {0, 0};
    const int rank = columns == 0 ? 1 : 2;
    if (H5Sget_simple_extent_ndims(space.get()) != rank || H5Sget_simple_extent_dims(space.get(), size, nullptr) != rank ||
        size[1] != columns || sizeof(Element) != H5Tget_size(type) * std::max<hsize_t>(columns, 1)) {
      fail("'" + full + "' has another shape than expected");
    }
    // A damaged length must not make the program claim all memory: deflate shrinks to a thousandth at best.
    if (size[0] > (std::filesystem::file_size(path_) + 1) * 1100) fail("'" + full + "' is longer than the file can hold");
    result.resize(size[0]);
    if (size[0] != 0 && H5Dread(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()) < 0) {
      fail("'" + full + "' cannot be read");
    }
    return result;
  }

  void read_scene() {
    const std::vector<Vec2> vertices = read_array<Vec2>("polygon_vertices", H5T_NATIVE_FLOAT, 2);
    const std::vector<std::uint32_t> sizes = read_array<std::uint32_t>("polygon_sizes", H5T_NATIVE_UINT32, 0);
    const std::vector<std::uint8_t> closed = read_array<std::uint8_t>("polygon_closed", H5T_NATIVE_UINT8, 0);
    std::size_t first = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i >= closed.size() || sizes[i] > vertices.size() - first) fail("'plethos/polygon_sizes' does not fit the vertices");
      const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
      world_.polygons.push_back({{begin, begin + sizes[i]}, closed[i] != 0});
      first += sizes[i];
    }
    segments_ = world_.segments();
    world_.goals = read_array<Vec2>("goals", H5T_NATIVE_FLOAT, 2);
    radii_ = read_array<float>("radius", H5T_NATIVE_FLOAT, 0);
    groups_ = read_array<std::int32_t>("group", H5T_NATIVE_INT32, 0);
    read_group_names();
  }

  void read_group_names() {
    if (H5Lexists(file_.get(), "plethos/group_names", H5P_DEFAULT) <= 0) return;
    const hdf5::Dataset dataset(H5Dopen2(file_.get(), "plethos/group_names", H5P_DEFAULT));
    const hdf5::Datatype type = hdf5::text_type();
    const hdf5::Dataspace space(H5Dget_space(dataset.get()));
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    if (count <= 0 || count > (hssize_t{1} << 20)) return;
    std::vector<char*> texts(static_cast<std::size_t>(count), nullptr);
    if (H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) {
      fail("'plethos/group_names' cannot be read");
    }
    for (const char* text : texts) group_names_.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, texts.data());
  }

  /// From the index where the file has one; it may run ahead of the rows if the writer was killed.
  void read_frames() {
    struct Entry {
      std::uint64_t frame, first, count;
    };
    std::uint64_t next = 0;
    for (const Entry& entry : read_array<Entry>("frames", H5T_NATIVE_UINT64, 3)) {
      if (entry.first != next || entry.count > rows_ - next) break;
      if (entry.count != 0) frames_.push_back({static_cast<std::uint32_t>(entry.frame), entry.first, entry.count});
      next += entry.count;
    }
    while (next < rows_) {
      const std::vector<TrajectoryRow> rows = read(next, std::min(scan_rows, rows_ - next));
      for (const TrajectoryRow& row : rows) {
        if (frames_.empty() || frames_.back().frame != row.frame) frames_.push_back({row.frame, next, 0});
        ++frames_.back().count;
        ++next;
      }
    }
  }

  hdf5::File file_;
  hdf5::Dataset dataset_;
  hdf5::Datatype row_type_;
};

TrajectoryReader::TrajectoryReader(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;
const std::string& TrajectoryReader::path() const { return impl_->path_; }
double TrajectoryReader::frames_per_second() const { return impl_->frames_per_second_; }
std::string TrajectoryReader::wkt_geometry() const { return impl_->wkt_; }
const Attributes& TrajectoryReader::attributes() const { return impl_->attributes_; }
std::uint64_t TrajectoryReader::rows() const { return impl_->rows_; }
const std::vector<TrajectoryFrame>& TrajectoryReader::frames() const { return impl_->frames_; }
std::vector<TrajectoryRow> TrajectoryReader::read(std::uint64_t first, std::uint64_t count) const { return impl_->read(first, count); }
const std::vector<Polygon>& TrajectoryReader::polygons() const { return impl_->world_.polygons; }
const std::vector<Segment>& TrajectoryReader::segments() const { return impl_->segments_; }
const std::vector<Vec2>& TrajectoryReader::goals() const { return impl_->world_.goals; }
const std::vector<float>& TrajectoryReader::radii() const { return impl_->radii_; }
const std::vector<std::int32_t>& TrajectoryReader::groups() const { return impl_->groups_; }
const std::vector<std::string>& TrajectoryReader::group_names() const { return impl_->group_names_; }

}  // namespace plethos::scenarios
