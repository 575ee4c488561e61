#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/distribution/balance.hpp"
#include "algorithms/distribution/halo.hpp"
#include "algorithms/distribution/migration.hpp"
#include "algorithms/distribution/regions.hpp"
#include "algorithms/distribution/shares.hpp"
#include "algorithms/distribution/start.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/agent.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::distribution {

/// Agents migrate after every so many steps. Until then the ghosts of each rank are the same agents.
inline constexpr std::int64_t steps_between_migrations = 16;

/// A crowd on several ranks, as one of them sees it. Each rank owns the agents in its region and has ghosts: copies of all agents of others
/// that may come within sight of its own before agents migrate again. So the neighbors of its agents are those that one process would find
/// (docs/algorithms/distribution.md).
template <class Execution>
class Distribution {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Reserve = std::function<void(std::int32_t agents)>;

  /// Together: divides the world among the ranks. Each gives the agents of its slab (Slabs) at the start, and `crowd` is what is true of
  /// all. `path`: as Transport has it.
  Distribution(const backends::Ranks& ranks, const Balance& balance, GpuPath path, const World& world, const AgentRange& slab,
               const CrowdAtStart& crowd, const Parameters& parameters);
  /// Says how far agents see each other, in m, at most. Call it before arrange().
  void see(float sight);

  const backends::Ranks& ranks() const { return ranks_; }
  /// Returns the speed that no agent may have more of, in m/s: otherwise ranks may not see each other's agents in time.
  float most_speed() const { return most_speed_; }
  /// Together: returns the agents that this rank owns at the start, as own_at_start() has it.
  OwnAtStart own_at_start(const AgentRange& slab) const { return distribution::own_at_start(ranks_, regions_, slab); }
  /// Returns how many agents to make room for at the start.
  std::int32_t first_capacity(std::size_t own) const;
  /// Returns the rectangle in which this rank's agents and ghosts are, but for those outside of the world.
  Bounds area() const;
  /// The rectangle in which agents of this rank see no ghosts until they migrate. It holds nothing if there is no such rectangle.
  Box core() const;

  /// Together: divides the world among the ranks by where agents are, which each rank has counted in the cells of regions() for some of
  /// them. The next arrange() takes note.
  void divide(std::vector<std::uint64_t> agents_of_cells);
  const Regions& regions() const { return regions_; }

  /// What arrange() has changed.
  struct Arrangement {
    bool regions = false;  ///< area() is another one
    bool places = false;   ///< owned agents have other places, or others are parked
  };
  /// Together: between steps, divides the world anew if that is due before the step of that number, lets agents migrate, and makes their
  /// ghosts. `reserve` makes room in both memories. Waits.
  Arrangement arrange(const Execution& execution, std::int64_t step, bool parks, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch,
                      const Reserve& reserve, const Carried<MemorySpace>& carried);
  /// In a step, as Halo has it: what other ranks see of agents before the step, and later the velocities that agents prefer in it. Between
  /// the first receive() and the second post() no agent may get another place.
  void post(const Execution& execution, const Agents<MemorySpace>& agents) { halo_.post(execution, agents); }
  void start() { halo_.start(); }
  void receive(const Execution& execution, const Agents<MemorySpace>& agents) { halo_.receive(execution, agents); }
  void post_preferred(const Execution& execution, const Agents<MemorySpace>& agents) { halo_.post_preferred(execution, agents); }
  void start_preferred() { halo_.start_preferred(); }
  void receive_preferred(const Execution& execution, const Agents<MemorySpace>& agents) { halo_.receive_preferred(execution, agents); }

  /// Together.
  Shares shares(const Agents<MemorySpace>& agents);
  std::uint64_t bytes() const { return migration_.bytes() + halo_.bytes() + 4 * weight_.size(); }

 private:
  using Clock = std::chrono::steady_clock;

  bool divide_anew(const Execution& execution, std::int64_t step, const Agents<MemorySpace>& agents);
  bool divide_by(std::vector<std::uint64_t>& weights);
  double measure_busy();

  const backends::Ranks& ranks_;
  GpuPath path_;
  Balance balance_;
  Bounds bounds_;
  float sight_ = 0;   // m
  float most_speed_;  // m/s
  float drift_;       // m: how far agents move until they migrate
  Regions regions_;
  bool divided_ = true;  // since the last arrange()
  Migration<Execution> migration_;
  Halo<Execution> halo_;
  Kokkos::View<std::int32_t*, MemorySpace> weight_;
  double waited_ = 0, waited_before_ = 0, all_time_ = 0, imbalance_ = 1;  // s
  Clock::time_point since_ = Clock::now();
  std::uint64_t divisions_ = 0;
};

}  // namespace plethos::distribution
