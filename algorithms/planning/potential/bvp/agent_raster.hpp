#pragma once

#include "algorithms/planning/potential/bvp/local_map_arguments.hpp"
#include "backends/execution.hpp"
#include "core/agents.hpp"
#include "core/present.hpp"
#include "core/to_view.hpp"
#include "core/uniform_grid.hpp"

namespace plethos::planning {

/// Links each agent in the scene to the one before it in its bin. The order in a bin is any.
template <class MemorySpace>
struct LinkAgents {
  Agents<MemorySpace> agents;
  UniformGrid grid;
  bool leave_on_arrival;
  Kokkos::View<std::int32_t*, MemorySpace> last, before;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (!present(agents.state(i), leave_on_arrival)) return;
    before(i) = Kokkos::atomic_exchange(&last(grid.cell_of(agents.position(i, 0), agents.position(i, 1))), i);
  }
};

template <class MemorySpace>
struct EmptyBins {
  Kokkos::View<std::int32_t*, MemorySpace> last;

  KOKKOS_FUNCTION void operator()(int bin) const { last(bin) = -1; }
};

/// A raster of bins over the world, each with a list of the agents in it: all that are in the scene, however many. What is read off it must
/// not depend on the order of a list.
template <class Execution>
class AgentRaster {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Claims memory for agents in a world, with bins as wide as given (m), or wider.
  void make(const Bounds& bounds, float bin, std::int32_t agents) {
    grid_ = UniformGrid::cover(bounds, bin, most_bins);
    fit_view("plethos::bvp::last_of_bin", static_cast<std::size_t>(grid_.cells()), last_);
    fit_view("plethos::bvp::before", static_cast<std::size_t>(agents), before_);
  }
  void fill(const Execution& execution, const Agents<MemorySpace>& agents, bool leave_on_arrival) const {
    backends::for_each(execution, "plethos::bvp::empty_bins", grid_.cells(), EmptyBins<MemorySpace>{last_});
    backends::for_each(execution, "plethos::bvp::link_agents", agents.count,
                       LinkAgents<MemorySpace>{agents, grid_, leave_on_arrival, last_, before_});
  }
  void describe(const NeighborColumns<MemorySpace>& agents, LocalMapArguments& arguments) const {
    arguments.raster = grid_;
    arguments.last = last_.data();
    arguments.before = before_.data();
    arguments.x = agents.position.data();
    arguments.y = agents.position.data() + agents.position.extent(0);
    arguments.radius = agents.radius.data();
  }
  std::uint64_t bytes() const { return 4 * (last_.size() + before_.size()); }

 private:
  static constexpr double most_bins = 1 << 20;

  UniformGrid grid_{};
  Kokkos::View<std::int32_t*, MemorySpace> last_, before_;
};

}  // namespace plethos::planning
