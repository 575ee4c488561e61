#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/distribution/halo_packing.hpp"
#include "algorithms/distribution/regions.hpp"
#include "algorithms/distribution/transport.hpp"
#include "backends/append.hpp"
#include "backends/fetch.hpp"
#include "backends/zero.hpp"
#include "core/agents.hpp"
#include "core/present.hpp"

namespace plethos::distribution {

/// Returns the squared distance of a point from a rectangle, in m^2.
KOKKOS_INLINE_FUNCTION float squared_distance(const Box& box, float x, float y) {
  // On a CPU fmax() is a function of the C library.
  const auto greater = [](float a, float b) { return a > b ? a : b; };
  const float away_x = greater(0.f, greater(box.low_x - x, x - box.high_x));
  const float away_y = greater(0.f, greater(box.low_y - y, y - box.high_y));
  return Kokkos::fma(away_x, away_x, away_y * away_y);
}

/// The owned agents of which other ranks need copies: those in the scene that are within reach of a rectangle.
template <class MemorySpace>
struct Copies {
  Agents<MemorySpace> agents;
  Kokkos::View<const Box*, MemorySpace> boxes;  ///< of the ranks nearby
  float reach_squared;                          ///< m^2
  bool leave_on_arrival;

  /// Calls visit(k) for each rank nearby that needs a copy of agent i.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each(std::int32_t i, const Visit& visit) const {
    if (!present(agents.state(i), leave_on_arrival)) return;
    for (std::int32_t k = 0; k < boxes.extent_int(0); ++k) {
      if (squared_distance(boxes(k), agents.position(i, 0), agents.position(i, 1)) <= reach_squared) visit(k);
    }
  }
};

/// Lists copies in any order, and lets each agent remember its own.
template <class MemorySpace>
struct ListCopies {
  Copies<MemorySpace> copies;
  std::int32_t word;
  std::int32_t room;                               ///< the list's; copies beyond are counted only
  Kokkos::View<std::int32_t*, MemorySpace> count;  ///< of all copies, then of those for each rank nearby
  Kokkos::View<std::int32_t*, MemorySpace> rank;   ///< nearby, of each copy
  Kokkos::View<GhostCopy*, MemorySpace> list;      ///< with slots among the copies for the same rank

  KOKKOS_FUNCTION void operator()(int i) const {
    std::int32_t last = -1;
    copies.for_each(i, [&](std::int32_t k) {
      // Threads of a warp may be at several ranks' numbers.
      const std::int32_t slot = Kokkos::atomic_fetch_add(&count(1 + k), 1), at = backends::append_place(count(0));
      if (at < room) {
        rank(at) = k;
        list(at) = {slot, last};
      }
      last = at;
    });
    copies.agents.memory(i, word) = static_cast<std::uint32_t>(last + 1);
  }
};

/// Makes the slots those among the copies for all ranks.
template <class MemorySpace, class Firsts>
struct SetSlots {
  Firsts first;  ///< of each rank nearby
  Kokkos::View<const std::int32_t*, MemorySpace> rank;
  Kokkos::View<GhostCopy*, MemorySpace> list;

  KOKKOS_FUNCTION void operator()(int at) const { list(at).slot += first(rank(at)); }
};

/// The agents at a region's border, which other ranks see as ghosts. Who they are is settled between steps. Until that is done again, each
/// step sends what has changed of them, by messages between the same ranks.
template <class Execution>
class Halo {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Reserve = std::function<void(std::int32_t agents)>;

  /// Agents remember their copies in the last of their words. `path`: as Transport has it.
  Halo(bool leave_on_arrival, GpuPath path) : leave_on_arrival_(leave_on_arrival), constants_(path), states_(path), preferred_(path) {}
  /// Says how near agents must be to a region to be ghosts there, in m.
  void reach_to(float reach) { reach_ = reach; }

