#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace plethos::backends {

/// Deals the blocks of a loop out to threads. Each thread has as many blocks in a row, and takes them one by one; it finds much of them in
/// its own caches, since blocks beside each other share neighbors, and the loop before gave it the same part. A thread that has none left
/// takes those of the others. Memory: 128 bytes a thread.
class OwnBlocks {
 public:
  explicit OwnBlocks(int threads) : rows_(static_cast<std::size_t>(threads)) {}

  int threads() const { return static_cast<int>(rows_.size()); }
  /// Gives each thread its row of [0, blocks). No thread may be at work.
  void deal(int blocks) {
    for (int t = 0; t < threads(); ++t) {
      rows_[static_cast<std::size_t>(t)].next.store(begin(blocks, t), std::memory_order_relaxed);
      rows_[static_cast<std::size_t>(t)].end = begin(blocks, t + 1);
    }
  }
  /// Calls body(block) for the blocks of a thread, in [0, threads), and then for those of others that wait, until none is left. If all
  /// threads have done so, each block was visited once. Cost: an atomic operation a block, and one read a thread.
  template <class Body>
  void work(int thread, const Body& body) {
    for (int k = 0; k < threads(); ++k) {
      const int of = thread + k < threads() ? thread + k : thread + k - threads();
      Row& row = rows_[static_cast<std::size_t>(of)];
      while (row.next.load(std::memory_order_relaxed) < row.end) {
        const int block = row.next.fetch_add(1, std::memory_order_relaxed);
        if (block < row.end) body(block);
      }
    }
  }

 private:
  // Processors fetch lines of 64 bytes in pairs.
  struct alignas(128) Row {
    std::atomic<int> next = 0;
    int end = 0;
  };

  int begin(int blocks, int thread) const { return static_cast<int>(std::int64_t{blocks} * thread / threads()); }

  std::vector<Row> rows_;
};

}  // namespace plethos::backends
