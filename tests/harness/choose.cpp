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

static avoidance::ClearpathVariant published(ClearpathKind kind) {
  return kind == ClearpathKind::clearpath1 ? avoidance::ClearpathVariant::clearpath1 : avoidance::ClearpathVariant::clearpath2;
}

std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, ClearpathKind kind,
                         const avoidance::ClearpathOptions& options) {
  if (kind == ClearpathKind::guarded) {
    return choose_with(backend, hoods, capacity, [&](const auto& execution) {
      return avoidance::ClearpathGuarded<std::decay_t<decltype(execution)>>(hoods.parameters, options);
    });
  }
  return choose_with(backend, hoods, capacity, [&](const auto& execution) {
    return avoidance::Clearpath<std::decay_t<decltype(execution)>>(published(kind), hoods.parameters, options);
  });
}

std::vector<Vec2> choose_by_steps(const backends::Backend& backend, const Neighborhoods& hoods, std::int32_t capacity, ClearpathKind kind,
                                  std::int32_t last_step, bool compress_points) {
  return choose_with(backend, hoods, capacity, [&](const auto& execution) {
    return avoidance::ClearpathBySteps<std::decay_t<decltype(execution)>>(published(kind), hoods.parameters, last_step, compress_points);
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
