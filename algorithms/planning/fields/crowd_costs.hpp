#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "algorithms/planning/fields/crowding.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/grid_places.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "backends/zero.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// Squares of cells in which people are counted, in one memory space.
template <class MemorySpace>
struct CrowdBlocks {
  std::int32_t side = 1, columns = 0, rows = 0;  ///< cells; blocks
  Kokkos::View<std::int32_t*, MemorySpace> people, cost;

  KOKKOS_INLINE_FUNCTION std::int32_t of_cell(std::int32_t cell, std::int32_t width) const {
    return cell / width / side * columns + cell % width / side;
  }
};

/// A block whose cells cost more than before, or less.
struct BlockCost {
  std::int32_t block, cost;
};

template <class MemorySpace>
struct CountPeople {
  Agents<MemorySpace> agents;
  GridPlaces<MemorySpace> places;
  CrowdBlocks<MemorySpace> blocks;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != active_state) return;
    const std::int32_t cell = places.near(agents.position(i, 0), agents.position(i, 1));
    if (cell >= 0) Kokkos::atomic_inc(&blocks.people(blocks.of_cell(cell, places.graph.width)));
  }
};

/// Finds what a block's cells cost more, and lists the block if the larger of that and what they cost more before is more than
/// twice the smaller.
template <class MemorySpace>
struct FindCrowdCost {
  static constexpr int grain = 256;
  CrowdBlocks<MemorySpace> blocks;
  float for_sixteenth;  ///< cost for each sixteenth of a person in the block
  Kokkos::View<BlockCost*, MemorySpace> changed;
  Kokkos::View<std::int32_t, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int block) const {
    const std::int32_t row = block / blocks.columns, column = block % blocks.columns;
    std::int32_t sixteenths = 0;
    for (std::int32_t y = Kokkos::max(row - 1, 0); y <= Kokkos::min(row + 1, blocks.rows - 1); ++y) {
      for (std::int32_t x = Kokkos::max(column - 1, 0); x <= Kokkos::min(column + 1, blocks.columns - 1); ++x) {
        sixteenths += (y == row ? 2 : 1) * (x == column ? 2 : 1) * blocks.people(y * blocks.columns + x);
      }
    }
    const float dear = static_cast<float>(sixteenths) * for_sixteenth;
    const auto cost = static_cast<std::int32_t>(Kokkos::fmin(dear, static_cast<float>(most_crowd_cost)));
    const std::int32_t before = blocks.cost(block);
    if (Kokkos::max(cost, before) <= 2 * Kokkos::min(cost, before)) return;
    blocks.cost(block) = cost;
    changed(Kokkos::atomic_fetch_add(&count(), 1)) = {block, cost};
  }
};

/// What the crowd adds to the costs of a grid's cells. People are counted in blocks of about a metre. The density of a block is taken over
/// it and the blocks around it, which count half beside it and a quarter at its corners, walls or not; times Crowding::crowding, rounded
/// down, at most `most_crowd_cost`, it is added to the cost of each cell of the block. What is added stays until one of both numbers is
/// more than twice the other, so that few cells change. Numbers are whole, and the order of people does not matter. Memory:
/// 16 bytes a block, and 4 on the host.
template <class Execution>
class CrowdCosts {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit CrowdCosts(const Crowding& crowding) : crowding_(crowding) {}

  bool is_on() const { return crowding_.crowding > 0; }
  /// Whether the crowd is to be counted before a step. Only steps with even numbers are: the planner is asked before each of these.
  bool is_due(std::int64_t step) const { return is_on() && step % (crowding_.crowding_interval + crowding_.crowding_interval % 2) == 0; }
  /// Claims memory for a map, on which nobody is yet.
  void make(const WorldGrid& map);
  /// Together: counts the active agents of all ranks. Returns the passable cells of the map for which that changes what is added, by their
  /// index. Cost: a pass over the agents and one over the blocks. Waits.
  std::span<const AddedCost> count(const Execution& execution, const WorldGrid& map, const GridPlaces<MemorySpace>& places,
                                   const Agents<MemorySpace>& agents, const backends::Ranks& ranks);
  /// Returns what is added, as pairs of block and cost.
  std::vector<std::uint32_t> remembered() const;
  /// Adds what was remembered() instead. Returns the same as count().
  std::span<const AddedCost> restore(const WorldGrid& map, std::span<const std::uint32_t> remembered);
  /// The most that has been added to a cell so far.
  std::int32_t highest() const { return highest_; }
  std::uint64_t bytes() const { return 4 * (blocks_.people.size() + blocks_.cost.size()) + sizeof(BlockCost) * changed_.size(); }

 private:
  /// Together: adds up the people of all ranks.
  void add_up_ranks(const Execution& execution, const backends::Ranks& ranks) const;
  /// Takes note of the listed blocks, and returns their passable cells.
  std::span<const AddedCost> add(const WorldGrid& map);

  Crowding crowding_;
  CrowdBlocks<MemorySpace> blocks_;
  Kokkos::View<BlockCost*, MemorySpace> changed_;
  Kokkos::View<std::int32_t, MemorySpace> count_;
  float for_sixteenth_ = 0;
  std::int32_t highest_ = 0;
  std::vector<std::int32_t> costs_;  ///< of each block
  std::vector<BlockCost> listed_;
  std::vector<AddedCost> added_;
};

