// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_BACKENDS_LANE_TEAM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_BACKENDS_LANE_TEAM_INL
#undef PLETHOS_BACKENDS_LANE_TEAM_INL
#else
#define PLETHOS_BACKENDS_LANE_TEAM_INL
#endif

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"

PLETHOS_KERNEL_BEGIN

// A team works for one agent. Its members are the elements of one lane on a CPU (LaneTeam) and threads on a GPU (backends::DeviceTeam).
// Kernels use either through the same interface:
//
//   members                    the number of members
//   each(count, some, f)       calls f(first) for the items [0, count). On a lane one call does the items from `first` on, at most `some`
//                              of them, one an element. Afterwards all members see what was written to shared memory.
//   any(count, f)              returns whether f(i) is true of any of the items [0, count). It may leave out calls of f.
//   largest(count, f)          returns the largest of 0 and f's results for the items [0, count). On a lane f(first) does the items from
//                              `first` on, one an element, and itself masks those from `count` on.
//   first_of<Order>(count, f)  returns the first item in an order. f(first, best) does the items from `first` on as well, and replaces
//                              `best` by what comes before it. Order::before(a, b) leaves no ties; Order::last() comes after all items.
//   barrier()                  makes what was written to shared memory visible to all members
//   once(f)                    calls f() by one member

/// A team of one lane: the elements of a vector, or one element alone.
template <class L>
struct LaneTeam {
  static constexpr int members = L::width;

  template <class Function>
  PLETHOS_FUNCTION void each(int count, int some, const Function& f) const {
    for (int first = 0; first < count; first += some) f(first);
  }
  template <class Function>
  PLETHOS_FUNCTION bool any(int count, const Function& f) const {
    for (int i = 0; i < count; ++i) {
      if (f(i)) return true;
    }
    return false;
  }
  template <class Function>
  PLETHOS_FUNCTION float largest(int count, const Function& f) const {
    auto most = L::set(0.f);
    for (int first = 0; first < count; first += L::width) most = L::max(f(first), most);
    return -L::reduce_min_with_index(-most).value;
  }
  template <class Order, class Function>
  PLETHOS_FUNCTION typename Order::value_type first_of(int count, const Function& f) const {
    typename Order::value_type best = Order::last();
    for (int item = 0; item < count; item += L::width) f(item, best);
    return best;
  }
  PLETHOS_FUNCTION void barrier() const {}
  template <class Function>
  PLETHOS_FUNCTION void once(const Function& f) const {
    f();
  }
};

PLETHOS_KERNEL_END
#endif
