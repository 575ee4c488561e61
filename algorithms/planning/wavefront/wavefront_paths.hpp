#pragma once

#include <memory>
#include <vector>

#include "algorithms/planning/grid_search/grid_answers.hpp"
#include "algorithms/planning/wavefront/wave_fields.hpp"
#include "algorithms/planning/wavefront/wavefront_parameters.hpp"

namespace plethos::planning {

/// Answers queries in the world's grid by fields: one for each cell in which queries end, as many at the same time as the parameter
/// `search_memory` allows. A field is computed as far as its queries need it (the minimal map convergence of Garcia, Kapadia and Badler
/// 2014). A way leads from center to center of cells, along steps of which each is the first of a shortest way. Errors: InputError for a
/// world without a grid, for costs that do not fit, and for a map on which ways may be too long.
template <class Execution>
class WavefrontPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;

  WavefrontPaths(const Execution& execution, const WavefrontParameters& parameters) : execution_(execution), parameters_(parameters) {}

  void prepare(const World& world) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return graph_.bytes() + fields_.bytes(); }
  std::int64_t in_flight() const override { return in_flight_; }
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  /// Queries that end in the same cell, in the order of `asked_`.
  struct Goal {
    std::int32_t cell;
    std::size_t first, count;
  };

  std::vector<Goal> sort_by_goal(std::size_t queries);
  std::size_t fields_at_a_time() const;
  void answer(std::span<const Goal> goals);

  Execution execution_;
  WavefrontParameters parameters_;
  std::shared_ptr<const WorldGrid> grid_;
  GridGraph<MemorySpace> graph_;
  WaveFields<Execution> fields_;
  std::vector<std::int32_t> asked_;  ///< the queries that have both ends, by goal
  Kokkos::View<PathQuery*, MemorySpace> queries_;
  GridWays<MemorySpace> ways_;
  GridAnswers<MemorySpace> answers_;
  Numbers batch_, field_of_;
  std::int64_t in_flight_ = 0;
};

}  // namespace plethos::planning
