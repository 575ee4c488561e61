#include "algorithms/avoidance/orca/orca.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/choose_with.hpp"

namespace plethos::tests {

std::vector<Vec2> choose_by_orca(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity) {
  return choose_with(backend, hoods, capacity, [](const auto& execution) { return avoidance::Orca<std::decay_t<decltype(execution)>>(); });
}

}  // namespace plethos::tests
