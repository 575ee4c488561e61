#pragma once

#include <functional>
#include <span>
#include <vector>

#include "algorithms/distribution/halo_packing.hpp"
#include "algorithms/distribution/regions.hpp"
#include "algorithms/distribution/transport.hpp"
#include "backends/scan.hpp"
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

template <class MemorySpace>
struct CountCopies {
  Copies<MemorySpace> copies;
  Kokkos::View<std::int32_t*, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    std::int32_t found = 0;
    if (i < copies.agents.owned) copies.for_each(i, [&](std::int32_t) { ++found; });
    count(i) = found;
  }
};

/// Lists copies, those of one agent one after the other, and lets the agent remember where they begin.
template <class MemorySpace>
struct ListCopies {
  Copies<MemorySpace> copies;
  Kokkos::View<const std::int32_t*, MemorySpace> first;
  std::int32_t word;
  Kokkos::View<std::int32_t*, MemorySpace> rank;  ///< of each copy: one nearby, times two, plus one for an agent's last

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t begin = first(i), end = first(i + 1);
    copies.agents.memory(i, word) = begin < end ? static_cast<std::uint32_t>(begin) + 1 : 0;
    std::int32_t at = begin;
    if (begin == end) return;
    copies.for_each(i, [&](std::int32_t k) {
      rank(at) = 2 * k + (at + 1 == end ? 1 : 0);
      ++at;
    });
  }
};

/// The agents at a region's border, which other ranks see as ghosts. Who they are is settled between steps. Until that is done again, each
/// step sends what has changed of them, by messages between the same ranks.
template <class Execution>
class Halo {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  using Reserve = std::function<void(std::int32_t agents)>;

  /// Agents remember their copies in the last of their words. `direct`: as Transport has it.
  Halo(bool leave_on_arrival, bool direct) : leave_on_arrival_(leave_on_arrival), states_(direct), preferred_(direct) {}
  /// Says how near agents must be to a region to be ghosts there, in m.
  void reach_to(float reach) { reach_ = reach; }

  /// Together: finds out which agents are ghosts where, and sends what steps do not change of them. There must be no ghosts before;
  /// afterwards they and the parked agents are in both memories. Waits. Cost: three passes over the owned agents, and copies of 12 bytes a
  /// ghost.
  void settle(const Execution& execution, const backends::Ranks& ranks, const Regions& regions, Agents<MemorySpace>& agents,
              Agents<MemorySpace>& scratch, const Reserve& reserve);
  /// In a step, with what changes about ghosts before it: post() launches what writes it, start() sends it when that is done, and
  /// receive() waits for what other ranks have sent, and launches what takes it over. Other kernels may be launched in between. A host
  /// sends in post() at once. receive() returns the seconds that it waited.
  void post(const Execution& execution, const Agents<MemorySpace>& agents) {
    post(execution, GhostColumns<MemorySpace, Told::each_step>{agents}, states_);
  }
  void start() { states_.start(); }
  double receive(const Execution& execution, const Agents<MemorySpace>& agents) {
    return receive(execution, GhostColumns<MemorySpace, Told::each_step>{agents}, states_);
  }
  /// The same with the velocities that ghosts prefer.
  void post_preferred(const Execution& execution, const Agents<MemorySpace>& agents) {
    post(execution, GhostColumns<MemorySpace, Told::in_step>{agents}, preferred_);
  }
  void start_preferred() { preferred_.start(); }
  double receive_preferred(const Execution& execution, const Agents<MemorySpace>& agents) {
    return receive(execution, GhostColumns<MemorySpace, Told::in_step>{agents}, preferred_);
  }

  float reach() const { return reach_; }
  std::uint64_t bytes() const {
    return 4 * (first_.size() + block_sums_.size() + rank_.size() + slot_.size()) + states_.bytes() + preferred_.bytes() +
           sizeof(Box) * boxes_.size();
  }

