#include "scenarios/io/array_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "scenarios/io/nearby_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t most_inflated = 1100;             // deflate shrinks to a thousandth at best
constexpr std::size_t most_text = std::size_t{16} << 20;  // bytes of an attribute
constexpr std::size_t cache_slots = 521;
constexpr std::size_t table_cache = std::size_t{32} << 20;  // bytes: a request ends within a chunk

/// What arrays that are read whole may take in memory, over the size of their file, and bytes that they may take in any case. They shrink
/// most where agents are all alike, and then the rows of their trajectory outweigh them.
constexpr std::uint64_t most_grown = 64;
constexpr std::uint64_t small_arrays = std::uint64_t{256} << 20;

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

ArrayFile::ArrayFile(const std::string& path, const std::string& what) : path_(path) {
  const hdf5::Quiet quiet;
  open(what);
  read_attributes();
}

std::string ArrayFile::read(std::size_t array, std::uint64_t first, std::uint64_t count) const {
  const Array& of = arrays_.at(array);
  if (first > of.count || count > of.count - first) {
    fail("asked for rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of " + std::to_string(of.count));
  }
  std::string result(count * of.row_size(), '\0');
  if (count == 0) return result;
  const hdf5::Quiet quiet;
  const int rank = of.columns == 0 ? 1 : 2;
  const hsize_t start[2] = {first, 0};
  const hsize_t size[2] = {count, of.columns};
  const hdf5::Dataspace space(H5Dget_space(of.dataset.get()));
  const hdf5::Dataspace memory(H5Screate_simple(rank, size, nullptr));
  if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, size, nullptr) < 0 ||
      H5Dread(of.dataset.get(), of.type.get(), memory.get(), space.get(), H5P_DEFAULT, result.data()) < 0) {
    fail("damaged: rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of '" + of.name + "' cannot be read");
  }
  return result;
}

void ArrayFile::fail(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

void ArrayFile::open(const std::string& what) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path_, error);
  if (!std::filesystem::exists(status)) fail("no such file" + nearby_file_hint(path_));
  if (!std::filesystem::is_regular_file(status)) fail("found a directory or device, expected an HDF5 file");
  if (!std::ifstream(path_)) fail("found a file that cannot be opened (" + std::string(std::strerror(errno)) + ")");
  file_size_ = std::filesystem::file_size(path_, error);
  if (error) fail("cannot be read");
  if (file_size_ == 0) fail("the file is empty, expected " + what + " in HDF5");
  if (H5Fis_hdf5(path_.c_str()) <= 0) fail("not an HDF5 file");
  file_ = hdf5::File(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!file_) fail("damaged or truncated: HDF5 cannot open it");
}

std::uint64_t ArrayFile::stored_rows(hid_t dataset, const std::string& name, hsize_t& columns) const {
  const hdf5::Dataspace space(H5Dget_space(dataset));
  hsize_t size[2] = {0, 0};
  const int rank = columns == 0 ? 1 : 2;
  const bool fits = H5Sget_simple_extent_ndims(space.get()) == rank && H5Sget_simple_extent_dims(space.get(), size, nullptr) == rank;
  if (fits && columns == any_columns && size[1] > 0 && size[1] < any_columns) columns = size[1];
  if (!fits || size[1] != columns) {
    fail("'" + name + "' is not a " + (columns == 0 ? "one-dimensional data set" : "data set of " + std::to_string(columns) + " columns"));
  }
  const hdf5::Datatype type(H5Dget_type(dataset));
  const std::uint64_t row_size = H5Tget_size(type.get()) * std::max<hsize_t>(columns, 1);
  const auto claims = [&](std::uint64_t most) { require_rows(name, size[0], most); };
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

void ArrayFile::require_rows(const std::string& name, std::uint64_t rows, std::uint64_t most) const {
  if (rows <= most) return;
  fail("damaged: '" + name + "' claims " + std::to_string(rows) + " rows, and the file of " + std::to_string(file_size_) +
       " bytes holds at most " + std::to_string(most));
}

/// Refuses what would take more memory than a file of this size is good for, although it shrinks to little in the file.
void ArrayFile::require_sensible(const ArrayInfo& info, const Array& array) {
  if (info.columns == any_columns) {
    if (array.count * array.columns <= static_cast<std::uint64_t>(maximum_map_cells)) return;
    fail("damaged: '" + std::string(array.name) + "' has more than " + std::to_string(maximum_map_cells) + " cells");
  }
  // Arrays with a cache are read part by part.
  if (info.cache_bytes > 0) return;
  const std::uint64_t most = std::max(small_arrays, most_grown * file_size_);
  require_rows(info.name, array.count, (most - whole_bytes_) / array.row_size());
  whole_bytes_ += array.count * array.row_size();
}

void ArrayFile::open_array(const ArrayInfo& info, bool several_kinds) {
  Array& array = arrays_.emplace_back();
  array.name = info.name;
  array.number_size = info.number_size;
  array.columns = info.columns == any_columns ? 0 : info.columns;
  if (!has(info.name)) return;
  const hdf5::Properties access(H5Pcreate(H5P_DATASET_ACCESS));
  const std::size_t cache = info.columns == any_columns ? table_cache : info.cache_bytes;
  if (cache > 0) H5Pset_chunk_cache(access.get(), cache_slots, cache, 1.0);
  array.dataset = hdf5::Dataset(H5Dopen2(file_.get(), info.name, access.get()));
  if (!array.dataset) fail(std::string("'") + info.name + "' is damaged or not a data set");
  const hdf5::Datatype type(H5Dget_type(array.dataset.get()));
  const H5T_class_t kind = H5Tget_class(type.get());
  if (!several_kinds && kind != H5T_INTEGER && kind != H5T_FLOAT) fail(std::string("'") + info.name + "' holds no numbers");
  array.columns = info.columns;
  array.count = stored_rows(array.dataset.get(), info.name, array.columns);
  require_sensible(info, array);
  array.type = info.type();
}

void ArrayFile::read_attributes() {
  hsize_t position = 0;
  if (H5Aiterate2(file_.get(), H5_INDEX_NAME, H5_ITER_NATIVE, &position, collect_text, &attributes_) < 0) {
    fail("damaged: the attributes cannot be read");
  }
}

}  // namespace plethos::scenarios
