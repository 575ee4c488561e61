#pragma once

namespace plethos {

/// What a stage of a step has to do at least, wherever it runs.
struct Work {
  double operations;  ///< float32 operations, a multiply-add counted as two; what is skipped, and integer work, does not count
  double bytes;       ///< to read and write once
};

}  // namespace plethos
