#pragma once

#include "backends/backend.hpp"

namespace plethos::backends {

/// What a backend can do at most, measured on it: the two lines of a roofline.
struct Roofline {
  double operations_per_second;  ///< float32, a multiply-add counted as two
  double bytes_per_second;       ///< of a triad over arrays far larger than the caches
};

/// Measures a backend, once a process; the best of several runs, which takes a second and claims memory: 0.4 GB on a CPU, 3.2 GB on a
/// device. Errors: MachineError if that is not there.
const Roofline& roofline(const Backend& backend);

}  // namespace plethos::backends
