#pragma once

#include "algorithms/neighbors/search.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

/// Compares every agent with every other: the reference. Cost: agents squared.
template <class Execution>
class Brute final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Brute(const Parameters& parameters) : parameters_(parameters) {}
  void build(const Execution&, Agents<MemorySpace>&, Agents<MemorySpace>&) override {}
  void park(const Execution&, const Agents<MemorySpace>&) override {}
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return 0; }

 private:
  Parameters parameters_;
};

template <class MemorySpace>
struct BruteKernel {
  static constexpr int grain = 16;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  float radius_squared;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    NearestList<maximum_capacity> nearest(lists.capacity);
    const auto before = [this](std::int32_t a, std::int32_t b) { return agents.id_before(a, b); };
    if (present(agents.state(i), leave)) {
      for (std::int32_t j = 0; j < agents.count; ++j) {
        if (j == i || !present(agents.state(j), leave)) continue;
        const float squared =
            squared_distance(agents.position(j, 0) - agents.position(i, 0), agents.position(j, 1) - agents.position(i, 1));
        if (squared <= radius_squared) nearest.insert(squared, j, before);
      }
    }
    nearest.store(lists, i);
  }
};

template <class Execution>
void Brute<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const float radius = parameters_.neighbor_distance;
  backends::for_each(execution, "plethos::neighbors::brute::query", agents.working,
                     BruteKernel<MemorySpace>{agents, lists, radius * radius, parameters_.leave_on_arrival != 0});
}

}  // namespace plethos::neighbors
