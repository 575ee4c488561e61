#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

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

/// Takes rows of words, in order of id: those of the agents first, first + 1, ... They stay as they are until the next call has returned,
/// and the last call has none.
using RowTaker = std::function<void(std::int64_t first, std::span<const std::uint32_t> rows)>;
/// Gives the rows of the agents first, first + 1, ... It may be asked for rows twice.
using RowGiver = std::function<void(std::int64_t first, std::span<std::uint32_t> rows)>;

}  // namespace plethos::distribution
