#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>

#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/ordered_file.hpp"

namespace plethos::scenarios {

/// A chunked data set of an OrderedFile that grows at its end, shuffled and deflated. Its rows become visible when they are published and
/// the file is flushed. Memory: one chunk, and two more for each thread of the compressor. Every function that writes returns whether HDF5
/// could.
class AppendedDataset {
 public:
  /// Creates `parent/name` of `type` with no rows. Rows have `columns` elements; zero makes the data set one-dimensional.
  AppendedDataset(OrderedFile& file, ChunkCompressor& compressor, hid_t parent, const std::string& name, hid_t type, hsize_t columns,
                  hsize_t chunk_rows);
  ~AppendedDataset();
  AppendedDataset(const AppendedDataset&) = delete;
  AppendedDataset& operator=(const AppendedDataset&) = delete;

  hid_t id() const { return dataset_.get(); }
  explicit operator bool() const { return static_cast<bool>(dataset_); }
  std::uint64_t rows() const { return (written_ + pending_.size()) * chunk_rows_ + filled_ / row_size_; }

  /// Appends one row, laid out in memory as in the file.
  template <class Row>
  bool append(const Row& row) {
    std::memcpy(current_->raw.data() + filled_, &row, sizeof(Row));
    filled_ += sizeof(Row);
    return filled_ < current_->raw.size() || finish_chunk();
  }
  /// Writes the unfinished chunk at the end and sets the number of rows. A flush of the file makes both visible.
  bool publish();

 private:
  std::unique_ptr<Chunk> new_chunk();
  bool finish_chunk();
  bool write_oldest();
  bool write(Chunk& chunk, std::uint64_t rows);

  OrderedFile* file_;
  ChunkCompressor* compressor_;
  hdf5::Dataset dataset_;
  hsize_t columns_;
  hsize_t chunk_rows_;
  std::size_t element_size_ = 0;
  std::size_t row_size_ = 0;
  std::uint64_t written_ = 0;  // whole chunks
  std::uint64_t published_rows_ = 0;
  std::deque<std::unique_ptr<Chunk>> pending_;  // whole chunks that are being compressed
  std::unique_ptr<Chunk> current_, spare_;
  std::size_t filled_ = 0;     // bytes of current_
  std::size_t tail_size_ = 0;  // compressed bytes of the chunk after the written ones, as published; 0: not published
  haddr_t tail_address_ = HADDR_UNDEF;
};

}  // namespace plethos::scenarios
