#pragma once

#include <string>
#include <vector>

#include "core/vec2.hpp"
#include "scenarios/io/hdf5.hpp"

namespace plethos::scenarios {

/// Creates an HDF5 file with the driver OrderedFile. It is empty if that fails.
hdf5::File create_ordered_file(const std::string& path);
/// Opens one to write on.
hdf5::File open_ordered_file(const std::string& path);

// Each returns whether it succeeded. OrderedFile::error() says more.

/// Writes text of any length as an attribute, which h5py, and so PedPy, gives as str. HDF5 reads it by a reference, which a damaged file
/// may point anywhere.
bool write_long_text(hid_t object, const std::string& name, const std::string& value);
/// Writes text within the attribute itself.
bool write_text(hid_t object, const std::string& name, const std::string& value);
/// Writes rows of `columns` elements each, zero for a one-dimensional array. It compresses them if there are any.
bool write_array(hid_t parent, const char* name, hid_t type, hsize_t rows, hsize_t columns, const void* data);
bool write_names(hid_t parent, const char* name, const std::vector<std::string>& names);
/// Writes outlines one after the other as NAME_vertices, and the number of vertices of each as NAME_sizes.
bool write_outlines(hid_t parent, const std::string& name, const std::vector<std::vector<Vec2>>& outlines);

}  // namespace plethos::scenarios
