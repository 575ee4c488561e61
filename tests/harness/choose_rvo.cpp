#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/choose_with.hpp"

namespace plethos::tests {

std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, avoidance::Parallel parallel,
                         avoidance::RvoVariant variant) {
  return choose_with(backend, hoods, capacity,
                     [&](const auto& execution) { return avoidance::Rvo<std::decay_t<decltype(execution)>>(parallel, variant); });
}

}  // namespace plethos::tests
