#include "algorithms/planning/potential/bvp/parties.hpp"

#include <algorithm>
#include <map>

#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
void Parties<MemorySpace>::make(std::span<const std::int32_t> groups, std::span<const BvpParameters> of_groups) {
  host_parties_.clear();
  std::vector<std::vector<std::int32_t>> ids(of_groups.size());
  for (std::size_t id = 0; id < groups.size(); ++id) ids[static_cast<std::size_t>(groups[id])].push_back(static_cast<std::int32_t>(id));
  std::vector<std::int32_t> party_of(groups.size(), -1), rank_of(groups.size(), -1), members;
  std::int32_t points = 0;
  for (std::size_t group = 0; group < of_groups.size(); ++group) {
    const BvpParameters& own = of_groups[group];
    for (std::size_t begin = 0; begin < ids[group].size(); begin += static_cast<std::size_t>(own.party_size)) {
      const std::size_t end = std::min(ids[group].size(), begin + static_cast<std::size_t>(own.party_size));
      if (end - begin < 2) continue;
      Party party;
      party.first = static_cast<std::int32_t>(members.size());
      party.size = static_cast<std::int32_t>(end - begin);
      party.group = static_cast<std::int32_t>(group);
      party.abreast = std::min(own.party_abreast, party.size);
      party.spacing = own.party_spacing;
      party.trail = points;
      // In single file, with a row in front and one behind.
      party.trail_size = trail_points_per_row * (party.size + 2);
      points += party.trail_size;
      for (std::size_t k = begin; k < end; ++k) {
        const auto id = static_cast<std::size_t>(ids[group][k]);
        party_of[id] = count();
        rank_of[id] = static_cast<std::int32_t>(members.size());
        members.push_back(ids[group][k]);
      }
      host_parties_.push_back(party);
    }
  }
  places_ = {};
  host_members_ = members;
  if (host_parties_.empty()) return;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  places_.parties = to_view<MemorySpace>("plethos::bvp::parties", host_parties_);
  places_.party_of = to_view<MemorySpace>("plethos::bvp::party_of", party_of);
  places_.members = to_view<MemorySpace>("plethos::bvp::members", members);
  places_.rank_of = to_view<MemorySpace>("plethos::bvp::rank_of", rank_of);
  places_.slots = Integers("plethos::bvp::slots", members.size());
  places_.place_of = Integers("plethos::bvp::place_of", groups.size());
  places_.party_at = Integers("plethos::bvp::party_at", groups.size());
  places_.guides = to_view<MemorySpace>("plethos::bvp::guides", std::vector<PartyGuide>(host_parties_.size()));
  places_.trails = to_view<MemorySpace>("plethos::bvp::trails", std::vector<TrailPoint>(static_cast<std::size_t>(points)));
}

template <class MemorySpace>
void Parties<MemorySpace>::remake(std::span<const std::int32_t> groups, std::span<const BvpParameters> of_groups) {
  const std::vector<Party> parties_before = host_parties_;
  const std::vector<std::int32_t> members_before = host_members_;
  const PartyPlaces<MemorySpace> before = places_;
  make(groups, of_groups);
  const auto members_of = [](const Party& party, const std::vector<std::int32_t>& members) {
    return std::span(members).subspan(static_cast<std::size_t>(party.first), static_cast<std::size_t>(party.size));
  };
  constexpr bool host = in_host_memory<MemorySpace>;
  std::map<std::int32_t, std::size_t> party_of_first;
  for (std::size_t k = 0; k < parties_before.size(); ++k) party_of_first[members_of(parties_before[k], members_before).front()] = k;
  for (std::size_t k = 0; k < host_parties_.size(); ++k) {
    const Party& party = host_parties_[k];
    const auto found = party_of_first.find(members_of(party, host_members_).front());
    if (found == party_of_first.end()) continue;
    const Party& old = parties_before[found->second];
    const auto now = members_of(party, host_members_), then = members_of(old, members_before);
    if (old.group != party.group || !std::equal(now.begin(), now.end(), then.begin(), then.end())) continue;
    copy_bytes(places_.guides.data() + k, host, before.guides.data() + found->second, host, sizeof(PartyGuide));
    copy_bytes(places_.slots.data() + party.first, host, before.slots.data() + old.first, host, sizeof(std::int32_t) * now.size());
    copy_bytes(places_.trails.data() + party.trail, host, before.trails.data() + old.trail, host,
               sizeof(TrailPoint) * static_cast<std::size_t>(party.trail_size));
  }
}

template <class MemorySpace>
template <class Visit>
void Parties<MemorySpace>::for_each_remembered(const Visit& visit) const {
  visit(places_.slots.data(), places_.slots.size() * sizeof(std::int32_t));
  visit(places_.guides.data(), places_.guides.size() * sizeof(PartyGuide));
  visit(places_.trails.data(), places_.trails.size() * sizeof(TrailPoint));
}

template <class MemorySpace>
std::size_t Parties<MemorySpace>::words() const {
  std::size_t bytes = 0;
  for_each_remembered([&](const void*, std::size_t size) { bytes += size; });
  return bytes / 4;
}

template <class MemorySpace>
std::vector<std::uint32_t> Parties<MemorySpace>::remembered() const {
  std::vector<std::uint32_t> words(this->words());
  std::size_t at = 0;
  for_each_remembered([&](const void* from, std::size_t size) {
    copy_bytes(words.data() + at, true, from, in_host_memory<MemorySpace>, size);
    at += size / 4;
  });
  return words;
}

template <class MemorySpace>
void Parties<MemorySpace>::resume(std::span<const std::uint32_t> words) {
  std::size_t at = 0;
  for_each_remembered([&](void* to, std::size_t size) {
    copy_bytes(to, in_host_memory<MemorySpace>, words.data() + at, true, size);
    at += size / 4;
  });
}

template <class MemorySpace>
std::uint64_t Parties<MemorySpace>::bytes() const {
  const PartyPlaces<MemorySpace>& p = places_;
  return 4 * (words() + p.party_of.size() + p.members.size() + p.rank_of.size() + p.place_of.size() + p.party_at.size()) +
         sizeof(Party) * p.parties.size();
}

PLETHOS_INSTANTIATE_IN_MEMORY(Parties);

}  // namespace plethos::planning
