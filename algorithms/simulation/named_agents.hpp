#pragma once

#include <numeric>
#include <vector>

#include "backends/append.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "core/packed_agents.hpp"
#include "core/to_view.hpp"

namespace plethos::simulation {

/// Finds where the agents lie that have listed ids.
template <class MemorySpace>
struct FindPlaces {
  Kokkos::View<const std::uint32_t*, MemorySpace> id, listed;  // `listed`: in rising order
  std::uint32_t least, most;                                   // of `listed`
  Kokkos::View<std::int32_t*, MemorySpace> places;             // of those listed

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::uint32_t own = id(i);
    // A change often names one agent among very many.
    if (own < least || own > most) return;
    int first = 0;
    for (int left = listed.extent_int(0); left > 0;) {
      const int half = left / 2;
      const bool behind = listed(first + half) < own;
      first += behind ? half + 1 : 0;
      left = behind ? left - half - 1 : half;
    }
    if (listed(first) == own) places(first) = i;
  }
};

/// Lists the ids of absent agents, in any order.
template <class MemorySpace>
struct ListAbsent {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Integers ids;
  Kokkos::View<std::int32_t, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) == absent_state) ids(backends::append_place(count())) = static_cast<std::int32_t>(agents.id(i));
  }
};

/// Returns the ids of absent agents, in any order. `scratch` has room for all agents. Waits.
template <class Execution, class MemorySpace>
std::vector<std::uint32_t> absent_ids(const Execution& execution, const Agents<MemorySpace>& agents,
                                      const typename Agents<MemorySpace>::Integers& scratch) {
  const Kokkos::View<std::int32_t, MemorySpace> count("plethos::simulation::absent");
  backends::for_each(execution, "plethos::simulation::list_absent", agents.count, ListAbsent<MemorySpace>{agents, scratch, count});
  execution.fence();
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(element(count)));
  copy_bytes(ids.data(), true, scratch.data(), in_host_memory<MemorySpace>, 4 * ids.size());
  return ids;
}

/// Some agents of all, in host memory, where they can be changed.
template <class Execution>
class NamedAgents {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Copies the agents with these ids, which rise and all exist. Waits. Cost: a pass over all ids, and the copies.
  NamedAgents(const Execution& execution, const Agents<MemorySpace>& all, const std::vector<std::uint32_t>& ids)
      : execution_(execution),
        all_(all),
        count_(static_cast<std::int32_t>(ids.size())),
        words_(record_words(all)),
        places_("plethos::simulation::places", ids.size()),
        records_("plethos::simulation::records", ids.size() * static_cast<std::size_t>(words_)),
        on_host_(count_, all.words()) {
    if (ids.empty()) return;
    backends::for_each(
        execution, "plethos::simulation::find_places", all.count,
        FindPlaces<MemorySpace>{all.id, to_view<MemorySpace>("plethos::simulation::ids", ids), ids.front(), ids.back(), places_});
    std::vector<std::int32_t> slots(ids.size());
    std::iota(slots.begin(), slots.end(), 0);
    backends::for_each(
        execution, "plethos::simulation::gather", count_,
        WriteRecords<MemorySpace>{all, places_, to_view<MemorySpace>("plethos::simulation::slots", slots), records_, words_});
    execution.fence();
    const auto records = host_view(records_);
    for (std::int32_t k = 0; k < count_; ++k) read_agent(Columns(), on_host_, k, records.data() + offset(k));
  }

  /// In the order of their ids.
  const Agents<Kokkos::HostSpace>& on_host() const { return on_host_; }
  /// Makes the agents as they are on the host. Waits.
  void put_back() const {
    const auto records = host_view(records_);
    for (std::int32_t k = 0; k < count_; ++k) write_agent(Columns(), on_host_, k, records.data() + offset(k));
    if constexpr (!in_host_memory<MemorySpace>) copy_view(records_, records);
    backends::for_each(execution_, "plethos::simulation::scatter", count_, ReadRecords<MemorySpace>{all_, records_, words_, 0, places_});
    execution_.fence();
  }

 private:
  using Columns = AgentColumns<Agents<Kokkos::HostSpace>>;

  std::size_t offset(std::int32_t k) const { return static_cast<std::size_t>(k) * static_cast<std::size_t>(words_); }

  const Execution& execution_;
  Agents<MemorySpace> all_;
  std::int32_t count_, words_;
  Kokkos::View<std::int32_t*, MemorySpace> places_;
  Kokkos::View<std::uint32_t*, MemorySpace> records_;
  Agents<Kokkos::HostSpace> on_host_;
};

}  // namespace plethos::simulation
