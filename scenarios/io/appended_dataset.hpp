#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/ordered_file.hpp"

namespace plethos::scenarios {

/// A chunked data set of an OrderedFile that grows at its end, shuffled and deflated. Its rows become visible when they are
/// published and the file is flushed. Memory: two chunks. Every function that writes returns whether HDF5 could.
class AppendedDataset {
 public:
  /// Creates `parent/name` of `type` with no rows. Rows have `columns` elements; zero makes the data set one-dimensional.
  AppendedDataset(OrderedFile& file, hid_t parent, const std::string& name, hid_t type, hsize_t columns, hsize_t chunk_rows);

  hid_t id() const { return dataset_.get(); }
  explicit operator bool() const { return static_cast<bool>(dataset_); }
  std::uint64_t rows() const { return chunks_ * chunk_rows_ + filled_ / row_size_; }

  /// Appends one row, laid out in memory as in the file.
  template <class Row>
  bool append(const Row& row) {
    std::memcpy(chunk_.data() + filled_, &row, sizeof(Row));
    filled_ += sizeof(Row);
    return filled_ < chunk_.size() || write_chunk();
  }
  /// Writes the unfinished chunk at the end and sets the number of rows. A flush of the file makes both visible.
  bool publish();

 private:
  bool write_chunk();
  bool write(bool partial);
  void shuffle();
  std::size_t deflate(bool lengthen);

  OrderedFile* file_;
  hdf5::Dataset dataset_;
  hsize_t columns_;
  hsize_t chunk_rows_;
  std::size_t element_size_ = 0;
  std::size_t row_size_ = 0;
  std::uint64_t chunks_ = 0;         // whole ones, written
  std::uint64_t published_rows_ = 0;
  std::size_t filled_ = 0;           // bytes of chunk_
  std::size_t tail_size_ = 0;        // compressed bytes of the unfinished chunk as published; zero if it has not been
  haddr_t tail_address_ = HADDR_UNDEF;
  std::vector<std::byte> chunk_, shuffled_, compressed_;
};

}  // namespace plethos::scenarios
