#include "scenarios/io/hdf5_writing.hpp"

#include <algorithm>
#include <cstdint>

#include "scenarios/io/ordered_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_fixed_text = 32768;          // bytes; an object header holds no longer attribute
constexpr hsize_t rows_of_chunk = hsize_t{1} << 16;     // at most
constexpr hsize_t numbers_of_chunk = hsize_t{1} << 18;  // at most, unless a row has more

/// Returns the type of UTF-8 text of exactly `size` bytes.
hdf5::Datatype fixed_text_type(std::size_t size) {
  hdf5::Datatype type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), std::max<std::size_t>(size, 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

bool write_text_attribute(hid_t object, const std::string& name, hid_t type, const void* text) {
  const hdf5::Dataspace space(H5Screate(H5S_SCALAR));
  const hdf5::Attribute attribute(H5Acreate2(object, name.c_str(), type, space.get(), H5P_DEFAULT, H5P_DEFAULT));
  return H5Awrite(attribute.get(), type, text) >= 0;
}

}  // namespace

hdf5::File create_ordered_file(const std::string& path) {
  const hdf5::Properties access(OrderedFile::access_properties());
  const hdf5::Properties creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_file_space_strategy(creation.get(), H5F_FSPACE_STRATEGY_NONE, false, 1);
  return hdf5::File(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()));
}

hdf5::File open_ordered_file(const std::string& path) {
  const hdf5::Properties access(OrderedFile::access_properties());
  return hdf5::File(H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get()));
}

bool write_long_text(hid_t object, const std::string& name, const std::string& value) {
  const char* text = value.c_str();
  return write_text_attribute(object, name, hdf5::text_type().get(), &text);
}

bool write_text(hid_t object, const std::string& name, const std::string& value) {
  if (value.size() > most_fixed_text) return write_long_text(object, name, value);
  return write_text_attribute(object, name, fixed_text_type(value.size()).get(), value.c_str());
}

bool write_array(hid_t parent, const char* name, hid_t type, hsize_t rows, hsize_t columns, const void* data) {
  const int rank = columns == 0 ? 1 : 2;
  const hsize_t size[2] = {rows, columns};
  const hsize_t chunk[2] = {std::clamp<hsize_t>(numbers_of_chunk / std::max<hsize_t>(1, columns), 1, std::min(rows, rows_of_chunk)),
                            columns};
  const hdf5::Dataspace space(H5Screate_simple(rank, size, nullptr));
  const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_obj_track_times(properties.get(), false);
  if (rows != 0) {
    H5Pset_chunk(properties.get(), rank, chunk);
    H5Pset_shuffle(properties.get());
    H5Pset_deflate(properties.get(), 1);
  }
  const hdf5::Dataset dataset(H5Dcreate2(parent, name, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
  return dataset && (rows == 0 || H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
}

bool write_names(hid_t parent, const char* name, const std::vector<std::string>& names) {
  std::size_t longest = 1;
  for (const std::string& text : names) longest = std::max(longest, text.size());
  std::string texts;
  for (const std::string& text : names) texts += text + std::string(longest - text.size(), '\0');
  return write_array(parent, name, fixed_text_type(longest).get(), names.size(), 0, texts.data());
}

bool write_outlines(hid_t parent, const std::string& name, const std::vector<std::vector<Vec2>>& outlines) {
  std::vector<Vec2> vertices;
  std::vector<std::uint32_t> sizes;
  for (const std::vector<Vec2>& outline : outlines) {
    vertices.insert(vertices.end(), outline.begin(), outline.end());
    sizes.push_back(static_cast<std::uint32_t>(outline.size()));
  }
  return write_array(parent, (name + "_vertices").c_str(), H5T_IEEE_F32LE, vertices.size(), 2, vertices.data()) &&
         write_array(parent, (name + "_sizes").c_str(), H5T_STD_U32LE, sizes.size(), 0, sizes.data());
}

}  // namespace plethos::scenarios