  /// Together: finds out which agents are ghosts where, and sends what steps do not change of them. There must be no ghosts before;
  /// afterwards they and the parked agents are in both memories. Waits for kernels, but for the last ones. Cost: a pass over the owned
  /// agents, and copies of 8 bytes a ghost.
  void settle(const Execution& execution, const backends::Ranks& ranks, const Regions& regions, Agents<MemorySpace>& agents,
              Agents<MemorySpace>& scratch, const Reserve& reserve);
  /// In a step, with what changes about ghosts before it: post() launches what writes it, start() sends it when that is done, and
  /// receive() waits for what other ranks have sent, and launches what takes it over. Other kernels may be launched in between. A host
  /// sends in post() at once.
  void post(const Execution& execution, const Agents<MemorySpace>& agents) {
    post(execution, GhostColumns<MemorySpace, Told::each_step>{agents}, states_);
  }
  void start() { states_.start(); }
  void receive(const Execution& execution, const Agents<MemorySpace>& agents) {
    receive(execution, GhostColumns<MemorySpace, Told::each_step>{agents}, states_);
  }
  /// The same with the velocities that ghosts prefer.
  void post_preferred(const Execution& execution, const Agents<MemorySpace>& agents) {
    post(execution, GhostColumns<MemorySpace, Told::in_step>{agents}, preferred_);
  }
  void start_preferred() { preferred_.start(); }
  void receive_preferred(const Execution& execution, const Agents<MemorySpace>& agents) {
    receive(execution, GhostColumns<MemorySpace, Told::in_step>{agents}, preferred_);
  }

  /// Returns the seconds waited for other ranks since the last call, as Transport has it.
  double waited() { return constants_.waited() + states_.waited() + preferred_.waited(); }

  float reach() const { return reach_; }
  std::uint64_t bytes() const {
    return 4 * (count_.size() + rank_.size()) + sizeof(GhostCopy) * list_.size() + sizeof(Box) * boxes_.size() + constants_.bytes() +
           states_.bytes() + preferred_.bytes();
  }

 private:
  template <class Sent>
  void write(const Execution& execution, const Sent& sent, std::uint32_t* ghosts) {
    const int items = WriteGhosts<Sent>::items(sent.agents.owned);
    backends::for_each(execution, "plethos::distribution::write_ghosts", items,
                       WriteGhosts<Sent>{sent, items, sent.agents.words() - 1, list_.data(), ghosts});
  }
  template <class Sent>
  void post(const Execution& execution, const Sent& sent, Transport<Execution>& mail) {
    write(execution, sent, mail.outgoing());
    mail.post(execution);
  }
  template <class Sent>
  void receive(const Execution& execution, const Sent& sent, Transport<Execution>& mail) {
    mail.receive(execution);
    backends::for_each(execution, "plethos::distribution::read_ghosts", sent.agents.ghosts(), ReadGhosts<Sent>{sent, mail.incoming()});
  }

  /// Lists the copies for the ranks nearby, and returns how many go to each rank.
  Cuts list_copies(const Execution& execution, const backends::Ranks& ranks, const Regions& regions, const Agents<MemorySpace>& agents);

  float reach_ = 0;
  bool leave_on_arrival_;
  Kokkos::View<Box*, MemorySpace> boxes_;
  Integers count_, rank_;
  Kokkos::View<GhostCopy*, MemorySpace> list_;
  backends::Fetch<Execution> fetch_;
  Kokkos::View<std::int32_t*, typename backends::StagingMemory<Execution>::type> firsts_;
  Transport<Execution> constants_, states_, preferred_;
};

