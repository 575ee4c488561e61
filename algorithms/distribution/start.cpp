#include "algorithms/distribution/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "algorithms/distribution/cuts.hpp"
#include "algorithms/distribution/slabs.hpp"
#include "backends/ranks/agree.hpp"
#include "core/in_parts.hpp"

namespace plethos::distribution {

float greatest_speed(const AgentRecord& agent) {
  const float speed = std::sqrt(agent.velocity.x * agent.velocity.x + agent.velocity.y * agent.velocity.y);
  // Velocities are rounded.
  return std::max({speed, agent.maximum_speed, agent.preferred_speed}) * 1.001f;
}

namespace {

constexpr std::int64_t agents_of_round = std::int64_t{1} << 19;

/// An agent on its way to the rank that owns it.
struct Sent {
  std::uint32_t id;
  AgentRecord record;
};
static_assert(sizeof(Sent) == sizeof(std::uint32_t) + sizeof(AgentRecord) && std::is_trivially_copyable_v<Sent>);

/// What CrowdAtStart is made of, for some of the agents.
struct Part {
  float largest_radius = 0, greatest_speed = 0;
  float greatest_rate = 0;  // 1 / CrowdAtStart::least_time
  std::int64_t arrived = 0, absent = 0;
  std::int32_t last_group = 0;

  void add(const Part& other) {
    largest_radius = std::max(largest_radius, other.largest_radius);
    greatest_speed = std::max(greatest_speed, other.greatest_speed);
    greatest_rate = std::max(greatest_rate, other.greatest_rate);
    arrived += other.arrived;
    absent += other.absent;
    last_group = std::max(last_group, other.last_group);
  }
};

Part part_of(std::span<const AgentRecord> agents) {
  const auto of_range = [&](std::size_t first, std::size_t end) {
    Part part;
    for (const AgentRecord& agent : agents.subspan(first, end - first)) {
      const float speed = greatest_speed(agent);
      part.add({agent.radius, speed, speed / agent.radius, agent.state == AgentState::arrived || agent.state == AgentState::settled ? 1 : 0,
                agent.state == AgentState::absent ? 1 : 0, agent.group});
    }
    return part;
  };
  return joined_in_parts(agents.size(), Part(), of_range, [](Part& all, const Part& some) { all.add(some); });
}

float greatest_of_ranks(const backends::Ranks& ranks, float value) {
  return static_cast<float>(ranks.greatest(static_cast<double>(value)));
}

/// Returns the groups of all agents, by id, or nothing if all are in group 0. `last`: of the slab.
std::vector<std::int32_t> all_groups(const backends::Ranks& ranks, const AgentRange& slab, std::int32_t last) {
  if (ranks.greatest(std::int64_t{last}) == 0) return {};
  std::vector<std::int32_t> groups(static_cast<std::size_t>(slab.all));
  std::vector<std::int32_t> own;
  for (const AgentRecord& agent : slab.records) own.push_back(agent.group);
  // Slabs follow each other as ranks do.
  backends::all_gather(ranks, std::as_bytes(std::span(own)), [&](std::size_t) { return reinterpret_cast<std::byte*>(groups.data()); });
  return groups;
}

}  // namespace

CrowdAtStart crowd_at_start(const backends::Ranks& ranks, const AgentRange& slab) {
  CrowdAtStart crowd;
  const Part part = part_of(slab.records);
  crowd.largest_radius = greatest_of_ranks(ranks, part.largest_radius);
  crowd.greatest_speed = greatest_of_ranks(ranks, part.greatest_speed);
  crowd.least_time = 1 / greatest_of_ranks(ranks, part.greatest_rate);
  crowd.arrived = static_cast<std::int64_t>(ranks.sum(static_cast<std::uint64_t>(part.arrived)));
  crowd.absent = static_cast<std::int64_t>(ranks.sum(static_cast<std::uint64_t>(part.absent)));
  crowd.agents = slab.all;
  crowd.groups = all_groups(ranks, slab, part.last_group);
  return crowd;
}

OwnAtStart own_at_start(const backends::Ranks& ranks, const Regions& regions, const AgentRange& slab) {
  OwnAtStart own;
  own.ids.reserve(slab.records.size());
  own.records.reserve(slab.records.size());
  std::vector<Sent> outgoing, incoming;
  std::vector<std::int32_t> owners;
  const auto end = slab.first + static_cast<std::int64_t>(slab.records.size());
  const std::int64_t slab_size = Slabs(slab.all, ranks.size()).size();
  for (std::int64_t from = 0; from < slab_size; from += agents_of_round) {
    const std::int64_t first = std::min(slab.first + from, end);
    const AgentRange part = slab.part(first, std::min(first + agents_of_round, end));
    owners.clear();
    for (const AgentRecord& agent : part.records) owners.push_back(regions.owner_at(agent.position));
    const Slots slots(owners, ranks.size());
    outgoing.resize(part.records.size());
    for (std::size_t k = 0; k < part.records.size(); ++k) {
      outgoing[static_cast<std::size_t>(slots.slot[k])] = {static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(k),
                                                           part.records[k]};
    }
    ranks.exchange(slots.parts(std::span<const Sent>(outgoing)), [&](std::size_t bytes) {
      incoming.resize(bytes / sizeof(Sent));
      return reinterpret_cast<std::byte*>(incoming.data());
    });
    for (const Sent& sent : incoming) {
      own.ids.push_back(sent.id);
      own.records.push_back(sent.record);
    }
  }
  return own;
}

}  // namespace plethos::distribution
