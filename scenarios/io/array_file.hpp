#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/io/attributes.hpp"
#include "scenarios/io/hdf5.hpp"

namespace plethos::scenarios {

/// Stands for any number of columns above 0.
inline constexpr hsize_t any_columns = 0x7fffffff;

/// An array of an HDF5 file, and how its numbers lie in memory.
struct ArrayInfo {
  const char* name;
  std::size_t number_size;      ///< bytes of a number in memory, or of a row of several kinds of them
  hsize_t columns;              ///< numbers in a row; 0: the array has one dimension
  hdf5::Datatype (*type)();     ///< of a number in memory
  std::size_t cache_bytes = 0;  ///< for chunks that are read bit by bit; 0: HDF5's default
};

/// Reads arrays of numbers from a file with HDF5. For a damaged file HDF5 may crash, not return or claim any memory, so this class is for a
/// child process (array_client.hpp). Every length is checked against the file's size and the present chunks before it is used. Errors:
/// InputError that names the file and its fault.
class ArrayFile {
 public:
  /// Opens a file. `what` is what it should be, "a trajectory".
  ArrayFile(const std::string& path, const std::string& what);
  virtual ~ArrayFile() = default;
  ArrayFile(const ArrayFile&) = delete;
  ArrayFile& operator=(const ArrayFile&) = delete;

  /// Returns the root's text attributes, in the order in which they were written.
  const Attributes& attributes() const { return attributes_; }
  std::size_t arrays() const { return arrays_.size(); }
  /// Returns the number of rows of an array, or zero if the file lacks it.
  std::uint64_t count(std::size_t array) const { return arrays_[array].count; }
  hsize_t columns(std::size_t array) const { return arrays_[array].columns; }
  /// Returns the bytes of the rows [first, first + count).
  std::string read(std::size_t array, std::uint64_t first, std::uint64_t count) const;
  /// Returns what else the file holds, packed.
  virtual std::string more() const { return {}; }

 protected:
  [[noreturn]] void fail(const std::string& reason) const;
  const std::string& path() const { return path_; }
  hid_t file() const { return file_.get(); }
  bool has(const char* name) const { return H5Lexists(file_.get(), name, H5P_DEFAULT) > 0; }
  hid_t dataset(std::size_t array) const { return arrays_[array].dataset.get(); }
  /// Opens the next array; one that the file lacks is empty. The numbers of a row may be of several kinds if the caller has checked them.
  void open_array(const ArrayInfo& info, bool several_kinds = false);
  /// Returns the rows of a data set. It refuses more than the file can hold.
  std::uint64_t stored_rows(hid_t dataset, const std::string& name, hsize_t& columns) const;

 private:
  struct Array {
    const char* name;
    std::size_t number_size;
    hdf5::Dataset dataset;
    hdf5::Datatype type;
    hsize_t columns = 0;
    std::uint64_t count = 0;

    std::size_t row_size() const { return number_size * (columns == 0 ? 1 : columns); }
  };

  void open(const std::string& what);
  void read_attributes();
  void require_rows(const std::string& name, std::uint64_t rows, std::uint64_t most) const;
  void require_sensible(const ArrayInfo& info, const Array& array);

  std::string path_;
  std::uint64_t file_size_ = 0;
  std::uint64_t whole_bytes_ = 0;  // of arrays that are read whole
  hdf5::File file_;
  Attributes attributes_;
  std::vector<Array> arrays_;
};

}  // namespace plethos::scenarios
