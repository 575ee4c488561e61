#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/obstacles/walls.hpp"
#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/headings.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/agents.hpp"
#include "core/cost_change.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// The world between two steps, on the host and in the agents' memory.
template <class MemorySpace>
struct Surroundings {
  const World& world;   // polygons: those that stay, and then the moving ones that are there
  std::size_t staying;  // of world.polygons
  const obstacles::Walls<MemorySpace>& walls;
  const Goals<MemorySpace>& goals;
  const Agents<MemorySpace>& agents;
  std::int32_t first_word;               // the first of the planner's own words in Agents::memory
  std::uint64_t version;                 // changes whenever the world does
  CostChange costs;                      // what of the grid's costs has changed since the last call of prepare()
  std::int64_t step;                     // the number of the step that comes next
  std::span<const std::int32_t> groups;  // as PlannerSetup has them; below PlannerSetup::group_count()
  /// The ranks of the run. Together, they call prepare() before the same steps, with the same world; `agents` are this rank's.
  const backends::Ranks& ranks;
};

/// Agents on their way to other ranks, and the records that they fill.
template <class MemorySpace>
struct AgentList {
  Kokkos::View<const std::int32_t*, MemorySpace> agent, slot;
};

/// Records of words, one after the other, each of `stride` words; those of the planner begin at `first`.
template <class MemorySpace>
struct CarriedWords {
  Kokkos::View<std::uint32_t*, MemorySpace> words;
  std::int32_t stride, first;

  KOKKOS_INLINE_FUNCTION std::uint32_t* of(std::int32_t record) const {
    return words.data() + static_cast<std::int64_t>(record) * stride + first;
  }
};

/// The input and output of a planner in one step. It holds views and numbers, no references, so that kernels of a device can have it. An
/// agent with a new goal has zeros in its words of the planner.
template <class MemorySpace>
struct PlanningScene {
  Agents<MemorySpace> agents;
  Headings<MemorySpace> headings;  // to be written
  Goals<MemorySpace> goals;
  Kokkos::View<const std::uint32_t, MemorySpace> step;  // the number of the step
  float time_step;                                      // s
  std::int32_t first_word;                              // the first of the planner's own words in Agents::memory
  typename Agents<MemorySpace>::Integers scratch;       // one element an agent, for the planner to use as it likes
};

/// Says where every agent heads.
template <class Execution>
class Planner {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~Planner() = default;
  /// Prepares the planner for the present world. It is called between steps: before the first one, after each change of the world, and, if
  /// it prepares_often(), before each with an even number. It may launch kernels, wait for them, and claim memory. Returns whether steps that were recorded
  /// before are void, because kernels keep the arguments of the recording. Cost: nothing if nothing has changed.
  virtual bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) = 0;
  /// Returns whether prepare() may do something before the next steps, too, although the world does not change.
  virtual bool prepares_often() const { return false; }
  /// Writes the headings of the agents [0, working) for a step. It launches kernels, and neither waits nor claims memory.
  virtual void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) = 0;
  /// Returns whether plan() may read the columns of other agents. If not, ranks that share a run call it before they have seen each
  /// other's.
  virtual bool sees_agents() const { return true; }
  /// Returns how far it sees them, in metres, beyond what searches for neighbors say.
  virtual float sight() const { return 0; }
  /// Returns the words of what it remembers of an agent elsewhere than in Agents::memory, and that go with the agent to another rank and
  /// into files.
  virtual std::int32_t carried_words() const { return 0; }
  /// Write the words of listed agents, that of agent[k] as the record slot[k]; or read those of agents from the place `first` on, that of
  /// the k-th from record k.
  virtual void write_carried(const Execution&, const Agents<MemorySpace>&, const AgentList<MemorySpace>&,
                             const CarriedWords<MemorySpace>&) {}
  virtual void read_carried(const Execution&, const Agents<MemorySpace>&, std::int32_t first, std::int32_t count,
                            const CarriedWords<MemorySpace>&) {
    static_cast<void>(first);
    static_cast<void>(count);
  }
  /// Throws InputError for a range of costs of the grid's cells with which it would not search.
  virtual void check_costs(const GridMap&, const CostRange&) const {}
  /// Returns what the planner remembers of the steps so far and further ones depend on, besides what it remembers of each agent. It is the
  /// same on all ranks.
  virtual std::vector<std::uint32_t> remembered() const { return {}; }
  /// Takes note that the next step does not follow the last one, because the simulation continues from what one saved whose planner
  /// remembered() this. prepare() comes next.
  virtual void resume(std::span<const std::uint32_t>) {}
  /// Returns the bytes of memory that the planner has claimed, besides its words of the agents' memory.
  virtual std::uint64_t bytes() const = 0;
  /// Returns what the planner has counted. It waits for the steps so far.
  virtual std::vector<Counter> counters() const { return {}; }
  /// Returns the times of the parts of what prepare() does after changes, each with the waiting for it.
  virtual std::vector<PlannerTime> times() const { return {}; }
};

}  // namespace plethos::planning
