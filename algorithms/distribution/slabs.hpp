#pragma once

#include <algorithm>
#include <cstdint>

namespace plethos::distribution {

/// A range of ids or of rows: from `first` up to, not with, `end`.
struct RowRange {
  std::int64_t first, end;

  std::int64_t size() const { return end - first; }
};

/// The agents by id, in equal ranges, one a rank: its slab. A slab begins at a multiple of `block` ids, so that ranks that write a file
/// share no block of it. The last slabs may be shorter than others, or empty.
class Slabs {
 public:
  static constexpr std::int64_t block = 4096;

  Slabs(std::int64_t agents, int ranks)
      : agents_(agents), size_(block * std::max<std::int64_t>(1, ceiling(ceiling(agents, block), ranks))) {}

  /// The ids of a full slab.
  std::int64_t size() const { return size_; }
  RowRange of(int rank) const {
    const std::int64_t first = std::min(agents_, rank * size_);
    return {first, std::min(agents_, first + size_)};
  }
  std::int32_t rank_of(std::int64_t id) const { return static_cast<std::int32_t>(id / size_); }

 private:
  static constexpr std::int64_t ceiling(std::int64_t number, std::int64_t divisor) { return (number + divisor - 1) / divisor; }

  std::int64_t agents_, size_;
};

}  // namespace plethos::distribution
