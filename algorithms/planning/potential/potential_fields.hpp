#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/potential/potential_solver.hpp"
#include "algorithms/planning/potential/potential_values.hpp"
#include "backends/replayed.hpp"

namespace plethos::planning {

/// What computing fields has cost so far.
struct PotentialWork {
  std::uint64_t solved = 0;  ///< fields
  std::uint64_t sweeps = 0;  ///< of the solver
  std::uint64_t rounds = 0;  ///< over tiles of far values
  std::uint64_t tiles = 0;   ///< that these have worked on
};

/// The global maps of goals (Fischer, Silveira and Nedel 2009, section 4.1): for each field a harmonic function that is 1 at its sources
/// and 0 at blocked cells. It is solved in two parts. A PotentialSolver gives the values from `near` on; smaller ones drown in its
/// residual. From there values are relaxed outwards in tiles, each as mantissa and exponent, until no change is greater than a part in
/// 4,096 of the value. So values decrease strictly towards where they come from, however far the goal is.
template <class Execution>
class PotentialFields {
 public:
  using MemorySpace = typename Execution::memory_space;

  static constexpr float near = 1.f / 1024;

  /// Claims memory for so many fields over a map.
  void make(const GridGraph<MemorySpace>& graph, std::int32_t fields, Solver solver);
  /// Returns the bytes that make() claims for each field of a map of that size.
  static std::uint64_t bytes_per_field(const GridMap& map);

  /// Solves all fields for the graph as it is now. `sources`: by field, in rising order. `residual` is PotentialSolver's part of what a
  /// cell beside a goal lacks at first, 1/4. It begins with the last solution, unless `anew`. Returns the greatest residual of all fields.
  /// Waits.
  float solve(const Execution& execution, const GridGraph<MemorySpace>& graph, std::span<const FieldSource> sources, float residual,
              std::int32_t most_sweeps, bool anew);

  /// Returns all values as words, or sets them. A later solve() that begins with the last solution depends on them.
  std::vector<std::uint32_t> remembered() const;
  void restore(std::span<const std::uint32_t> words);

  std::int32_t fields() const { return frame_.fields; }
  PotentialValues<MemorySpace> values() const { return {frame_, mantissas_, exponents_}; }
  const PotentialWork& work_done() const { return done_; }
  std::uint64_t bytes() const;

 private:
  /// `sources`: of the field, in the backend's memory.
  float solve_near(const Execution& execution, const GridGraph<MemorySpace>& graph, const FieldSource* sources, int source_count,
                   std::int32_t field, float residual, std::int32_t most_sweeps, bool anew);
  void solve_far(const Execution& execution);
  void relax_tiles(const Execution& execution, std::int32_t turn) const;

  ScaledFields frame_;
  PotentialSolver<Execution> solver_;
  Kokkos::View<float*, MemorySpace> mantissas_;
  Kokkos::View<std::int32_t*, MemorySpace> exponents_, keys_;
  Kokkos::View<std::uint32_t*, MemorySpace> far_;
  Kokkos::View<FarState*, MemorySpace> states_;
  Kokkos::View<FieldSource*, MemorySpace> sources_;
  backends::Replayed<Execution> rounds_;  ///< of far values
  PotentialWork done_;
};

}  // namespace plethos::planning
