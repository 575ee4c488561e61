#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/ordered_file.hpp"

namespace plethos::scenarios {

/// How a data set lies in its file.
struct AppendedShape {
  hid_t type;          ///< of an element
  hsize_t columns;     ///< elements of a row; zero makes the data set one-dimensional
  hsize_t chunk_rows;  ///< rows of a chunk
};

/// A chunked data set of an OrderedFile that grows at its end, shuffled and deflated. Its rows become visible when they are published and
/// the file is flushed. Memory: one chunk, and two more for each thread of the compressor. Every function that writes returns whether HDF5
/// could.
class AppendedDataset {
 public:
  /// Creates `parent/name` with no rows. With `whole_chunks` it opens the one that is there, to go on after so many chunks: rows of further
  /// chunks that it has are visible until they are written again. It is false if there is none of this shape with so many chunks.
  AppendedDataset(OrderedFile& file, ChunkCompressor& compressor, hid_t parent, const std::string& name, const AppendedShape& shape,
                  std::optional<std::uint64_t> whole_chunks = std::nullopt);
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
  /// Appends a whole chunk that compress() has made, after whole chunks.
  bool append_chunk(std::span<const std::byte> deflated);
  /// Writes the unfinished chunk at the end and sets the number of rows. A flush of the file makes both visible.
  bool publish();

 private:
  void create(hid_t parent, const std::string& name, hid_t type);
  void open(hid_t parent, const std::string& name, hid_t type);
  std::unique_ptr<Chunk> new_chunk();
  bool find_tail();
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
  std::uint64_t found_rows_ = 0;                // in the file when it was opened; the number of rows never falls
  std::deque<std::unique_ptr<Chunk>> pending_;  // whole chunks that are being compressed
  std::unique_ptr<Chunk> current_, spare_;
  std::size_t filled_ = 0;     // bytes of current_
  std::size_t tail_size_ = 0;  // compressed bytes of the chunk after the written ones, as it is in the file; 0: it is not
  haddr_t tail_address_ = HADDR_UNDEF;
};

}  // namespace plethos::scenarios
