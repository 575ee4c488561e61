#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Graph.hpp>

namespace plethos::backends {

/// A Kokkos graph of kernels that were recorded once. One call launches them all again, in the same order. A step may consist of a dozen
/// short kernels, and launching them one by one then costs more than running them. The kernels keep the arguments of the recording.
template <class Space>
class Recorder {
 public:
  explicit Recorder(const Space& space) : graph_(space), last_(graph_.root_node()) {}

  /// Adds a kernel after all earlier ones.
  template <class Policy, class Kernel>
  void add(const char* label, const Policy& policy, const Kernel& kernel) {
    last_ = last_.then_parallel_for(label, policy, kernel);
  }
  /// Launches the kernels. After the first time no kernel can be added.
  void replay(const Space& space) const { graph_.submit(space); }

 private:
  Kokkos::Experimental::Graph<Space> graph_;
  Kokkos::Experimental::GraphNodeRef<Space> last_;
};

}  // namespace plethos::backends
