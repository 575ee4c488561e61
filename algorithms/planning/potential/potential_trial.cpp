#include "algorithms/planning/potential/potential_trial.hpp"

#include <type_traits>

#include "algorithms/planning/potential/potential_solver.hpp"
#include "backends/execution.hpp"

namespace plethos::planning {
namespace {

template <class Execution>
class TrialOn final : public PotentialTrial {
 public:
  TrialOn(const Execution& execution, const GridMap& map, std::span<const std::int32_t> goal, Solver solver)
      : execution_(execution), free_(map.passable), values_(free_.size(), 0.f) {
    for (const std::int32_t cell : goal) {
      free_[static_cast<std::size_t>(cell)] = 0;
      values_[static_cast<std::size_t>(cell)] = 1.f;
    }
    solver_.make(map.width, map.height, solver);
  }

  void begin() override { solver_.set(free_, values_); }
  Solved solve(float enough, std::int32_t most, const WatchSolving& watch) override {
    return solver_.solve(execution_, enough, most, watch);
  }
  std::vector<float> values() const override { return solver_.values(); }
  std::uint64_t bytes() const override { return solver_.bytes(); }

 private:
  Execution execution_;
  std::vector<std::uint8_t> free_;
  std::vector<float> values_;
  PotentialSolver<Execution> solver_;
};

}  // namespace

std::unique_ptr<PotentialTrial> make_potential_trial(const backends::Backend& backend, const GridMap& map,
                                                     std::span<const std::int32_t> goal, Solver solver) {
  return backends::visit(backend, [&](const auto& execution) -> std::unique_ptr<PotentialTrial> {
    return std::make_unique<TrialOn<std::decay_t<decltype(execution)>>>(execution, map, goal, solver);
  });
}

}  // namespace plethos::planning
