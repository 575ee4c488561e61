#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/distribution/agent_record.hpp"
#include "algorithms/distribution/regions.hpp"
#include "backends/fetch.hpp"
#include "backends/scan.hpp"
#include "core/agents.hpp"
#include "core/present.hpp"

namespace plethos::distribution {

/// The rank of each cell of the regions, in one memory space.
template <class MemorySpace>
struct Owners {
  UniformGrid cells;
  Kokkos::View<const std::int32_t*, MemorySpace> owner;

  KOKKOS_INLINE_FUNCTION std::int32_t of(const Agents<MemorySpace>& agents, std::int32_t i) const {
    return owner(cells.cell_of(agents.position(i, 0), agents.position(i, 1)));
  }
};

/// Marks the owned agents that stay and move, and those that leave for another rank.
template <class MemorySpace>
struct MarkAgents {
  Agents<MemorySpace> agents;
  Owners<MemorySpace> owners;
  std::int32_t rank;
  bool parks;
  Kokkos::View<std::int32_t*, MemorySpace> moving, leaving;

  KOKKOS_FUNCTION void operator()(int i) const {
    const bool is_agent = i < agents.owned;
    const bool leaves = is_agent && owners.of(agents, i) != rank;
    leaving(i) = leaves ? 1 : 0;
    moving(i) = is_agent && !leaves && (!parks || !is_idle(agents.state(i))) ? 1 : 0;
  }
};

/// Lists the agents that leave, with the ranks that they go to.
template <class MemorySpace>
struct ListLeaving {
  Agents<MemorySpace> agents;
  Owners<MemorySpace> owners;
  Kokkos::View<const std::int32_t*, MemorySpace> leaving;  ///< the number of agents before i that leave
  Kokkos::View<std::int32_t*, MemorySpace> agent, rank;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (leaving(i + 1) == leaving(i)) return;
    agent(leaving(i)) = i;
    rank(leaving(i)) = owners.of(agents, i);
  }
};

/// Moves the agents that stay: first those that move, then, behind the ones that come, the others.
template <class MemorySpace>
struct CloseRanks {
  Agents<MemorySpace> from, to;
  Kokkos::View<const std::int32_t*, MemorySpace> moving, leaving;  ///< the numbers of such agents before i
  std::int32_t parked;                                             ///< the place of the first that does not move

  KOKKOS_FUNCTION void operator()(int i) const {
    if (leaving(i + 1) != leaving(i)) return;
    const bool goes_on = moving(i + 1) != moving(i);
    to.copy_agent(goes_on ? moving(i) : parked + (i - moving(i) - leaving(i)), from, i);
  }
};

/// Copies agents to other places of the same memory.
template <class MemorySpace>
struct MoveAgents {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Kokkos::View<const std::int32_t*, MemorySpace> from, to;

  KOKKOS_FUNCTION void operator()(int k) const { agents.copy_agent(to(k), agents, from(k)); }
};

/// Sends agents to the ranks in whose regions they are now, all that there is of them, and parks those that have settled.
template <class Execution>
class Migration {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  /// Makes room for so many agents in `agents` and `scratch`, which keep the agents [0, count).
  using Reserve = std::function<void(std::int32_t agents)>;

  /// `path`: as Transport has it.
  explicit Migration(GpuPath path) : transport_(path) {}
  /// Together. Afterwards there are no ghosts. `scratch` has the same capacity; Halo::settle() brings parked agents there. Agents are
  /// parked if `parks`, and if many others leave or come, or at least an eighth of the working ones has settled. Returns whether parked
  /// agents have other places than before, or are others. Waits. Cost: two scans over the owned agents, and if many leave or come, or any
  /// are parked, a copy of all.
  bool run(const Execution& execution, const backends::Ranks& ranks, bool parks, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch,
           const Reserve& reserve, const Carried<MemorySpace>& carried);

  /// Takes note of other regions.
  void divide(const Regions& regions) {
    owners_ = {regions.cells(), to_view<MemorySpace>("plethos::distribution::owners", regions.owner())};
  }
  const Owners<MemorySpace>& owners() const { return owners_; }
  /// The agents that have come to this rank so far.
  std::uint64_t arrivals() const { return arrivals_; }
  std::uint64_t bytes() const {
    return 4 * (moving_.size() + leaving_.size() + block_sums_.size() + agent_.size() + rank_.size() + slot_.size() + source_.size() +
                target_.size() + owners_.owner.size()) +
           transport_.bytes();
  }

 private:
  static constexpr std::int32_t least_share_to_park = 8;
  /// If fewer leave and come, agents that stay do so where they are. To copy one takes longer then, because its columns lie apart.
  static constexpr std::int32_t least_share_to_close = 16;

  void fill_holes(const Execution& execution, const std::vector<std::int32_t>& host_holes, const Integers& holes,
                  const Post<MemorySpace>& post, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch);

  Owners<MemorySpace> owners_;
  Integers moving_, leaving_, block_sums_, agent_, rank_, slot_, source_, target_;
  backends::Fetch<Execution> fetch_;
  Transport<Execution> transport_;
  std::uint64_t arrivals_ = 0;
};

