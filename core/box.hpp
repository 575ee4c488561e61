#pragma once

#include <cstdint>
#include <limits>

namespace plethos {

inline constexpr float no_extent = std::numeric_limits<float>::infinity();

/// A rectangle in metres. One that holds nothing is infinitely far from every point.
struct Box {
  float low_x = no_extent;
  float low_y = no_extent;
  float high_x = -no_extent;
  float high_y = -no_extent;
};

inline constexpr int most_box_levels = 32;

/// Boxes of complete binary trees, level by level: the leaves are level 0, and the node at `place` of a level holds those at 2 place and
/// 2 place + 1 of the level below. Plain pointers, that every lane sees.
struct BoxLevels {
  Box* box = nullptr;
  std::int32_t first[most_box_levels] = {};  // of each level in `box`
  std::int32_t count[most_box_levels] = {};
  int levels = 0;
};

}  // namespace plethos
