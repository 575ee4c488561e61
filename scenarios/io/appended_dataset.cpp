#include "scenarios/io/appended_dataset.hpp"

#include <algorithm>
#include <utility>

namespace plethos::scenarios {

AppendedDataset::AppendedDataset(OrderedFile& file, ChunkCompressor& compressor, hid_t parent, const std::string& name,
                                 const AppendedShape& shape, std::optional<std::uint64_t> whole_chunks)
    : file_(&file),
      compressor_(&compressor),
      columns_(shape.columns),
      chunk_rows_(shape.chunk_rows),
      element_size_(H5Tget_size(shape.type)),
      row_size_(element_size_ * std::max<hsize_t>(columns_, 1)),
      written_(whole_chunks.value_or(0)),
      published_rows_(written_ * chunk_rows_) {
  current_ = new_chunk();
  if (whole_chunks) {
    open(parent, name, shape.type);
  } else {
    create(parent, name, shape.type);
  }
}

void AppendedDataset::create(hid_t parent, const std::string& name, hid_t type) {
  const int rank = columns_ == 0 ? 1 : 2;
  const hsize_t size[2] = {0, columns_};
  const hsize_t maximum[2] = {H5S_UNLIMITED, columns_};
  const hsize_t chunk[2] = {chunk_rows_, columns_};
  const hdf5::Dataspace space(H5Screate_simple(rank, size, maximum));
  const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(properties.get(), rank, chunk);
  H5Pset_shuffle(properties.get());
  H5Pset_deflate(properties.get(), 1);
  H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties.get(), false);
  dataset_ = hdf5::Dataset(H5Dcreate2(parent, name.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
}

void AppendedDataset::open(hid_t parent, const std::string& name, hid_t type) {
  hdf5::Dataset dataset(H5Dopen2(parent, name.c_str(), H5P_DEFAULT));
  if (!dataset) return;
  const hdf5::Datatype found_type(H5Dget_type(dataset.get()));
  const hdf5::Dataspace space(H5Dget_space(dataset.get()));
  const hdf5::Properties properties(H5Dget_create_plist(dataset.get()));
  const int rank = columns_ == 0 ? 1 : 2;
  hsize_t size[2] = {0, 0}, chunk[2] = {0, 0};
  if (H5Tequal(found_type.get(), type) <= 0 || H5Sget_simple_extent_ndims(space.get()) != rank ||
      H5Sget_simple_extent_dims(space.get(), size, nullptr) != rank || H5Pget_layout(properties.get()) != H5D_CHUNKED ||
      H5Pget_chunk(properties.get(), rank, chunk) != rank || chunk[0] != chunk_rows_ || size[1] != columns_) {
    return;
  }
  found_rows_ = size[0];
  if (written_ * chunk_rows_ > found_rows_) return;
  dataset_ = std::move(dataset);
  if (!find_tail()) dataset_.reset();
}

/// Sets what the file has of the chunk after the written ones. Returns whether HDF5 could.
bool AppendedDataset::find_tail() {
  tail_size_ = 0;
  if (written_ * chunk_rows_ >= std::max<std::uint64_t>(found_rows_, published_rows_)) return true;
  const hsize_t offset[2] = {written_ * chunk_rows_, 0};
  unsigned mask = 0;
  hsize_t size = 0;
  if (H5Dget_chunk_info_by_coord(dataset_.get(), offset, &mask, &tail_address_, &size) < 0) return false;
  tail_size_ = size;
  return true;
}

AppendedDataset::~AppendedDataset() {
  for (const auto& chunk : pending_) compressor_->wait(*chunk);
}

bool AppendedDataset::publish() {
  if (rows() == published_rows_) return true;
  while (!pending_.empty()) {
    if (!write_oldest()) return false;
  }
  if (filled_ != 0) {
    std::fill(current_->raw.begin() + static_cast<std::ptrdiff_t>(filled_), current_->raw.end(), std::byte{0});
    compress(*current_, false);
    if (!write(*current_, filled_ / row_size_)) return false;
  }
  published_rows_ = rows();
  return find_tail();
}

std::unique_ptr<Chunk> AppendedDataset::new_chunk() {
  if (spare_) return std::move(spare_);
  auto chunk = std::make_unique<Chunk>();
  chunk->raw.resize(row_size_ * chunk_rows_);
  chunk->element_size = element_size_;
  return chunk;
}

bool AppendedDataset::finish_chunk() {
  compressor_->submit(*current_);
  pending_.push_back(std::move(current_));
  const bool written = pending_.size() <= compressor_->threads() || write_oldest();
  current_ = new_chunk();
  filled_ = 0;
  return written;
}

bool AppendedDataset::write_oldest() {
  compressor_->wait(*pending_.front());
  spare_ = std::move(pending_.front());
  pending_.pop_front();
  if (!write(*spare_, chunk_rows_)) return false;
  ++written_;
  return find_tail();
}

bool AppendedDataset::append_chunk(std::span<const std::byte> deflated) {
  while (!pending_.empty()) {
    if (!write_oldest()) return false;
  }
  std::unique_ptr<Chunk> chunk = new_chunk();
  chunk->deflated.assign(deflated.begin(), deflated.end());
  chunk->size = deflated.size();
  // A chunk of the same length in its place is not to be overwritten.
  if (chunk->size == tail_size_ && !decompress(*chunk, row_size_ * chunk_rows_)) return false;
  if (!write(*chunk, chunk_rows_)) return false;
  spare_ = std::move(chunk);
  ++written_;
  return find_tail();
}

/// Writes a compressed chunk after the written ones. Its first `rows` rows count. It always goes to a new place of the file, because a
/// reader may be using the chunk as last published.
bool AppendedDataset::write(Chunk& chunk, std::uint64_t rows) {
  if (chunk.size == tail_size_) compress(chunk, true);
  const hsize_t size[2] = {std::max<hsize_t>(written_ * chunk_rows_ + rows, found_rows_), columns_};
  const hsize_t offset[2] = {written_ * chunk_rows_, 0};
  if (chunk.size == 0 || H5Dset_extent(dataset_.get(), size) < 0) return false;
  if (H5Dwrite_chunk(dataset_.get(), H5P_DEFAULT, 0, offset, chunk.size, chunk.deflated.data()) < 0) return false;
  if (tail_size_ != 0) file_->release(tail_address_, tail_size_);
  return true;
}

}  // namespace plethos::scenarios