template <class Execution>
bool Migration<Execution>::run(const Execution& execution, const backends::Ranks& ranks, bool parks, Agents<MemorySpace>& agents,
                               Agents<MemorySpace>& scratch, const Reserve& reserve, const Carried<MemorySpace>& carried) {
  agents.count = scratch.count = agents.owned;
  const std::int32_t owned = agents.owned;
  const auto entries = static_cast<std::size_t>(agents.capacity) + 1;
  if (moving_.size() < entries) {
    fit_view("plethos::distribution::moving", entries, moving_);
    fit_view("plethos::distribution::leaving", entries, leaving_);
    fit_view("plethos::distribution::block_sums", entries / backends::scan_block + 1, block_sums_);
  }
  backends::for_each(execution, "plethos::distribution::mark", owned + 1,
                     MarkAgents<MemorySpace>{agents, owners_, ranks.rank(), parks, moving_, leaving_});
  for (const Integers& marks : {moving_, leaving_})
    backends::exclusive_scan(execution, "plethos::distribution::scan", owned + 1, marks, block_sums_);
  const auto sums = fetch_.element_of(execution, static_cast<std::size_t>(owned), moving_, leaving_);
  const std::int32_t moving = sums[0], leaving = sums[1];

  const auto agent = claim_view("plethos::distribution::leaving_agents", static_cast<std::size_t>(leaving), agent_);
  const auto rank = claim_view("plethos::distribution::ranks", static_cast<std::size_t>(leaving), rank_);
  std::span<const std::int32_t> listed;
  if (leaving > 0) {
    backends::for_each(execution, "plethos::distribution::list_leaving", owned,
                       ListLeaving<MemorySpace>{agents, owners_, leaving_, agent, rank});
    listed = fetch_(execution, {agent, rank});
  }
  const std::vector<std::int32_t> holes(listed.begin(), listed.begin() + leaving);
  const Slots slots(listed.subspan(holes.size()), ranks.size());
  const auto slot = refill_view("plethos::distribution::slots", std::span<const std::int32_t>(slots.slot), slot_);
  const Post<MemorySpace> post = send_agents(transport_, execution, ranks, agents, agent, slot, slots, carried);
  arrivals_ += static_cast<std::uint64_t>(post.total);

  const std::int32_t idle = owned - leaving - moving, parked = owned - agents.working;
  const bool parks_more = parks && idle > parked && (idle - parked) * least_share_to_park >= agents.working;
  if (leaving == 0 && post.total == 0 && !parks_more) return false;
  reserve(owned - leaving + post.total);
  if (!parks_more && carried.words == 0 && (leaving + post.total) * std::int64_t{least_share_to_close} < owned) {
    if (holes.empty() || holes.back() < agents.working) {
      fill_holes(execution, holes, agent, post, agents, scratch);
      return parked > 0;
    }
  }
  const std::int32_t working = moving + post.total;
  backends::for_each(execution, "plethos::distribution::close_ranks", owned,
                     CloseRanks<MemorySpace>{agents, scratch, moving_, leaving_, working});
  backends::for_each(execution, "plethos::distribution::read_records", post.total,
                     ReadRecords<MemorySpace>{scratch, post.records, post.words, moving});
  std::swap(agents, scratch);
  agents.hold(working + idle);
  agents.working = working;
  scratch.hold_as(agents);
  if (carried.words > 0 && post.total > 0) carried.read(moving, post.total, post.records, post.words, post.words - carried.words);
  execution.fence();
  return true;
}

/// Gives the places of working agents that have left to those that have come. `holes` are in order. The last working agents fill those
/// that remain. Parked agents stay behind the working ones: the first or last of them go to the other end.
template <class Execution>
void Migration<Execution>::fill_holes(const Execution& execution, const std::vector<std::int32_t>& host_holes, const Integers& holes,
                                      const Post<MemorySpace>& post, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  const auto leaving = static_cast<std::int32_t>(host_holes.size());
  const std::int32_t before = agents.working, parked = agents.owned - before, more = post.total - leaving, working = before + more;
  std::vector<std::int32_t> from, to;
  const auto move = [&] {
    if (from.empty()) return;
    execution.fence();
    const auto sources = refill_view("plethos::distribution::sources", std::span<const std::int32_t>(from), source_);
    const auto targets = refill_view("plethos::distribution::targets", std::span<const std::int32_t>(to), target_);
    backends::for_each(execution, "plethos::distribution::move", static_cast<int>(from.size()),
                       MoveAgents<MemorySpace>{agents, sources, targets});
  };
  std::int32_t end = before;
  for (std::size_t k = static_cast<std::size_t>(post.total), last = host_holes.size(); k < last && host_holes[k] < working; ++k) {
    for (; host_holes[last - 1] == end - 1; --last) --end;
    from.push_back(--end);
    to.push_back(host_holes[k]);
  }
  move();
  from.clear();
  to.clear();
  for (std::int32_t k = 0, moved = std::min(std::abs(more), parked); k < moved; ++k) {
    from.push_back(more > 0 ? before + k : agents.owned - moved + k);
    to.push_back(more > 0 ? agents.owned + more - moved + k : working + k);
  }
  move();
  backends::for_each(execution, "plethos::distribution::read_records", post.total,
                     ReadRecords<MemorySpace>{agents, post.records, post.words, before, holes});
  agents.hold(working + parked);
  agents.working = working;
  scratch.hold_as(agents);
  execution.fence();
}

}  // namespace plethos::distribution
