#include "algorithms/neighbors/brute/brute.hpp"

#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::neighbors {

template <class MemorySpace, int Capacity>
struct BruteKernel {
  static constexpr int grain = 64;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  std::int32_t others;  // of those that are no ghosts
  float radius;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    NearestList<Capacity> nearest(lists.capacity, radius);
    const auto before = [this](std::int32_t a, std::int32_t b) { return agents.id_before(a, b); };
    if (present(agents.state(i), leave)) {
      const float x = agents.position(i, 0);
      const float y = agents.position(i, 1);
      // Neighboring threads read the same agent at the same time.
      const auto offer = [&](std::int32_t first, std::int32_t end) {
        for (std::int32_t j = first; j < end; ++j) {
          const float squared = squared_distance(agents.position(j, 0) - x, agents.position(j, 1) - y);
          if (squared <= nearest.bound() && j != i && present(agents.state(j), leave)) nearest.insert(squared, j, before);
        }
      };
      offer(0, others);
      offer(agents.owned, agents.count);
    }
    nearest.store(lists.columns(), i);
  }
};

template <class Execution>
void Brute<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const float radius = parameters_.neighbor_distance;
  const bool leave = parameters_.leave_on_arrival;
  const std::int32_t others = leave ? agents.working : agents.owned;
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::neighbors::brute::query", agents.working,
                       BruteKernel<MemorySpace, Capacity>{agents, lists, others, radius, leave});
  });
}

PLETHOS_INSTANTIATE(Brute);

template <class Execution>
std::unique_ptr<Search<Execution>> BruteMethod::make(const SearchSetup& s, const ParameterValues&) {
  return std::make_unique<Brute<Execution>>(s.parameters);
}

PLETHOS_INSTANTIATE_MAKE(Search, BruteMethod, const SearchSetup&, const ParameterValues&);

}  // namespace plethos::neighbors