template <class Execution>
void CrowdCosts<Execution>::make(const WorldGrid& map) {
  if (!is_on()) return;
  blocks_.side = std::max(1, static_cast<std::int32_t>(std::lround(1 / map.cell_size)));
  blocks_.columns = (map.width + blocks_.side - 1) / blocks_.side;
  blocks_.rows = (map.height + blocks_.side - 1) / blocks_.side;
  const float metres = static_cast<float>(blocks_.side) * map.cell_size;
  for_sixteenth_ = crowding_.crowding / (16 * metres * metres);
  costs_.assign(static_cast<std::size_t>(blocks_.columns) * static_cast<std::size_t>(blocks_.rows), 0);
  blocks_.people = to_view<MemorySpace>("plethos::fields::people", costs_);
  blocks_.cost = to_view<MemorySpace>("plethos::fields::crowd_costs", costs_);
  changed_ = unset_view<decltype(changed_)>("plethos::fields::crowd_changes", costs_.size());
  count_ = decltype(count_)("plethos::fields::crowd_count");
}

template <class Execution>
std::span<const AddedCost> CrowdCosts<Execution>::count(const Execution& execution, const WorldGrid& map,
                                                        const GridPlaces<MemorySpace>& places, const Agents<MemorySpace>& agents,
                                                        const backends::Ranks& ranks) {
  const auto blocks = static_cast<int>(costs_.size());
  backends::for_each(execution, "plethos::fields::clear_people", blocks, backends::Zero<decltype(blocks_.people)>{blocks_.people});
  execution.fence();
  set_element(count_, 0);
  backends::for_each(execution, "plethos::fields::count_people", agents.working, CountPeople<MemorySpace>{agents, places, blocks_});
  add_up_ranks(execution, ranks);
  backends::for_each(execution, "plethos::fields::find_crowd_costs", blocks,
                     FindCrowdCost<MemorySpace>{blocks_, for_sixteenth_, changed_, count_});
  execution.fence();
  listed_.resize(static_cast<std::size_t>(element(count_)));
  copy_bytes(listed_.data(), true, changed_.data(), in_host_memory<MemorySpace>, listed_.size() * sizeof(BlockCost));
  return add(map);
}

template <class Execution>
void CrowdCosts<Execution>::add_up_ranks(const Execution& execution, const backends::Ranks& ranks) const {
  if (ranks.alone()) return;
  execution.fence();
  const auto people = host_view(blocks_.people);
  std::vector<std::uint64_t> sums(people.data(), people.data() + people.size());
  ranks.sum(std::span(sums));
  const std::vector<std::int32_t> all(sums.begin(), sums.end());
  copy_bytes(blocks_.people.data(), in_host_memory<MemorySpace>, all.data(), true, 4 * all.size());
}

template <class Execution>
std::vector<std::uint32_t> CrowdCosts<Execution>::remembered() const {
  std::vector<std::uint32_t> words;
  for (std::size_t block = 0; block < costs_.size(); ++block) {
    if (costs_[block] == 0) continue;
    words.push_back(static_cast<std::uint32_t>(block));
    words.push_back(static_cast<std::uint32_t>(costs_[block]));
  }
  return words;
}

template <class Execution>
std::span<const AddedCost> CrowdCosts<Execution>::restore(const WorldGrid& map, std::span<const std::uint32_t> remembered) {
  std::vector<std::int32_t> costs(costs_.size(), 0);
  for (std::size_t k = 0; k + 1 < remembered.size(); k += 2) {
    if (remembered[k] < costs.size()) costs[remembered[k]] = std::min(static_cast<std::int32_t>(remembered[k + 1]), most_crowd_cost);
  }
  listed_.clear();
  for (std::size_t block = 0; block < costs.size(); ++block) {
    if (costs[block] != costs_[block]) listed_.push_back({static_cast<std::int32_t>(block), costs[block]});
  }
  copy_bytes(blocks_.cost.data(), in_host_memory<MemorySpace>, costs.data(), true, 4 * costs.size());
  return add(map);
}

template <class Execution>
std::span<const AddedCost> CrowdCosts<Execution>::add(const WorldGrid& map) {
  // Threads list blocks in any order.
  std::sort(listed_.begin(), listed_.end(), [](const BlockCost& a, const BlockCost& b) { return a.block < b.block; });
  added_.clear();
  for (auto first = listed_.begin(); first != listed_.end();) {
    const std::int32_t row = first->block / blocks_.columns;
    const auto end = std::find_if(first, listed_.end(), [&](const BlockCost& change) { return change.block / blocks_.columns != row; });
    for (std::int32_t y = row * blocks_.side; y < std::min((row + 1) * blocks_.side, map.height); ++y) {
      for (auto change = first; change != end; ++change) {
        const std::int32_t x = change->block % blocks_.columns * blocks_.side;
        for (std::int32_t column = x; column < std::min(x + blocks_.side, map.width); ++column) {
          if (map.is_passable(column, y)) added_.push_back({static_cast<std::int32_t>(map.index(column, y)), change->cost});
        }
      }
    }
    first = end;
  }
  for (const BlockCost& change : listed_) {
    costs_[static_cast<std::size_t>(change.block)] = change.cost;
    highest_ = std::max(highest_, change.cost);
  }
  return added_;
}

}  // namespace plethos::planning
