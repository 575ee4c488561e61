#include "algorithms/planning/grid/gates/gate_landmarks.hpp"

#include "algorithms/planning/grid/gates/gate_landmark_kernel.hpp"
#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class Execution>
void make_gate_landmarks(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                         const RegionContacts<typename Execution::memory_space>& contacts,
                         const GateFields<typename Execution::memory_space>& fields,
                         const GateEdges<typename Execution::memory_space>& edges,
                         KeptGateLandmarks<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  const std::size_t places = static_cast<std::size_t>(GateLandmarks<MemorySpace>::count) * static_cast<std::size_t>(contacts.count());
  kept.landmarks.lengths = claim_view("plethos::gates::landmarks", places, kept.lengths);
  if (places == 0) return;
  // A CPU's threads search by themselves.
  const std::size_t shared = backends::concurrency(execution).device ? places : 0;
  using Kernel = backends::ByTeam<FillLandmark<MemorySpace>>;
  const Kernel kernel{{{regions, contacts, fields, edges},
                       kept.landmarks,
                       claim_view("plethos::gates::leaving", shared, kept.leaving),
                       claim_view("plethos::gates::listed", shared, kept.listed),
                       claim_view("plethos::gates::fallen", 2 * shared, kept.fallen)}};
  backends::for_each_team(execution, "plethos::gates::landmarks", kept.landmarks.count, Kernel::members, 64, kernel);
}

#define PLETHOS_GATE_LANDMARKS(Execution)                                                                                       \
  template void make_gate_landmarks(const Execution&, const BlockRegions<Execution::memory_space>&,                             \
                                    const RegionContacts<Execution::memory_space>&, const GateFields<Execution::memory_space>&, \
                                    const GateEdges<Execution::memory_space>&, KeptGateLandmarks<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_LANDMARKS);
#undef PLETHOS_GATE_LANDMARKS

}  // namespace plethos::planning
