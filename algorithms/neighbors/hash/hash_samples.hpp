#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/neighbors/hash/hash_sampling.hpp"
#include "core/lane/philox-inl.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// This many positions are drawn together, because a Philox block has as many words.
inline constexpr int hash_batch = 4;

struct HashOffset {
  float x, y;
};

/// Returns the unit vector at an angle of `turn` / 65536 full turns, to within 1e-6, by polynomials.
KOKKOS_INLINE_FUNCTION HashOffset hash_direction(float turn) {
  // The angle is (octant + rest) eighths of a turn. Even octants count from the axis before them, odd ones back from the axis after them.
  const float eighths = turn * (1.f / 8192.f);
  const int octant = static_cast<int>(eighths);
  const float rest = eighths - static_cast<float>(octant);
  const float t = octant % 2 == 0 ? rest : 1.f - rest;
  const float u = t * t;
  const float sine = t * Kokkos::fma(Kokkos::fma(Kokkos::fma(-3.6e-05f, u, 0.00249000685f), u, -0.0807454363f), u, 0.785398163f);
  const float cosine = Kokkos::fma(Kokkos::fma(Kokkos::fma(-0.000318879f, u, 0.0158499125f), u, -0.308424264f), u, 1.f);
  // The direction in the frame of the quarter. The switch turns it by quarters.
  const float along = octant % 2 == 0 ? cosine : sine;
  const float across = octant % 2 == 0 ? sine : cosine;
  switch (octant / 2) {
    case 0:
      return HashOffset{along, across};
    case 1:
      return HashOffset{-across, along};
    case 2:
      return HashOffset{-along, -across};
    default:
      return HashOffset{across, -along};
  }
}

/// Draws the 4 positions of a block of samples in the unit disc, evenly over its area. One half of a word gives the angle, the other half
/// the square of the radius. If `even` is set, 4 blocks in a row put one sample into each of 16 sectors and 4 samples into each of 4 rings
/// of equal area.
struct HashBatch {
  HashOffset offset[hash_batch];

  KOKKOS_INLINE_FUNCTION HashBatch(std::uint64_t seed, std::uint32_t id, std::uint32_t step, std::uint32_t block, bool even) {
    // Blocks start from the middle, because the first half belongs to the velocities.
    const auto random = scalar::philox<ScalarLane>(seed, id, 0, step, block | 0x80000000u);
    for (int s = 0; s < hash_batch; ++s) {
      float turn = static_cast<float>(random.word[s] >> 16) + 0.5f;
      float area = (static_cast<float>(random.word[s] & 0xffffu) + 0.5f) * 0x1p-16f;
      if (even) {
        // The 4 samples of a block lie in 4 quarters and 4 rings. Each block moves on by a sector and a ring, and every 4 blocks by one
        // more ring.
        const auto sector = static_cast<std::int32_t>(block % 4);
        const auto ring = (s + static_cast<std::int32_t>(block % 4 + block / 4 % 4)) % 4;
        turn = turn * (1.f / 16.f) + static_cast<float>(16384 * s + 4096 * sector);
        area = (area + static_cast<float>(ring)) * 0.25f;
      }
      const float radius = Kokkos::sqrt(area);
      const HashOffset direction = hash_direction(turn);
      offset[s] = HashOffset{radius * direction.x, radius * direction.y};
    }
  }
};

}  // namespace plethos::neighbors
