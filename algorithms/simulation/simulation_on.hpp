#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <array>
#include <memory>
#include <optional>
#include <span>

#include "algorithms/distribution/distribution.hpp"
#include "algorithms/distribution/slab_rows.hpp"
#include "algorithms/distribution/start.hpp"
#include "algorithms/simulation/arrival_log.hpp"
#include "algorithms/simulation/avoid.hpp"
#include "algorithms/simulation/change.hpp"
#include "algorithms/simulation/crowd.hpp"
#include "algorithms/simulation/measurements.hpp"
#include "algorithms/simulation/move.hpp"
#include "algorithms/simulation/perceive.hpp"
#include "algorithms/simulation/plan.hpp"
#include "algorithms/simulation/recording.hpp"
#include "algorithms/simulation/regroup.hpp"
#include "algorithms/simulation/steer.hpp"

namespace plethos::simulation {

/// How often a simulation looks how many have arrived. Even, as two steps are replayed at a time.
constexpr std::int64_t steps_between_regroupings = distribution::steps_between_migrations;
static_assert(steps_between_regroupings <= std::int64_t{steps_of_arrivals}, "arrivals are looked at before a number comes again");
/// The working set is regrouped when one in so many agents of it has arrived.
constexpr std::int64_t least_share_to_regroup = 8;

/// What a simulation starts with on one rank.
template <class Execution>
struct Beginning {
  std::optional<distribution::OwnAtStart> own;  ///< of several ranks
  std::span<const AgentRecord> records;
  std::int32_t capacity;
  distribution::CrowdAtStart crowd;
  std::unique_ptr<distribution::Distribution<Execution>> distribution;  ///< null for one rank

  /// Together: `agents` are those of this rank's slab, or of one rank all.
  Beginning(const Parameters& parameters, const World& world, const AgentRange& agents, const Sharing& sharing);

  Start of_crowd() const {
    return {records, own ? std::optional(std::span<const std::uint32_t>(own->ids)) : std::nullopt, capacity, crowd};
  }
};

/// A simulation on one kind of execution.
template <class Execution>
class SimulationOn final : public Simulation, private Measurements {
 public:
  using MemorySpace = typename Execution::memory_space;

  SimulationOn(const Execution& execution, const Parameters& parameters, const World& world, const AgentRange& agents,
               const Methods& methods, const Sharing& sharing)
      : SimulationOn(execution, parameters, world, Beginning<Execution>(parameters, world, agents, sharing), methods, sharing) {}

  void advance(std::int64_t count) override;
  void advance(StepRecord& record) override;
  SavedCrowd save(const RowTaker& take) override;
  void load(const SavedCrowd& saved, const RowGiver& give) override;
  void apply(const WorldChange& change) override;
  void wait() override { execution_.fence(); }
  std::int64_t arrived() override;
  Statistics statistics() override;
  void read(Frame& frame) override;
  std::vector<PlacedAgent> read_slab() override;
  std::vector<planning::Counter> planner_counters() override;
  std::vector<planning::PlannerTime> planner_times() const override { return plan_.times(); }
  Measurements& measurements() override { return *this; }
  std::int64_t working() const override { return crowd_.agents.working; }
  distribution::Shares shares() override { return distribution_ ? distribution_->shares(crowd_.agents) : distribution::Shares(); }
  std::vector<MemoryPart> memory() const override;

 private:
  SimulationOn(const Execution& execution, const Parameters& parameters, const World& world, Beginning<Execution>&& start,
               const Methods& methods, const Sharing& sharing);

  std::optional<Work> avoidance_work() override;
  std::vector<PartTimes> time_avoidance_parts(int repetitions) override;

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
  template <class Look>
  auto look_ahead(const Look& look);
  void begin_step();
  void end_steps(std::int64_t count);
  void prepare();
  bool can_replay() const;
  void replay_two_steps();
  void regroup();
  std::unique_ptr<neighbors::Search<Execution>> make_search() const;
  distribution::Luggage<MemorySpace> luggage();
  void arrange();
  void gather(Frame& frame);
  Statistics statistics_so_far();
  void look_at_arrivals();
  void require_one_rank(const char* what) const;
  double time_of(std::int64_t step) const { return static_cast<double>(step) / steps_per_second_; }
  std::int32_t words_of_ranks() const { return distribution_ ? 1 : 0; }
  distribution::RowShape row_shape();
  std::vector<RowField> row_fields();
  std::int64_t look_at_rows(const distribution::SlabRows<Execution>& slab, const RowGiver& give);
  void receive(const distribution::Post<MemorySpace>& post, const distribution::RowShape& shape);
  void go_on(const Statistics& statistics);

  Execution execution_;
  std::unique_ptr<distribution::Distribution<Execution>> distribution_;  // null for one rank
  bool replay_, regroup_;
  std::string neighbors_;
  ParameterValues values_;
  std::size_t all_agents_;   // of all ranks
  double steps_per_second_;  // simulated
  std::int64_t steps_ = 0;
  ArrivalLog arrivals_;             // of this rank
  std::int64_t idle_;               // agents that a step need not move, beyond those that have arrived so far
  std::vector<float> reciprocity_;  // by id: that of agents before they arrived
  Crowd<MemorySpace> crowd_;
  std::size_t group_count_;
  Regrouping<MemorySpace> regrouping_;
  Perceive<Execution> perceive_;
  Plan<Execution> plan_;
  Steer<Execution> steer_;
  Avoid<Execution> avoid_;
  Move<Execution> move_;
  std::unique_ptr<Recording<Execution>> recording_;
};

}  // namespace plethos::simulation
