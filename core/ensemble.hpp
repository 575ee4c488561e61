#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plethos {

/// Worlds that are simulated together, in one array of agents, and know nothing of each other. All of them have the same walls, goals,
/// parameters and methods; each has agents and a seed of its own. Without a seed it is no ensemble, but one world.
struct Ensemble {
  std::vector<std::int64_t> agents;  ///< of each world, one behind the other among all agents
  std::vector<std::uint64_t> seeds;  ///< of each world, in place of Parameters::seed

  std::size_t worlds() const { return seeds.size(); }
};

/// The ids of an ensemble's agents: world w has those from w * 2^shift on.
class EnsembleIds {
 public:
  /// What an agent does by turns it does every so many steps at most, and keys them by its id: the ids of all worlds begin with a turn.
  static constexpr int least_shift = 6;
  /// Of an agent's id, which is below 2^31, where there is one world.
  static constexpr int one_world = 31;

  explicit EnsembleIds(const Ensemble& ensemble) {
    shift_ = ensemble.worlds() == 0 ? one_world : least_shift;
    std::int64_t first = 0;
    for (const std::int64_t agents : ensemble.agents) {
      while ((std::int64_t{1} << shift_) < agents) ++shift_;
      first_.push_back(first);
      first += agents;
    }
    first_.push_back(first);
  }

  int shift() const { return shift_; }
  /// Returns the number of ids, those that no agent has among them.
  std::int64_t count() const { return static_cast<std::int64_t>(first_.size() - 1) << shift_; }
  /// Returns the first agent of a world among all agents; of the world behind the last, their number.
  std::int64_t first(std::size_t world) const { return first_[world]; }
  std::uint32_t id(std::size_t world, std::int64_t agent_of_world) const {
    return static_cast<std::uint32_t>((static_cast<std::int64_t>(world) << shift_) + agent_of_world);
  }

 private:
  int shift_;
  std::vector<std::int64_t> first_;
};

}  // namespace plethos
