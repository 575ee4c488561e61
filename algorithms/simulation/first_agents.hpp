#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/in_parts.hpp"
#include "core/set_agents.hpp"

namespace plethos::simulation {

/// A device gets so many agents at a time, so that the host holds no second crowd.
inline constexpr std::size_t agents_at_a_time = std::size_t{1} << 22;

/// Copies the first `count` agents in host memory to the places from `first` on in another memory, but for what methods remember and agents
/// have lacked: that is 0.
template <class MemorySpace>
void copy_to_places(const Agents<MemorySpace>& to, std::size_t first, const Agents<Kokkos::HostSpace>& from, std::size_t count) {
  to.zip(from, [&]<class Column, class Made>(const Column& column, const Made& made) {
    if constexpr (Column::rank() == 1 ||
                  (Column::rank_dynamic() == 1 && std::is_same_v<typename Column::array_layout, Kokkos::LayoutLeft>)) {
      constexpr std::size_t columns = Column::rank() == 1 ? 1 : Column::static_extent(1);
      for (std::size_t k = 0; k < columns; ++k) {
        copy_bytes(column.data() + k * static_cast<std::size_t>(to.stride) + first, in_host_memory<MemorySpace>,
                   made.data() + k * static_cast<std::size_t>(from.stride), true, count * sizeof(typename Column::value_type));
      }
    }
  });
}

/// Writes the agents [from, from + count) of `records` to the places from `at` on in host memory, by all processors. id_of(i) is the id of
/// the i-th.
template <class IdOf>
void set_some(const Agents<Kokkos::HostSpace>& agents, std::size_t at, std::span<const AgentRecord> records, std::size_t from,
              std::size_t count, const IdOf& id_of) {
  in_parts(count, [&](std::size_t first, std::size_t end) {
    set_agents(agents, static_cast<std::int32_t>(at + first), records.subspan(from + first, end - first),
               [&](std::int32_t k) { return id_of(from + first + static_cast<std::size_t>(k)); });
  });
}

/// Makes an agent of each record, and padding behind them, for so many at a time in host memory first.
template <class MemorySpace, class IdOf>
void begin_in_blocks(const Agents<MemorySpace>& agents, std::span<const AgentRecord> records, const IdOf& id_of, std::size_t at_a_time) {
  const auto stride = static_cast<std::size_t>(agents.stride);
  const Agents<Kokkos::HostSpace> made(static_cast<std::int32_t>(std::min(stride, at_a_time)));
  for (std::size_t first = 0, count = 0; first < stride; first += count) {
    const bool padding = first >= records.size();
    count = std::min(at_a_time, (padding ? stride : records.size()) - first);
    if (padding) {
      set_padding(made, 0, static_cast<std::int32_t>(count), static_cast<std::int32_t>(first));
    } else {
      set_some(made, 0, records, first, count, id_of);
    }
    copy_to_places(agents, first, made, count);
  }
}

/// Makes an agent of each record; id_of(i) is the id of the i-th. What methods remember of them must be 0 already. Cost: a pass over the
/// records and the padding, on all processors, and on a device a copy of them.
template <class MemorySpace, class IdOf>
void begin_agents(Agents<MemorySpace>& agents, std::span<const AgentRecord> records, const IdOf& id_of) {
  agents.hold(static_cast<std::int32_t>(records.size()));
  if constexpr (in_host_memory<MemorySpace>) {
    set_some(agents, 0, records, 0, records.size(), id_of);
    set_padding(agents, agents.count, agents.stride, agents.count);
  } else {
    begin_in_blocks(agents, records, id_of, agents_at_a_time);
  }
}

}  // namespace plethos::simulation
