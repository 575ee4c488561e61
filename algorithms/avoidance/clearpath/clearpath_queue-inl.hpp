// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_QUEUE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_QUEUE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_QUEUE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_QUEUE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_covers-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The edge that each agent looks at.
template <class L>
struct ClearpathCursor {
  typename L::Mask found;
  typename L::Int edge, region;  // 0 where none was found
  typename L::Float bound;       // m^2/s^2, a squared distance: every point of the edge is at least that far from the preferred velocity
};

/// The edges that each agent still has to look at.
template <class L, int Capacity>
struct ClearpathQueue {
  using Table = ClearpathTable<L, Capacity>;
  /// An edge is one number: its bound, with the edge's index in place of the last bits. So the least number is the nearest edge, and no
  /// bound is read back too high. An edge that is not in the queue is `none`.
  static constexpr float none = clearpath_never * clearpath_never;
  static constexpr std::uint32_t index_bits = Capacity > few_neighbors ? 1023 : 255;
  static_assert(clearpath_edges * Table::capacity <= static_cast<int>(index_bits));
  alignas(64) float of[clearpath_edges * Table::capacity][L::width];

  /// Puts an edge into the queue where it is `in`, and takes it out elsewhere.
  PLETHOS_FUNCTION void set(int edge, typename L::Mask in, typename L::Float bound) {
    // A number below the least normal one would be slow.
    const auto bits = L::bit_cast_uint(L::max(bound, L::set(1e-30f))) & L::set_uint(~index_bits);
    const auto key = L::bit_cast_float(bits | L::set_uint(static_cast<std::uint32_t>(edge)));
    L::store(L::select(in, key, L::set(none)), of[edge]);
  }
  PLETHOS_FUNCTION typename L::Mask holds(int edge) const { return L::less(L::load(of[edge]), L::set(clearpath_never)); }
  /// Takes the nearest edge of the first `regions` regions out, the first of equal ones.
  PLETHOS_FUNCTION ClearpathCursor<L> next(int regions) {
    auto first = L::set(none);
    auto second = first;
    auto third = first;
    for (int i = 0; i < regions; ++i) {
      first = L::min(L::load(of[clearpath_edges * i]), first);
      second = L::min(L::load(of[clearpath_edges * i + 1]), second);
      third = L::min(L::load(of[clearpath_edges * i + 2]), third);
    }
    const auto least = L::min(L::min(first, second), third);
    const auto bits = L::bit_cast_uint(least);
    ClearpathCursor<L> cursor;
    cursor.found = L::less(least, L::set(clearpath_never));
    cursor.bound = L::bit_cast_float(bits & L::set_uint(~index_bits));
    cursor.edge = L::select(cursor.found, L::bit_cast_int(bits & L::set_uint(index_bits)), L::set_int(0));
    // This is exactly a third.
    static_assert(clearpath_edges == 3 && index_bits < 1024);
    cursor.region = L::bit_cast_int(L::bit_cast_uint(cursor.edge * L::set_int(683)) >> 11);
    L::scatter(L::set(none), &of[0][0], cursor.edge * L::set_int(L::width) + L::iota());
    return cursor;
  }
};

/// Puts the edges into the queue that `may(i, e)` enter it, edge e of region i, up to a distance from the preferred velocity whose square
/// is `within` (m^2/s^2), without those of which counting regions leave nothing. Returns the last slot that these regions need.
template <class L, int Capacity, class May>
PLETHOS_FUNCTION typename L::Int clearpath_enqueue(const ClearpathTable<L, Capacity>& table, int regions, const ClearpathScope<L>& scope,
                                                   typename L::Float within, const ClearpathCovers<L, Capacity>& covers, const May& may,
                                                   ClearpathQueue<L, Capacity>& queue) {
  auto last = L::set_int(0);
  for (int i = 0; i < regions; ++i) {
    for (int k = 0; k < clearpath_edges; ++k) {
      const int e = clearpath_edges * i + k;
      const auto bound = table.read(i, k, clearpath_bound);
      const auto by = L::load(covers.by[e]);
      const auto reaches = may(i, e) & L::less_equal(bound, within);
      const auto covered = scope.holds(by);
      last = L::select(reaches & covered, clearpath_later<L>(last, by), last);
      queue.set(e, reaches & !covered, bound);
    }
  }
  return last;
}

PLETHOS_KERNEL_END
#endif