 private:
  template <class Sent>
  void write(const Execution& execution, const Sent& sent, std::uint32_t* ghosts) {
    const int items = WriteGhosts<Sent>::items(sent.agents.owned);
    backends::for_each(execution, "plethos::distribution::write_ghosts", items,
                       WriteGhosts<Sent>{sent, items, sent.agents.words() - 1, slot_.data(), ghosts});
  }
  template <class Sent>
  void post(const Execution& execution, const Sent& sent, Transport<Execution>& mail) {
    write(execution, sent, mail.outgoing());
    mail.post(execution);
  }
  template <class Sent>
  double receive(const Execution& execution, const Sent& sent, Transport<Execution>& mail) {
    const double seconds = mail.receive(execution);
    backends::for_each(execution, "plethos::distribution::read_ghosts", sent.agents.ghosts(), ReadGhosts<Sent>{sent, mail.incoming()});
    return seconds;
  }

  float reach_ = 0;
  bool leave_on_arrival_;
  Kokkos::View<Box*, MemorySpace> boxes_;
  Integers first_, block_sums_, rank_, slot_;
  Transport<Execution> states_, preferred_;
};

template <class Execution>
void Halo<Execution>::settle(const Execution& execution, const backends::Ranks& ranks, const Regions& regions, Agents<MemorySpace>& agents,
                             Agents<MemorySpace>& scratch, const Reserve& reserve) {
  states_.disconnect();
  preferred_.disconnect();
  const auto own_rank = static_cast<std::size_t>(ranks.rank());
  std::vector<Box> boxes;
  std::vector<std::int32_t> near;
  for (std::size_t rank = 0; rank < regions.boxes().size(); ++rank) {
    if (rank == own_rank || !(distance(regions.boxes()[own_rank], regions.boxes()[rank]) <= reach_)) continue;
    boxes.push_back(regions.boxes()[rank]);
    near.push_back(static_cast<std::int32_t>(rank));
  }
  const auto near_boxes = refill_view("plethos::distribution::boxes", std::span<const Box>(boxes), boxes_);
  const Copies<MemorySpace> copies{agents, near_boxes, reach_ * reach_, leave_on_arrival_};
  const auto entries = static_cast<std::size_t>(agents.capacity) + 1;
  if (first_.size() < entries) {
    fit_view("plethos::distribution::first", entries, first_);
    fit_view("plethos::distribution::block_sums", entries / backends::scan_block + 1, block_sums_);
  }
  backends::for_each(execution, "plethos::distribution::count_copies", agents.owned + 1, CountCopies<MemorySpace>{copies, first_});
  backends::exclusive_scan(execution, "plethos::distribution::scan", agents.owned + 1, first_, block_sums_);
  execution.fence();
  const auto count = static_cast<std::size_t>(element(first_, static_cast<std::size_t>(agents.owned)));
  const auto rank = claim_view("plethos::distribution::ranks", count, rank_);
  backends::for_each(execution, "plethos::distribution::list_copies", agents.owned,
                     ListCopies<MemorySpace>{copies, first_, agents.words() - 1, rank});
  execution.fence();

  const auto marked = host_view(rank);
  std::vector<std::int32_t> rank_of_copy(count);
  for (std::size_t k = 0; k < count; ++k) rank_of_copy[k] = near[static_cast<std::size_t>(marked(k) >> 1)];
  const Slots slots(rank_of_copy, ranks.size());
  std::vector<std::int32_t> marked_slot(count);
  for (std::size_t k = 0; k < count; ++k) marked_slot[k] = 2 * slots.slot[k] + (marked(k) & 1);
  refill_view("plethos::distribution::slots", std::span<const std::int32_t>(marked_slot), slot_);
  using Constants = GhostColumns<MemorySpace, Told::once>;
  const Post<MemorySpace> post = states_.send(execution, ranks, slots, Constants::words,
                                              [&](const auto& ghosts) { write(execution, Constants{agents}, ghosts.data()); });
  reserve(agents.owned + post.total);
  for (Agents<MemorySpace>* const all : {&agents, &scratch}) {
    backends::for_each(execution, "plethos::distribution::read_ghosts", post.total, ReadGhosts<Constants>{{*all}, post.records.data()});
    all->count = all->owned + post.total;
  }
  // Sorting takes working agents to the other memory, with what they remember.
  backends::for_each(execution, "plethos::distribution::copy_parked", agents.owned - agents.working,
                     CopyBehind<MemorySpace>{agents, scratch, agents.working});
  execution.fence();
  states_.connect(ranks, 0, GhostColumns<MemorySpace, Told::each_step>::words, slots, post.count);
  preferred_.connect(ranks, 1, GhostColumns<MemorySpace, Told::in_step>::words, slots, post.count);
}

}  // namespace plethos::distribution
