#pragma once

#include <cstdint>

namespace plethos::distribution {

/// When the regions of ranks are drawn anew. Nothing of it changes what agents do.
struct Balance {
  std::int64_t interval = 256;   ///< steps from one look at the ranks' times to the next; a multiple of steps_between_migrations
  double imbalance = 1.1;        ///< regions are drawn anew if the greatest time over the mean is more
  std::int32_t cells = 1 << 16;  ///< about the number of cells that regions are made of, at least 1
  double spare_capacity = 0.25;  ///< the part of its share of agents that a rank has room for besides
};

}  // namespace plethos::distribution
