#pragma once

#include "backends/backend.hpp"

namespace plethos::backends {

/// The highest rates of a backend, measured on it: the two lines of a roofline.
struct Roofline {
  double operations_per_second;  ///< float32, a multiply-add counts as two
  double bytes_per_second;       ///< of a triad (a = 3 c + b)
};

/// Measures the rates of a backend with its lanes and threads, each rate once a process. It takes the best of several runs, which takes up
/// to a second. The triad's arrays together are as large as `bytes`, the amount that the work in question reads and writes, or down to half
/// as large. So work that fits into a cache is compared with the cache's bandwidth. The arrays grow up to 0.4 GB on a CPU and 3.2 GB on a
/// device. Errors: MachineError if there is not enough memory.
Roofline roofline(const Backend& backend, double bytes);

}  // namespace plethos::backends
