#pragma once

#include <cstdint>

namespace plethos::neighbors {

/// Lists as kernels fill them: plain pointers, that every lane sees. `index` is a matrix of a column an entry.
struct ListColumns {
  std::int32_t stride;    // elements of a column: a multiple of the widest vector
  std::int32_t capacity;  // entries of a list
  std::int32_t* count;
  std::int32_t* index;
};

}  // namespace plethos::neighbors
