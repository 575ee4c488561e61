#pragma once

#include "backends/backend.hpp"

namespace plethos::perf {

/// What a backend can do at most, measured on it: the two lines of a roofline.
struct Roofline {
  double operations_per_second;  ///< float32, a multiply-add counted as two
  double bytes_per_second;       ///< of a triad over arrays far larger than the caches
};

/// Measures a backend, once a process; the best of several runs, which takes a second.
const Roofline& roofline(const backends::Backend& backend);

}  // namespace plethos::perf
