// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_TEAM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_TEAM_INL
#undef PLETHOS_CORE_LANE_TEAM_INL
#else
#define PLETHOS_CORE_LANE_TEAM_INL
#endif

#include <cstdint>

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"

PLETHOS_KERNEL_BEGIN

// Who works together on one thing is a team: one thread of a CPU (OneThread), the elements of its vector (Vector), a warp of a device
// (backends::Warp), or a block of it (backends::Block). A kernel is written once over a team, and all members run through it together. They
// call each function of the team together, with the same numbers. A lane (lane.hpp) says what one member holds.
//
//   size                        the number of members
//   rank()                      the number of this one, 0 to size - 1. A vector's members run in one thread, which is number 0.
//   sync()                      makes what a member has written to memory visible to the others. Of these functions only this one does, but
//                               each() of a block does so before and after.
//   broadcast(value)            returns the value of member 0
//   each(count, f)              calls f(0) ... f(count - 1), shared out
//   each(count, some, f)        the same where one call on a vector does the items from `first` on, at most `some` of them, one an element
//   first(count, f)             returns the first i in [0, count) for which f(i) holds, or -1. It may call f for others, too.
//   any(condition)              returns whether it holds for any member
//   any(count, f)               returns whether f(i) holds for any i in [0, count). It may leave out calls of f.
//   mask(condition)             returns a bit a member: whether its condition holds
//   least(value)                returns the least value of all members
//   least(count, f)             returns the least of f(0) ... f(count - 1), of which there is one at least
//   least<Order>(count, f)      returns the first item in an order. f(first, best) does the items from `first` on that a vector does at
//   once,
//                               and replaces `best` by what comes before it. Order::before(a, b) leaves no ties; Order::last() comes after
//                               all items.
//   sum(count, f)               returns f(0) + ... + f(count - 1)
//   greatest(count, f)          returns the greatest of 0 and f's results for the items [0, count). On a vector f(first) does the items
//   from
//                               `first` on, one an element, and itself masks those from `count` on.
//   scratch<T>(count)           returns memory that all members share, of a block alone
//
// Each team has those of them that kernels ask of it.

/// A team of one thread.
struct OneThread {
  static constexpr int size = 1;

  PLETHOS_FUNCTION static constexpr int rank() { return 0; }
  PLETHOS_FUNCTION static void sync() {}
  template <class T>
  PLETHOS_FUNCTION static T broadcast(T value) {
    return value;
  }
  template <class Function>
  PLETHOS_FUNCTION static void each(std::int32_t count, const Function& f) {
    for (std::int32_t i = 0; i < count; ++i) f(i);
  }
  template <class Function>
  PLETHOS_FUNCTION static void each(std::int32_t count, std::int32_t some, const Function& f) {
    for (std::int32_t first = 0; first < count; first += some) f(first);
  }
  template <class Condition>
  PLETHOS_FUNCTION static std::int32_t first(std::int32_t count, const Condition& f) {
    for (std::int32_t i = 0; i < count; ++i) {
      if (f(i)) return i;
    }
    return -1;
  }
  template <class Condition>
  PLETHOS_FUNCTION static bool any(std::int32_t count, const Condition& f) {
    return first(count, f) >= 0;
  }
  template <class T>
  PLETHOS_FUNCTION static T least(T value) {
    return value;
  }
  template <class Function>
  PLETHOS_FUNCTION static std::int32_t least(std::int32_t count, const Function& f) {
    std::int32_t best = f(0);
    for (std::int32_t i = 1; i < count; ++i) {
      const std::int32_t next = f(i);
      best = next < best ? next : best;
    }
    return best;
  }
  template <class Order, class Function>
  PLETHOS_FUNCTION static typename Order::value_type least(std::int32_t count, const Function& f) {
    typename Order::value_type best = Order::last();
    for (std::int32_t i = 0; i < count; ++i) f(i, best);
    return best;
  }
  template <class Function>
  PLETHOS_FUNCTION static std::uint32_t sum(std::int32_t count, const Function& f) {
    std::uint32_t all = 0;
    for (std::int32_t i = 0; i < count; ++i) all += f(i);
    return all;
  }
};

/// The elements of a lane, which one thread works on.
template <class L>
struct Vector : OneThread {
  static constexpr int size = L::width;

  using OneThread::least;
  template <class Order, class Function>
  PLETHOS_FUNCTION static typename Order::value_type least(std::int32_t count, const Function& f) {
    typename Order::value_type best = Order::last();
    for (std::int32_t item = 0; item < count; item += L::width) f(item, best);
    return best;
  }
  template <class Function>
  PLETHOS_FUNCTION static float greatest(std::int32_t count, const Function& f) {
    auto most = L::set(0.f);
    for (std::int32_t first = 0; first < count; first += L::width) most = L::max(f(first), most);
    return -L::reduce_min_with_index(-most).value;
  }
};

PLETHOS_KERNEL_END
#endif
