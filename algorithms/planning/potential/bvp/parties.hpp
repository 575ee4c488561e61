#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"
#include "algorithms/planning/potential/bvp/party_places.hpp"

namespace plethos::planning {

/// The parties of a crowd, in one memory space. Silveira, Prestes and Nedel 2008 let coherent groups go down a map that they share. Ours
/// are the choices of which agents are a party, of its guide, its formation and how that yields.
template <class MemorySpace>
class Parties {
 public:
  /// Makes parties of agents: the members of each group, by rising id, `party_size` at a time. `groups`: of each agent, by id; `of_groups`:
  /// the groups' parameters. A rest of one agent goes alone.
  void make(std::span<const std::int32_t> groups, std::span<const BvpParameters> of_groups);
  /// The same for other groups. A party whose members stay the same goes on as it was; others gather anew. Waits.
  void remake(std::span<const std::int32_t> groups, std::span<const BvpParameters> of_groups);

  std::int32_t count() const { return static_cast<std::int32_t>(host_parties_.size()); }
  const std::vector<Party>& parties() const { return host_parties_; }
  PartyPlaces<MemorySpace> places() const { return places_; }

  /// Returns, or sets, where guides are and have been, and the members' places, as words, of which there are words().
  std::size_t words() const;
  std::vector<std::uint32_t> remembered() const;
  void resume(std::span<const std::uint32_t> words);
  std::uint64_t bytes() const;

 private:
  template <class Visit>
  void for_each_remembered(const Visit& visit) const;

  std::vector<Party> host_parties_;
  std::vector<std::int32_t> host_members_;
  PartyPlaces<MemorySpace> places_;
};

}  // namespace plethos::planning
