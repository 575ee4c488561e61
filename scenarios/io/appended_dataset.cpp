#include "scenarios/io/appended_dataset.hpp"

#include <zlib.h>

#include <algorithm>

namespace plethos::scenarios {
namespace {

constexpr int level = 1;  // higher ones took several times as long for a few percent of the size

}  // namespace

AppendedDataset::AppendedDataset(OrderedFile& file, hid_t parent, const std::string& name, hid_t type, hsize_t columns,
                                 hsize_t chunk_rows)
    : file_(&file), columns_(columns), chunk_rows_(chunk_rows), element_size_(H5Tget_size(type)) {
  const int rank = columns == 0 ? 1 : 2;
  row_size_ = element_size_ * std::max<hsize_t>(columns, 1);
  chunk_.resize(row_size_ * chunk_rows);
  shuffled_.resize(chunk_.size());
  compressed_.resize(compressBound(static_cast<uLong>(chunk_.size())) + 64);

  const hsize_t size[2] = {0, columns};
  const hsize_t maximum[2] = {H5S_UNLIMITED, columns};
  const hsize_t chunk[2] = {chunk_rows, columns};
  const hdf5::Dataspace space(H5Screate_simple(rank, size, maximum));
  const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(properties.get(), rank, chunk);
  H5Pset_shuffle(properties.get());
  H5Pset_deflate(properties.get(), level);
  H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties.get(), false);
  dataset_ = hdf5::Dataset(H5Dcreate2(parent, name.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
}

bool AppendedDataset::publish() {
  if (rows() == published_rows_) return true;
  if (filled_ != 0) {
    std::fill(chunk_.begin() + static_cast<std::ptrdiff_t>(filled_), chunk_.end(), std::byte{0});
    if (!write(true)) return false;
    const hsize_t offset[2] = {chunks_ * chunk_rows_, 0};
    unsigned mask = 0;
    hsize_t size = 0;
    if (H5Dget_chunk_info_by_coord(dataset_.get(), offset, &mask, &tail_address_, &size) < 0) return false;
    tail_size_ = size;
  }
  published_rows_ = rows();
  const hsize_t size[2] = {published_rows_, columns_};
  return H5Dset_extent(dataset_.get(), size) >= 0;
}

bool AppendedDataset::write_chunk() {
  if (!write(false)) return false;
  ++chunks_;
  filled_ = 0;
  tail_size_ = 0;
  return true;
}

/// Writes chunk_ behind the whole chunks, at a new place of the file: a reader may be using the chunk as last published.
bool AppendedDataset::write(bool partial) {
  const hsize_t size[2] = {chunks_ * chunk_rows_ + (partial ? filled_ / row_size_ : chunk_rows_), columns_};
  const hsize_t offset[2] = {chunks_ * chunk_rows_, 0};
  shuffle();
  std::size_t bytes = deflate(false);
  if (bytes == tail_size_) bytes = deflate(true);
  if (bytes == 0 || H5Dset_extent(dataset_.get(), size) < 0) return false;
  if (H5Dwrite_chunk(dataset_.get(), H5P_DEFAULT, 0, offset, bytes, compressed_.data()) < 0) return false;
  if (tail_size_ != 0) file_->release(tail_address_, tail_size_);
  return true;
}

/// What HDF5's shuffle filter does: byte k of all elements, then byte k + 1 of all. In blocks that stay in the first-level cache.
void AppendedDataset::shuffle() {
  constexpr std::size_t block = 512;
  const std::size_t elements = chunk_.size() / element_size_;
  for (std::size_t first = 0; first < elements; first += block) {
    const std::size_t last = std::min(elements, first + block);
    for (std::size_t k = 0; k < element_size_; ++k) {
      const std::byte* in = chunk_.data() + k;
      std::byte* out = shuffled_.data() + k * elements;
      for (std::size_t i = first; i < last; ++i) out[i] = in[i * element_size_];
    }
  }
}

/// Compresses shuffled_ and returns the number of bytes, zero on failure. With `lengthen` the stream has an empty block more.
std::size_t AppendedDataset::deflate(bool lengthen) {
  z_stream stream{};
  if (deflateInit(&stream, level) != Z_OK) return 0;
  stream.next_in = reinterpret_cast<Bytef*>(shuffled_.data());
  stream.avail_in = static_cast<uInt>(shuffled_.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed_.data());
  stream.avail_out = static_cast<uInt>(compressed_.size());
  if (lengthen) ::deflate(&stream, Z_FULL_FLUSH);
  const bool done = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  const std::size_t bytes = compressed_.size() - stream.avail_out;
  deflateEnd(&stream);
  return done ? bytes : 0;
}

}  // namespace plethos::scenarios
