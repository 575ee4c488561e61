#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Graph.hpp>

namespace plethos::backends {

/// Kernels that were launched once while recording, to be launched again, all of them and in the same order, by one call: a Kokkos graph.
/// Where a step is a dozen short kernels, launching them one by one costs more than running them. The kernels keep the arguments of the
/// recording.
template <class Space>
class Recorder {
 public:
  explicit Recorder(const Space& space) : graph_(space), last_(graph_.root_node()) {}

  /// Adds a kernel behind those that were added before.
  template <class Policy, class Kernel>
  void add(const char* label, const Policy& policy, const Kernel& kernel) {
    last_ = last_.then_parallel_for(label, policy, kernel);
  }
  /// Launches them. No kernel can be added after the first time.
  void replay(const Space& space) const { graph_.submit(space); }

 private:
  Kokkos::Experimental::Graph<Space> graph_;
  Kokkos::Experimental::GraphNodeRef<Space> last_;
};

}  // namespace plethos::backends
