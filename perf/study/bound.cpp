#include "perf/study/bound.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/roofline/roofline.hpp"

namespace plethos::study {

Json bound(const backends::Backend& backend, const std::vector<Work>& counted) {
  Work mean{0, 0};
  for (const Work& work : counted) {
    mean.operations += work.operations / static_cast<double>(counted.size());
    mean.bytes += work.bytes / static_cast<double>(counted.size());
  }
  const backends::Roofline limit = backends::roofline(backend, mean.bytes);
  const double operations_ms = 1e3 * mean.operations / limit.operations_per_second;
  const double bytes_ms = 1e3 * mean.bytes / limit.bytes_per_second;
  return {{"operations", mean.operations},
          {"bytes", mean.bytes},
          {"threads", backend.threads},
          {"peak_operations_per_second", limit.operations_per_second},
          {"peak_bytes_per_second", limit.bytes_per_second},
          {"by", operations_ms >= bytes_ms ? "operations" : "bytes"},
          {"ms", std::max(operations_ms, bytes_ms)}};
}

}  // namespace plethos::study
