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
// What they do together a kernel asks of either in the same words:
//
//   members                    how many there are
//   each(count, some, f)       calls f(first) for the items [0, count). One call does the items from `first` on, at most `some` of them,
//                              one an element of the lane. Behind it all members see what was written to shared memory.
//   any(count, f)              returns whether f(i) is true of any of the items [0, count); how many it calls f for is its own affair
//   largest(count, f)          returns the largest of 0 and f's results for the items [0, count). f(first) does the items from `first` on,
//                              one an element of the lane, those behind the end masked by itself.
//   first_of<Order>(count, f)  returns what comes first in an order. f(first, best) does the items from `first` on as well, and replaces
//                              `best` by what comes before it. Order::before(a, b) leaves no ties; Order::last() comes behind all.
//   barrier()                  what was written to shared memory before is seen behind it
//   once(f)                    calls f() by one member

/// The team that one lane is: a vector's elements, or one element alone.
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
