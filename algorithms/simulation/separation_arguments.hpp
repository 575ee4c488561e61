#pragma once

#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::simulation {

/// What is read to measure how far discs are apart, as plain pointers and numbers that every lane can use. Arrays over agents have as many
/// elements as columns of the lists.
struct SeparationArguments {
  neighbors::ListColumns lists;
  const float* position_x;  // m
  const float* position_y;
  const float* radius;        // m
  const std::int32_t* state;  // AgentState
  const std::int32_t* id;
  float largest_radius;  // m
  int world_shift;       // Agents::world_shift
};

/// The same with what takes the results of vectors: the smallest separation of the agents from `first` on, in m, and the number of
/// overlaps. Of an ensemble, `take` gets those of agents of one world, and `measure_each` measures the agents [first, end) of several ones.
struct SeparationOnVectorsArguments : SeparationArguments {
  void (*take)(const void* kernel, int first, float least, std::uint64_t overlaps);
  void (*measure_each)(const void* kernel, int first, int end);  // null: there is one world
  const void* kernel;
};

/// Returns what measures separations of the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest
/// vector.
backends::SimdEntry<SeparationOnVectorsArguments> separation_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::simulation
