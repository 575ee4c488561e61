#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace plethos::backends {

/// What the control groups that this process is in leave it of the processors' time, of version 1 or 2, those above its own included.
/// Containers and job managers set such limits.
struct ProcessorLimit {
  std::optional<double> processors;       ///< the time of so many processors, at most; nothing: no limit, or none that is told
  std::optional<std::int64_t> stops;      ///< how often a group was stopped since it exists, because it had used up its time
  std::optional<double> stopped_seconds;  ///< how long in all, the sum over its processors
};

/// Reads it. `root` is put before /proc and /sys.
ProcessorLimit processor_limit(const std::string& root = "");

}  // namespace plethos::backends
