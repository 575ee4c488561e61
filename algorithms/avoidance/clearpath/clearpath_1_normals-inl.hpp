// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_1_NORMALS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_1_NORMALS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_1_NORMALS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_1_NORMALS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_table-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The shape of a region: a cone of directions with its apex at a point, and a line across it. Velocities are relative to the preferred
/// one.
template <class L>
struct ClearpathCone {
  typename L::Float nx, ny;              // unit vector to the neighbor or wall; the truncation is perpendicular to it
  typename L::Float left_x, left_y;      // unit vector along the left side
  typename L::Float right_x, right_y;    // along the right side
  typename L::Float anchor_x, anchor_y;  // m/s: a point on both sides
  typename L::Float truncation;          // m/s: n . v of the truncation
  typename L::Float corner_left_x, corner_left_y, corner_right_x, corner_right_y;  // m/s: where the sides begin
  typename L::Mask open_left, open_right;                                          // no such side: the truncation goes on for ever
};

/// Stores where an edge begins and ends, and its bound.
template <class L>
PLETHOS_FUNCTION void clearpath_store_bounds(float (*edge)[L::width], typename L::Mask present, typename L::Float offset,
                                             typename L::Float start, typename L::Float end) {
  const auto least = L::max(L::max(start, -end), L::set(0.f));
  L::store(start, edge[clearpath_start]);
  L::store(end, edge[clearpath_end]);
  L::store(L::select(present, L::mul_add(least, least, offset * offset), L::set(clearpath_never * clearpath_never)), edge[clearpath_bound]);
}

template <class L>
PLETHOS_FUNCTION void clearpath_store_edge(float (*edge)[L::width], typename L::Mask present, typename L::Float nx, typename L::Float ny,
                                           typename L::Float offset, typename L::Float start, typename L::Float end) {
  const auto never = L::set(clearpath_never);
  offset = L::select(present, offset, never);
  L::store(nx, edge[clearpath_nx]);
  L::store(ny, edge[clearpath_ny]);
  L::store(offset, edge[clearpath_offset]);
  clearpath_store_bounds<L>(edge, present, offset, start, end);
}

/// Step 1: stores the normals of the region's three edges, and where they begin and end.
template <class L>
PLETHOS_FUNCTION void clearpath_store(float (*edge)[clearpath_fields][L::width], typename L::Mask present, const ClearpathCone<L>& cone) {
  using Float = typename L::Float;
  const Float never = L::set(clearpath_never);
  // The normal of a side points into the region. The region lies right of the left side and left of the right side.
  Float nx = L::select(cone.open_left, cone.nx, cone.left_y);
  Float ny = L::select(cone.open_left, cone.ny, -cone.left_x);
  Float offset = L::mul_add(nx, cone.anchor_x, ny * cone.anchor_y);
  offset = L::select(cone.open_left, cone.truncation, offset);
  Float start = L::mul_add(cone.left_x, cone.corner_left_x, cone.left_y * cone.corner_left_y);
  clearpath_store_edge<L>(edge[0], present, nx, ny, offset, L::select(cone.open_left, never, start), never);

  nx = L::select(cone.open_right, cone.nx, -cone.right_y);
  ny = L::select(cone.open_right, cone.ny, cone.right_x);
  offset = L::mul_add(nx, cone.anchor_x, ny * cone.anchor_y);
  offset = L::select(cone.open_right, cone.truncation, offset);
  Float end = -L::mul_add(cone.right_x, cone.corner_right_x, cone.right_y * cone.corner_right_y);
  clearpath_store_edge<L>(edge[1], present, nx, ny, offset, -never, L::select(cone.open_right, -never, end));

  start = L::mul_sub(cone.nx, cone.corner_right_y, cone.ny * cone.corner_right_x);
  end = L::mul_sub(cone.nx, cone.corner_left_y, cone.ny * cone.corner_left_x);
  clearpath_store_edge<L>(edge[2], present, cone.nx, cone.ny, cone.truncation, L::select(cone.open_right, -never, start),
                          L::select(cone.open_left, never, end));
}

/// Stores a half-plane in the place of a region.
template <class L>
PLETHOS_FUNCTION void clearpath_store_half_plane(float (*edge)[clearpath_fields][L::width], typename L::Mask present, typename L::Float nx,
                                                 typename L::Float ny, typename L::Float offset) {
  const auto never = L::set(clearpath_never);
  clearpath_store_edge<L>(edge[0], present, nx, ny, offset, -never, never);
  clearpath_store_edge<L>(edge[1], present, nx, ny, offset, never, -never);
  clearpath_store_edge<L>(edge[2], present, nx, ny, offset, never, -never);
}

PLETHOS_KERNEL_END
#endif
