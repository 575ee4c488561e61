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

/// The regions of one agent, for a team. Edges lie side by side, so that a lane loads one in each of its elements. Regions have the order
/// of a ClearpathTable; a missing one takes a place too, and forbids nothing.
template <int Capacity>
struct ClearpathRegions {
  static constexpr int capacity = 3 * Capacity + clearpath_guarded_walls;
  static constexpr int widest = 16;
  static constexpr int edges = clearpath_edges * capacity + widest;
  std::int8_t kind[capacity];
  std::int8_t place[capacity];
  float field[clearpath_bound][edges];
  std::int32_t region[edges];
  std::int32_t slot[edges];

  /// Stores region i: element `element` of slot `from` of a table. The region has the place `place_of_kind` among those of its kind.
  template <class L, int Slots>
  PLETHOS_FUNCTION void put(int i, const ClearpathTable<L, Slots>& table, int from, int element, int place_of_kind) {
    kind[i] = table.kind[from];
    place[i] = static_cast<std::int8_t>(place_of_kind);
    for (int k = 0; k < clearpath_edges; ++k) {
      const int e = clearpath_edges * i + k;
      for (int f = 0; f < clearpath_bound; ++f) field[f][e] = table.edge[clearpath_edges * from + k][f][element];
      region[e] = i;
      slot[e] = clearpath_places * kind[i] + place[i];
    }
  }
  /// Stores a region that forbids nothing.
  PLETHOS_FUNCTION void put_none(int i, ClearpathKind of_kind, int place_of_kind) {
    kind[i] = static_cast<std::int8_t>(of_kind);
    place[i] = static_cast<std::int8_t>(place_of_kind);
    for (int k = 0; k < clearpath_edges; ++k) {
      const int e = clearpath_edges * i + k;
      field[clearpath_nx][e] = 0;
      field[clearpath_ny][e] = 0;
      field[clearpath_offset][e] = clearpath_never;
      field[clearpath_start][e] = clearpath_never;
      field[clearpath_end][e] = -clearpath_never;
      region[e] = i;
      slot[e] = clearpath_nowhere;
    }
  }
};

/// The regions as a table in which all agents of the lane are the same.
template <class L, int Capacity>
struct ClearpathSameTable {
  const ClearpathRegions<Capacity>* regions;
  const std::int8_t* kind;
  const std::int8_t* place;
  int count;

  PLETHOS_FUNCTION typename L::Float read(int i, int k, ClearpathField of) const {
    return L::set(regions->field[of][clearpath_edges * i + k]);
  }
  /// Returns the edges from `first` on, one in each element.
  PLETHOS_FUNCTION ClearpathEdge<L> edges(const ClearpathLimits<L>& limits, int first) const {
    return clearpath_edge<L>(limits, L::load_unaligned(regions->region + first),
                             [&](ClearpathField field) PLETHOS_LAMBDA { return L::load_unaligned(regions->field[field] + first); });
  }
};

PLETHOS_KERNEL_END
#endif
