#pragma once

#include <cstdint>
#include <limits>

namespace plethos {

inline constexpr float no_extent = std::numeric_limits<float>::infinity();

/// A rectangle, in metres. The default rectangle holds nothing and is infinitely far from every point.
struct Box {
  float low_x = no_extent;
  float low_y = no_extent;
  float high_x = -no_extent;
  float high_y = -no_extent;
};

inline constexpr int most_box_levels = 32;

/// Boxes of complete binary trees, stored level by level. The leaves are level 0. The node at `place` of a level holds the nodes at 2 place
/// and 2 place + 1 of the level below. The members are plain numbers and a plain pointer, so that every lane can read them.
struct BoxLevels {
  Box* box = nullptr;
  std::int32_t first[most_box_levels] = {};  // the index in `box` where each level begins
  std::int32_t count[most_box_levels] = {};  // nodes of each level
  int levels = 0;
};

}  // namespace plethos
