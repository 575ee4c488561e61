#pragma once

#include "backends/backend.hpp"

namespace plethos::backends {

/// What a backend can do at most, measured on it: the two lines of a roofline.
struct Roofline {
  double operations_per_second;  ///< float32, a multiply-add counted as two
  double bytes_per_second;       ///< of a triad (a = 3 c + b)
};

/// Measures a backend with its lanes and threads, each rate once a process; the best of several runs, which takes up to a second. The
/// triad's arrays together are as large as `bytes`, those that the work in question reads and writes, or down to half of it: what fits into
/// a cache is held against the cache's bandwidth. From 0.4 GB on a CPU and 3.2 GB on a device on they do not grow. Errors: MachineError if
/// that memory is not there.
Roofline roofline(const Backend& backend, double bytes);

}  // namespace plethos::backends
