#pragma once

#include <array>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/distribution/distribution.hpp"
#include "algorithms/distribution/start.hpp"
#include "algorithms/simulation/avoid.hpp"
#include "algorithms/simulation/crowd.hpp"
#include "algorithms/simulation/hold_period.hpp"
#include "algorithms/simulation/move.hpp"
#include "algorithms/simulation/perceive.hpp"
#include "algorithms/simulation/plan.hpp"
#include "algorithms/simulation/recording.hpp"
#include "algorithms/simulation/regroup.hpp"
#include "algorithms/simulation/steer.hpp"
#include "algorithms/simulation/tally.hpp"
#include "core/ensemble.hpp"

namespace plethos::simulation {

/// How often a simulation looks how many have arrived. Even, as two steps are replayed at a time.
constexpr std::int64_t steps_between_regroupings = distribution::steps_between_migrations;
static_assert(steps_between_regroupings <= std::int64_t{steps_of_arrivals}, "arrivals are looked at before a number comes again");
/// At most so many steps are replayed at a time.
constexpr std::int64_t most_steps_to_replay = 8;
/// The working set is regrouped when one in so many agents of it has arrived.
constexpr std::int64_t least_share_to_regroup = 8;

/// What a simulation starts with on one rank.
template <class Execution>
struct Beginning {
  std::optional<distribution::OwnAtStart> own;  ///< of several ranks
  const Ensemble& ensemble;
  std::span<const AgentRecord> records;
  std::int32_t capacity;
  distribution::CrowdAtStart crowd;
  std::unique_ptr<distribution::Distribution<Execution>> distribution;  ///< null for one rank

  /// Together: `agents` are those of this rank's slab, or of one rank all.
  Beginning(const Parameters& parameters, const World& world, const AgentRange& agents, const Sharing& sharing, const Ensemble& ensemble);

  Start of_crowd() const {
    return {records, own ? std::optional(std::span<const std::uint32_t>(own->ids)) : std::nullopt, capacity, crowd, ensemble};
  }
};

/// A crowd and its steps: launches their stages, or what was recorded of them, and between them parks agents or lets them migrate.
template <class Execution>
class Steps {
 public:
  using MemorySpace = typename Execution::memory_space;

  Steps(const Execution& execution, const Parameters& parameters, const World& world, Beginning<Execution>&& start,
        const MethodChoices& methods, const backends::Ranks& ranks);

  /// As Simulation has them; the second one on one rank.
  void advance(std::int64_t count);
  void advance(StepRecord& record);
  /// Waits, calls look() on what agents will know in the next step, and returns what it returns. The step finds and measures all anew.
  template <class Look>
  auto look_ahead(const Look& look) {
    execution_.fence();
    const auto measure = [&] {
      perceive(execution_);
      execution_.fence();
    };
    auto seen = tally_.look_into(done_, measure, look);
    search_anew();
    return seen;
  }

  /// Begins to go on after so many steps: puts the moving obstacles where they were in the last one, because the next one changes the world
  /// first, and gives the planner what it remembered().
  void go_back(std::int64_t steps, std::span<const std::uint32_t> remembered);
  /// Together: goes on with other agents. A step need not move `standing` of them, which have arrived or are absent. `costs`: as
  /// prepare_anew().
  void go_on(const Statistics& statistics, std::int64_t standing, const CostChange& costs = {});
  /// Returns how many agents have arrived or are absent, on one rank, by the statistics() of now.
  std::int64_t standing(const Statistics& statistics) const { return idle_ + statistics.arrived; }
  /// Lets the planner prepare for a world that may have changed, and whose grid has changed by `costs`. Voids what was recorded.
  void prepare_anew(const CostChange& costs = {});
  /// Puts the moving obstacles where they are in the next step.
  void place_obstacles() { crowd_.place_obstacles(execution_, time_of(done_)); }

