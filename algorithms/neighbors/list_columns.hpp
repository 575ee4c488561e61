#pragma once

#include <cstdint>

namespace plethos::neighbors {

/// Lists in the form that kernels fill. The members are plain pointers, so that every lane can write there. `index` is a matrix with one
/// column an entry.
struct ListColumns {
  std::int32_t stride;    // elements of a column: a multiple of the widest vector
  std::int32_t capacity;  // entries of a list
  std::int32_t* count;
  std::int32_t* index;
};

}  // namespace plethos::neighbors
