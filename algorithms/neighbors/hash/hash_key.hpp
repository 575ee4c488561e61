#pragma once

#include "algorithms/neighbors/sides_key.hpp"

namespace plethos::neighbors {

/// The key of Bleiweiss 2009, section 4.2, read literally: the signed distance det(p, p_ref) of a position p to one reference position. It
/// is measured from the scene's lower corner, with the upper corner as p_ref. It cannot tell positions along one direction apart. Only
/// tests and benchmarks use it.
struct DeterminantKey {
  float low_x, low_y;   // m
  float width, height;  // m
  float offset, scale;  // m^2, 1/m^2

  static DeterminantKey cover(const Bounds& bounds) {
    const float width = std::max(1e-3f, bounds.high.x - bounds.low.x);
    const float height = std::max(1e-3f, bounds.high.y - bounds.low.y);
    return {bounds.low.x, bounds.low.y, width, height, width * height, 0x1p23f / (width * height)};
  }

  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(float x, float y) const {
    const float determinant = (x - low_x) * height - (y - low_y) * width;
    return quantize((determinant + offset) * scale, 24) << 8;
  }
};

}  // namespace plethos::neighbors
