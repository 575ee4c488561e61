#include "tests/algorithms/avoidance/choose.hpp"

#include "algorithms/avoidance/orca/orca.hpp"
#include "tests/harness/choose_with.hpp"

namespace plethos::tests {

std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, avoidance::Parallel parallel,
                         avoidance::RvoVariant variant) {
  avoidance::RvoParameters parameters = hoods.parameters;
  parameters.parallel = parallel;
  return choose_with(backend, hoods, capacity,
                     [&](const auto& execution) { return avoidance::Rvo<std::decay_t<decltype(execution)>>(parameters, variant); });
}

std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity,
                         avoidance::ClearpathVariant variant, const avoidance::ClearpathOptions& options) {
  return choose_with(backend, hoods, capacity, [&](const auto& execution) {
    return avoidance::Clearpath<std::decay_t<decltype(execution)>>(variant, hoods.parameters, options);
  });
}

std::vector<Vec2> choose_by_orca(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity) {
  avoidance::OrcaParameters parameters;
  static_cast<avoidance::Horizons&>(parameters) = hoods.parameters;
  static_cast<avoidance::Perturbation&>(parameters) = hoods.parameters;
  return choose_with(backend, hoods, capacity,
                     [&](const auto& execution) { return avoidance::Orca<std::decay_t<decltype(execution)>>(parameters); });
}

}  // namespace plethos::tests
