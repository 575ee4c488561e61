// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_REGIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_REGIONS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_REGIONS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_REGIONS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The regions of one agent, for a team whose members have a lane of one element. Regions have the order of a ClearpathTable; a missing one
/// takes a place too, and forbids nothing.
template <int Capacity>
struct ClearpathRegions {
  static constexpr int capacity = 3 * Capacity + clearpath_guarded_walls;
  static constexpr int edges = clearpath_edges * capacity;
  std::int32_t slot[capacity];
  float field[clearpath_bound][edges];

  /// Stores region i: slot `from` of a table. The region has the place `place_of_kind` among those of its kind.
  template <class L, int Slots>
  PLETHOS_FUNCTION void put(int i, const ClearpathTable<L, Slots>& table, int from, int place_of_kind) {
    slot[i] = clearpath_slot(table.kind(from), place_of_kind);
    for (int k = 0; k < clearpath_edges; ++k) {
      const int e = clearpath_edges * i + k;
      for (int f = 0; f < clearpath_bound; ++f) field[f][e] = table.edge[clearpath_edges * from + k][f][0];
    }
  }
  /// Stores a region that forbids nothing.
  PLETHOS_FUNCTION void put_none(int i, ClearpathKind of_kind, int place_of_kind) {
    slot[i] = clearpath_slot(of_kind, place_of_kind);
    for (int k = 0; k < clearpath_edges; ++k) {
      const int e = clearpath_edges * i + k;
      field[clearpath_nx][e] = 0;
      field[clearpath_ny][e] = 0;
      field[clearpath_offset][e] = clearpath_never;
      field[clearpath_start][e] = clearpath_never;
      field[clearpath_end][e] = -clearpath_never;
    }
  }
};

/// The regions as a table.
template <class L, int Capacity>
struct ClearpathSameTable {
  static_assert(L::width == 1);
  const ClearpathRegions<Capacity>* regions;
  const std::int32_t* slot;
  int count;

  PLETHOS_FUNCTION typename L::Float read(int i, int k, ClearpathField of) const {
    return L::set(regions->field[of][clearpath_edges * i + k]);
  }
  PLETHOS_FUNCTION ClearpathEdge<L> read(const ClearpathLimits<L>& limits, int e) const {
    return clearpath_edge<L>(limits, e / clearpath_edges, [&](ClearpathField field) PLETHOS_LAMBDA { return regions->field[field][e]; });
  }
};

PLETHOS_KERNEL_END
#endif