template <class Execution>
Cuts Halo<Execution>::list_copies(const Execution& execution, const backends::Ranks& ranks, const Regions& regions,
                                  const Agents<MemorySpace>& agents) {
  const auto own_rank = static_cast<std::size_t>(ranks.rank());
  std::vector<Box> boxes;
  std::vector<std::size_t> near;
  for (std::size_t rank = 0; rank < regions.boxes().size(); ++rank) {
    if (rank == own_rank || !(distance(regions.boxes()[own_rank], regions.boxes()[rank]) <= reach_)) continue;
    boxes.push_back(regions.boxes()[rank]);
    near.push_back(rank);
  }
  const auto near_boxes = refill_view("plethos::distribution::boxes", std::span<const Box>(boxes), boxes_);
  const Copies<MemorySpace> copies{agents, near_boxes, reach_ * reach_, leave_on_arrival_};
  const auto count = claim_view("plethos::distribution::copy_counts", near.size() + 1, count_);
  std::span<const std::int32_t> counted;
  for (;;) {
    const auto room = static_cast<std::int32_t>(std::min(rank_.size(), list_.size()));
    backends::for_each(execution, "plethos::distribution::clear_copies", static_cast<int>(count.size()), backends::Zero<Integers>{count});
    backends::for_each(execution, "plethos::distribution::list_copies", agents.owned,
                       ListCopies<MemorySpace>{copies, agents.words() - 1, room, count, rank_, list_});
    counted = fetch_(execution, {count});
    if (counted[0] <= room) break;
    claim_view("plethos::distribution::ranks", static_cast<std::size_t>(counted[0]), rank_);
    claim_view("plethos::distribution::copies", rank_.size(), list_);
  }
  Cuts cuts{std::vector<std::int32_t>(static_cast<std::size_t>(ranks.size()) + 1, 0)};
  for (std::size_t k = 0; k < near.size(); ++k) cuts.first[near[k] + 1] = counted[1 + k];
  std::partial_sum(cuts.first.begin(), cuts.first.end(), cuts.first.begin());
  const auto firsts = claim_view("plethos::distribution::first_slots", near.size(), firsts_);
  for (std::size_t k = 0; k < near.size(); ++k) firsts(k) = cuts.first[near[k]];
  backends::for_each(execution, "plethos::distribution::set_slots", counted[0],
                     SetSlots<MemorySpace, decltype(firsts_)>{firsts, rank_, list_});
  return cuts;
}

template <class Execution>
void Halo<Execution>::settle(const Execution& execution, const backends::Ranks& ranks, const Regions& regions, Agents<MemorySpace>& agents,
                             Agents<MemorySpace>& scratch, const Reserve& reserve) {
  for (Transport<Execution>* const mail : {&constants_, &states_, &preferred_}) mail->disconnect();
  const Cuts cuts = list_copies(execution, ranks, regions, agents);
  std::vector<std::int32_t> goes(static_cast<std::size_t>(ranks.size()));
  for (std::size_t rank = 0; rank < goes.size(); ++rank) goes[rank] = cuts.count(rank);
  const std::vector<std::int32_t> comes = ranks.swap(goes);
  const std::int32_t ghosts = std::reduce(comes.begin(), comes.end());
  reserve(agents.owned + ghosts);
  using Constants = GhostColumns<MemorySpace, Told::once>;
  constants_.connect(ranks, 2, Constants::words, cuts, comes);
  post(execution, Constants{agents}, constants_);
  constants_.start();
  states_.connect(ranks, 0, GhostColumns<MemorySpace, Told::each_step>::words, cuts, comes);
  preferred_.connect(ranks, 1, GhostColumns<MemorySpace, Told::in_step>::words, cuts, comes);
  for (Agents<MemorySpace>* const all : {&agents, &scratch}) all->count = all->owned + ghosts;
  receive(execution, Constants{agents}, constants_);
  backends::for_each(execution, "plethos::distribution::read_ghosts", ghosts, ReadGhosts<Constants>{{scratch}, constants_.incoming()});
  // Sorting takes working agents to the other memory, with what they remember.
  backends::for_each(execution, "plethos::distribution::copy_parked", agents.owned - agents.working,
                     CopyBehind<MemorySpace>{agents, scratch, agents.working});
}

}  // namespace plethos::distribution
