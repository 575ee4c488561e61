#include "scenarios/io/appended_dataset.hpp"

#include <algorithm>
#include <utility>

namespace plethos::scenarios {

AppendedDataset::AppendedDataset(OrderedFile& file, ChunkCompressor& compressor, hid_t parent, const std::string& name, hid_t type,
                                 hsize_t columns, hsize_t chunk_rows)
    : file_(&file), compressor_(&compressor), columns_(columns), chunk_rows_(chunk_rows), element_size_(H5Tget_size(type)) {
  row_size_ = element_size_ * std::max<hsize_t>(columns, 1);
  current_ = new_chunk();

  const int rank = columns == 0 ? 1 : 2;
  const hsize_t size[2] = {0, columns};
  const hsize_t maximum[2] = {H5S_UNLIMITED, columns};
  const hsize_t chunk[2] = {chunk_rows, columns};
  const hdf5::Dataspace space(H5Screate_simple(rank, size, maximum));
  const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(properties.get(), rank, chunk);
  H5Pset_shuffle(properties.get());
  H5Pset_deflate(properties.get(), 1);
  H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties.get(), false);
  dataset_ = hdf5::Dataset(H5Dcreate2(parent, name.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
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
    const hsize_t offset[2] = {written_ * chunk_rows_, 0};
    unsigned mask = 0;
    hsize_t size = 0;
    if (H5Dget_chunk_info_by_coord(dataset_.get(), offset, &mask, &tail_address_, &size) < 0) return false;
    tail_size_ = size;
  }
  published_rows_ = rows();
  return true;
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
  tail_size_ = 0;
  return true;
}

/// Writes a compressed chunk after the written ones. Its first `rows` rows count. It always goes to a new place of the file, because a
/// reader may be using the chunk as last published.
bool AppendedDataset::write(Chunk& chunk, std::uint64_t rows) {
  if (chunk.size == tail_size_) compress(chunk, true);
  const hsize_t size[2] = {written_ * chunk_rows_ + rows, columns_};
  const hsize_t offset[2] = {written_ * chunk_rows_, 0};
  if (chunk.size == 0 || H5Dset_extent(dataset_.get(), size) < 0) return false;
  if (H5Dwrite_chunk(dataset_.get(), H5P_DEFAULT, 0, offset, chunk.size, chunk.deflated.data()) < 0) return false;
  if (tail_size_ != 0) file_->release(tail_address_, tail_size_);
  return true;
}

}  // namespace plethos::scenarios
