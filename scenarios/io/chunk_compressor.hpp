#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace plethos::scenarios {

/// Returns how many threads should compress in each of so many processes that share the machine's processors.
unsigned compressing_threads(unsigned processes = 1);

/// A chunk of an HDF5 data set before and after HDF5's shuffle and deflate filters.
struct Chunk {
  std::vector<std::byte> raw;
  std::size_t element_size = 1;     ///< bytes, for the shuffle
  std::vector<std::byte> deflated;  ///< its first `size` bytes count
  std::size_t size = 0;             ///< zero if zlib failed
  bool done = false;
};

/// Shuffles and deflates a chunk at once. With `lengthen` the result has one more, empty block, so that its size differs.
void compress(Chunk& chunk, bool lengthen);

/// Sets a chunk's bytes from the compressed ones. `bytes`: their number. Returns whether these are such bytes.
bool decompress(Chunk& chunk, std::size_t bytes);

/// Compresses chunks on its own threads, which sleep when there is nothing to do.
class ChunkCompressor {
 public:
  /// With no threads, or if none can be started, it compresses chunks when they are submitted.
  explicit ChunkCompressor(unsigned threads);
  ~ChunkCompressor();
  ChunkCompressor(const ChunkCompressor&) = delete;
  ChunkCompressor& operator=(const ChunkCompressor&) = delete;

  std::size_t threads() const { return threads_.size(); }
  /// The chunk must stay in its place, untouched, until wait() for it has returned.
  void submit(Chunk& chunk);
  void wait(const Chunk& chunk);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable submitted_, finished_;
  std::deque<Chunk*> queue_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace plethos::scenarios