  /// Returns the rows of the agents of all worlds.
  AgentRows<MemorySpace> rows() const { return {to_view<MemorySpace>("plethos::simulation::first_of_worlds", first_rows(crowd_))}; }
  /// Lets agents follow what a caller wishes, by rows(), as Coupling has it.
  void follow(const RowVectors<MemorySpace>& wishes) {
    execution_.fence();
    steer_.follow(rows(), wishes);
    recordings_.clear();
  }

  const Execution& execution() const { return execution_; }
  Crowd<MemorySpace>& crowd() { return crowd_; }
  const Crowd<MemorySpace>& crowd() const { return crowd_; }
  planning::Planner<Execution>& planner() const { return plan_.planner(); }
  avoidance::Avoidance<Execution>& avoidance() { return avoid_.method(); }
  distribution::Carried<MemorySpace> carried() { return plan_.carried(execution_, crowd_); }
  /// Null for one rank.
  distribution::Distribution<Execution>* distribution() { return distribution_.get(); }
  /// Throw InputError if there are several ranks, or worlds. `what` needs one.
  void require_one_rank(const std::string& what) const;
  void require_one_world(const std::string& what) const;
  /// Groups that agents may belong to.
  std::size_t groups() const { return groups_; }
  /// As Simulation has them, for the steps so far.
  std::int64_t arrived();
  Statistics statistics();
  /// As Worlds has them.
  std::vector<std::int64_t> arrived_of_worlds();
  std::vector<Statistics> statistics_of_worlds();
  void leave(std::span<const std::size_t> worlds);
  std::vector<MemoryPart> memory() const;

 private:
  /// The stages of a step, in their order. `Pointer`: to a stage, or to one that only tells of itself.
  template <class Pointer, class Self>
  static std::array<Pointer, 5> pipeline(Self& self) {
    return {&self.perceive_, &self.plan_, &self.steer_, &self.avoid_, &self.move_};
  }
  void run(const Execution& execution, PipelineStage<Execution>& stage);
  void step(const Execution& execution);
  void share_step(const Execution& execution);
  void perceive(const Execution& execution);
  template <class Meanwhile>
  void perceive(const Execution& execution, const Meanwhile& meanwhile);
  void begin_step();
  void end_steps(std::int64_t count);
  void prepare(const CostChange& costs = {});
  std::int64_t steps_to_replay(std::int64_t count) const;
  void replay(std::int32_t steps);
  void age_lists();
  void choose_period();
  void search_anew();
  void regroup();
  void arrange();
  std::unique_ptr<neighbors::Search<Execution>> make_search() const;
  double time_of(std::int64_t step) const { return static_cast<double>(step) / steps_per_second_; }

  Execution execution_;
  std::unique_ptr<distribution::Distribution<Execution>> distribution_;  // null for one rank
  bool replay_, regroup_;
  std::string neighbors_;
  ParameterValues values_;
  double steps_per_second_;  // simulated
  std::int64_t done_ = 0;
  std::int64_t idle_;  // agents that a step need not move, beyond those that have arrived so far
  Crowd<MemorySpace> crowd_;
  Tally<MemorySpace> tally_;
  std::size_t groups_;
  Regrouping<MemorySpace> regrouping_;
  Perceive<Execution> perceive_;
  Plan<Execution> plan_;
  Steer<Execution> steer_;
  Avoid<Execution> avoid_;
  Move<Execution> move_;
  HoldPeriod hold_period_;
  /// Steps that were recorded: the age of their lists of neighbors, how many they are, and whether agents were in the one memory or the
  /// other, which a search exchanges.
  struct RecordedSteps {
    std::int32_t age, steps;
    bool exchanged;
    friend auto operator<=>(const RecordedSteps&, const RecordedSteps&) = default;
  };
  std::map<RecordedSteps, Recording<Execution>> recordings_;
  bool exchanged_ = false;
};

}  // namespace plethos::simulation
