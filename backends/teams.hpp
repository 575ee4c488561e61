#pragma once

#include <Kokkos_Core.hpp>

#include "backends/concurrency.hpp"
#include "backends/execution.hpp"

namespace plethos::backends {

inline Concurrency concurrency(const HostExecution& execution) {
  return {false, execution.scheduler->threads(), execution.target ? execution.target->lanes : 1};
}
template <class Space>
Concurrency concurrency(const DeviceExecution<Space>& execution) {
  return {true, execution.space.concurrency(), 1};
}

/// The vector lanes of a device team are this many threads: a warp, whose threads agree without a barrier.
inline constexpr int team_vector = 32;

/// Runs a kernel by teams, one for each of the items [0, league). On a device, a team has `members` threads (a power of two, 32 to 1024)
/// and `scratch` bytes of memory that they share. It calls kernel(member) with Kokkos' team member, and its ranges are
/// TeamVectorRange(member, members). On a CPU a team is one thread with its vector: this is for_each, for kernels with a grain below
/// least_block.
template <class Kernel>
void for_each_team(const HostExecution& execution, const char* label, int league, int, std::size_t, const Kernel& kernel) {
  static_assert(Kernel::grain < least_block);
  for_each(execution, label, league, kernel);
}

template <class Space, class Kernel>
void for_each_team(const DeviceExecution<Space>& execution, const char* label, int league, int members, std::size_t scratch,
                   const Kernel& kernel) {
  if (league <= 0) return;
  using Policy = Kokkos::TeamPolicy<Space, typename Kernel::launch_bounds>;
  Policy policy(execution.space, league, members / team_vector, team_vector);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
  launch(execution, label, policy, kernel);
}

/// A Kokkos reducer for teams: it keeps the first element of an order. Order::before(a, b) decides. It must leave no ties if the result is
/// not to depend on the team (Kokkos::MinLoc does not say which of equal ones it keeps). Order::last() comes after all elements.
template <class Order>
struct First {
  using reducer = First;
  using value_type = typename Order::value_type;
  using result_view_type = Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryUnmanaged>;

  value_type* result;

  KOKKOS_FUNCTION void join(value_type& to, const value_type& from) const {
    if (Order::before(from, to)) to = from;
  }
  KOKKOS_FUNCTION void init(value_type& value) const { value = Order::last(); }
  KOKKOS_FUNCTION value_type& reference() const { return *result; }
  KOKKOS_FUNCTION result_view_type view() const { return result_view_type(result); }
  KOKKOS_FUNCTION bool references_scalar() const { return true; }
};

}  // namespace plethos::backends
