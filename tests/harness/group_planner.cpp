#include "tests/harness/group_planner.hpp"

#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/registry.hpp"
#include "backends/instantiate.hpp"

namespace plethos::tests {
namespace {

enum class Gait { walk, stroll };

struct GroupedParameters {
  float group_lean = 0;
  Gait group_gait = Gait::walk;
  std::int32_t shared_haste = 1;
};

const ParameterTable<GroupedParameters>& grouped_table() {
  using P = GroupedParameters;
  static const ParameterTable<P> table =
      ParameterTable<P>()
          .add(&P::group_lean, {.name = "group_lean", .unit = "", .minimum = -1, .description = "side to lean to", .by_group = true})
          .add(&P::group_gait, {.name = "group_gait", .unit = "", .description = "gait", .choices = {"walk", "stroll"}, .by_group = true})
          .add(&P::shared_haste, {.name = "shared_haste", .unit = "", .maximum = 9, .description = "haste of all"});
  return table;
}

planning::PlannerSetup last_setup;

struct GroupedMethod {
  static MethodInfo info() { return {"grouped", "heads straight for the goal, whatever its parameters", grouped_table().infos()}; }
  template <class Execution>
  static std::unique_ptr<planning::Planner<Execution>> make(const planning::PlannerSetup& setup, const ParameterValues& values) {
    last_setup = setup;
    return planning::StraightMethod::make<Execution>(setup, values);
  }
};

/// A planner can be added until the first test asks which there are.
const bool grouped_added = (planning::add<GroupedMethod>(), true);

}  // namespace

const planning::PlannerSetup& last_grouped_setup() { return last_setup; }

}  // namespace plethos::tests
