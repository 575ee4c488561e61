#pragma once

namespace plethos {

/// The least work of a stage of a step, on any machine.
struct Work {
  double operations;  ///< float32 operations, a multiply-add counts as two; skipped and integer operations do not count
  double bytes;       ///< to read and write once
};

}  // namespace plethos
