#pragma once

#include <Kokkos_Core.hpp>

#include "backends/concurrency.hpp"
#include "backends/execution.hpp"
#include "backends/warp.hpp"

namespace plethos::backends {

inline Concurrency concurrency(const HostExecution& execution) {
  return {false, execution.scheduler->threads(), execution.target ? execution.target->lanes : 1, 1};
}
template <class Space>
Concurrency concurrency(const DeviceExecution<Space>& execution) {
  return {true, execution.space.concurrency(), 1, warp_size};
}

/// Runs a kernel by teams, one for each of the items [0, league). On a device, a team has `members` threads (whole warps, 1024 at most; a
/// power of two if the kernel reduces in Kokkos' patterns) and `scratch` bytes of memory that they share. It calls kernel(member) with
/// Kokkos' team member, and its ranges are TeamVectorRange(member, members). On a CPU a team is one thread with its vector, and the
/// function is for_each() for kernels with a grain below least_block.
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
  Policy policy(execution.space, league, members / warp_size, warp_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
  launch(execution, label, policy, kernel);
}

/// A Kokkos reducer for teams, which keeps the first element of an order. Order::before(a, b) compares. It must leave no ties, so that the
/// result does not depend on the team. (Kokkos::MinLoc does not say which of equal elements it keeps.) Order::last() comes after all
/// elements.
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

/// All threads of a device's block as a team (core/lane/team-inl.hpp), in Kokkos' nested patterns. It is made of their `Member`.
template <class Member>
struct Block {
  const Member& member;
  int size;

  KOKKOS_FUNCTION explicit Block(const Member& of) : member(of), size(of.team_size() * warp_size) {}

  KOKKOS_FUNCTION int rank() const { return member.team_rank() * warp_size + warp::rank(); }
  KOKKOS_FUNCTION void sync() const { member.team_barrier(); }
  template <class T>
  KOKKOS_FUNCTION T* scratch(int count) const {
    return static_cast<T*>(member.team_scratch(0).get_shmem_aligned(static_cast<std::size_t>(count) * sizeof(T), alignof(T)));
  }
  template <class Function>
  KOKKOS_FUNCTION void each(int count, const Function& f) const {
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamVectorRange(member, count), f);
    member.team_barrier();
  }
  template <class Function>
  KOKKOS_FUNCTION void each(int count, int, const Function& f) const {
    each(count, f);
  }
  template <class Function>
  KOKKOS_FUNCTION bool any(int count, const Function& f) const {
    bool found = false;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, count), [&](int i, bool& value) { value = value || f(i); }, Kokkos::LOr<bool>(found));
    return found;
  }
  template <class Function>
  KOKKOS_FUNCTION float greatest(int count, const Function& f) const {
    float most = 0.f;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, count),
        [&](int item, float& value) {
          const float found = f(item);
          value = found > value ? found : value;
        },
        Kokkos::Max<float>(most));
    return most > 0.f ? most : 0.f;
  }
  template <class Order, class Function>
  KOKKOS_FUNCTION typename Order::value_type least(int count, const Function& f) const {
    typename Order::value_type best = Order::last();
    Kokkos::parallel_reduce(Kokkos::TeamVectorRange(member, count), f, First<Order>{&best});
    return best;
  }
};

/// A kernel for for_each_team() whose items a team does by work(team, item): on a device a block, on a CPU one thread.
template <class Work>
struct ByTeam : Work {
  void operator()(int item) const { this->work(OneThread(), item); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    this->work(Block<Member>(member), member.league_rank());
  }
};

}  // namespace plethos::backends
