#pragma once

#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/in_parts.hpp"
#include "core/vec2.hpp"

namespace plethos::scenarios {

/// Items by the square cells that they lie in, to look through those near a place. Cells are hashed, so that items may lie anywhere.
class NearPlaces {
 public:
  /// place(k) is where item k lies, in m, for k in [0, count), below 2^32 - 1; cells are `cell` metres wide. Cost: two passes over the
  /// items, on all processors. Memory: 8 to 12 bytes an item.
  template <class Place>
  NearPlaces(std::size_t count, double cell, const Place& place)
      : cell_(cell), buckets_(std::bit_ceil(count + 1)), begin_(buckets_ + 2, 0), item_(count) {
    const auto of_item = [&](std::size_t k) {
      const Vec2 at = place(k);
      return bucket(number(at.x), number(at.y));
    };
    for_each_in_parts(count, [&](std::size_t k) { add(begin_[of_item(k) + 2]); });
    for (std::size_t b = 2; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
    // What counts where the next item of a bucket goes ends as the begin of the bucket behind.
    for_each_in_parts(count, [&](std::size_t k) { item_[add(begin_[of_item(k) + 1])] = static_cast<std::uint32_t>(k); });
  }

  /// Calls visit(k), in no order, for the items within a cell's width of a place. It does so for some that are farther away, too, and may
  /// do so twice.
  template <class Visit>
  void near(Vec2 place, const Visit& visit) const {
    const std::int64_t x = number(place.x), y = number(place.y);
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const std::size_t b = bucket(x + dx, y + dy);
        for (std::uint32_t at = begin_[b]; at < begin_[b + 1]; ++at) visit(std::size_t{item_[at]});
      }
    }
  }

 private:
  static std::uint32_t add(std::uint32_t& number) { return std::atomic_ref(number).fetch_add(1, std::memory_order_relaxed); }
  std::int64_t number(float coordinate) const { return static_cast<std::int64_t>(std::floor(coordinate / cell_)); }
  /// Neighboring cells of a row are neighbors in memory; rows are scattered.
  std::size_t bucket(std::int64_t x, std::int64_t y) const {
    const std::uint64_t scattered = static_cast<std::uint64_t>(y) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(static_cast<std::uint64_t>(x) + (scattered >> 20)) & (buckets_ - 1);
  }

  double cell_;  // m
  std::size_t buckets_;
  std::vector<std::uint32_t> begin_, item_;  // of a bucket in item_
};

}  // namespace plethos::scenarios
