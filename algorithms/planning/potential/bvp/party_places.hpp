#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/planning/potential/turning.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// The points of a guide's trail for each row of a formation.
inline constexpr std::int32_t trail_points_per_row = 4;

/// Agents of a group that keep together: `size` agents whose ids follow one another in the group.
struct Party {
  std::int32_t first = 0, size = 0;  ///< its members among PartyPlaces::members, by rising id
  std::int32_t group = 0;
  std::int32_t trail = 0, trail_size = 0;  ///< its points among PartyPlaces::trails, a ring
  std::int32_t abreast = 1;                ///< members in a row, where there is room
  float spacing = 1;                       ///< m, from member to member in a row, and from row to row

  KOKKOS_INLINE_FUNCTION float trail_step() const { return spacing / static_cast<float>(trail_points_per_row); }
};

/// Whether a party has a guide that walks. One that is over has come to the goal.
enum class GuideState : std::int32_t { gathering, walking, over };

/// The point that a party walks behind. It is no agent: it goes down the potential that all members share, and is in nobody's way.
struct PartyGuide {
  GuideState state = GuideState::gathering;
  std::int32_t goal = -1;
  float x = 0, y = 0;        ///< m
  Direction along{1, 0};     ///< the direction in which it goes
  float pace = 0;            ///< m/s, at which it may go: less if members lag behind
  float speed = 0;           ///< m/s, at which it went in the last step
  std::int32_t columns = 1;  ///< members in a row, as far as there is room
  std::int32_t newest = 0;   ///< point of the trail
  float since = 0;           ///< m that it has come since that point
};

/// A point of the way that a guide has come, and how far places of members may lie to its sides (m).
struct TrailPoint {
  float x = 0, y = 0;  ///< m
  Direction along{1, 0};
  float left = 0, right = 0;

  /// Returns the point that lies so large a part of the way from here to another one.
  KOKKOS_INLINE_FUNCTION TrailPoint towards(const TrailPoint& other, float part) const {
    const auto mix = [part](float a, float b) { return Kokkos::fma(part, b - a, a); };
    const Direction mean = Direction::of(mix(along.x, other.along.x), mix(along.y, other.along.y));
    return {mix(x, other.x), mix(y, other.y), mean.exists() ? mean : along, mix(left, other.left), mix(right, other.right)};
  }
};

/// A member's place in its formation.
struct PartyPlace {
  float x = 0, y = 0;  ///< m
  Direction along;     ///< the way there
};

/// The parties as kernels look them up.
template <class MemorySpace>
struct PartyPlaces {
  Kokkos::View<const Party*, MemorySpace> parties;
  Kokkos::View<const std::int32_t*, MemorySpace> party_of;  ///< by id; -1: none
  Kokkos::View<const std::int32_t*, MemorySpace> members;   ///< ids, one party's behind the other's
  Kokkos::View<const std::int32_t*, MemorySpace> rank_of;   ///< by id: the place in `members`
  Kokkos::View<std::int32_t*, MemorySpace> slots;           ///< of each member: its place in the formation, from the first row's left on
  Kokkos::View<std::int32_t*, MemorySpace> place_of;        ///< by id: the place in memory
  Kokkos::View<std::int32_t*, MemorySpace> party_at;        ///< by place in memory: the party whose guide the agent follows; -1: none
  Kokkos::View<PartyGuide*, MemorySpace> guides;
  Kokkos::View<TrailPoint*, MemorySpace> trails;

  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return parties.extent_int(0); }
  /// Returns the party whose guide an agent with that id and goal follows, or -1.
  KOKKOS_INLINE_FUNCTION std::int32_t followed(std::uint32_t id, std::int32_t goal) const {
    if (count() == 0) return -1;
    const std::int32_t party = party_of(id);
    return party >= 0 && guides(party).state == GuideState::walking && guides(party).goal == goal ? party : -1;
  }
  /// Returns where a member is in memory.
  KOKKOS_INLINE_FUNCTION std::int32_t at(std::int32_t member) const { return place_of(members(member)); }
  KOKKOS_INLINE_FUNCTION PartyPlace place_of_member(std::int32_t party, std::uint32_t id) const { return place(party, slots(rank_of(id))); }

  /// Returns where the member with a place in the formation belongs: in rows behind the guide, along the way that it has come. A row lies
  /// around that way, or beside it where a wall is near; where a row has no room, its members' places lie closer.
  KOKKOS_INLINE_FUNCTION PartyPlace place(std::int32_t p, std::int32_t slot) const {
    const Party& party = parties(p);
    const std::int32_t columns = guides(p).columns, row = slot / columns;
    const std::int32_t in_row = Kokkos::min(columns, party.size - row * columns);
    const TrailPoint at = behind(p, static_cast<float>(row) * party.spacing);
    const float half = 0.5f * static_cast<float>(in_row - 1) * party.spacing;
    float side = half - static_cast<float>(slot % columns) * party.spacing;
    if (half > at.left) {
      side += at.left - half;
    } else if (half > at.right) {
      side += half - at.right;
    }
    side = Kokkos::fmax(-at.right, Kokkos::fmin(at.left, side));
    return {Kokkos::fma(-side, at.along.y, at.x), Kokkos::fma(side, at.along.x, at.y), at.along};
  }
  /// Returns a point of the guide's trail by the distance (m) from the guide back to it.
  KOKKOS_INLINE_FUNCTION TrailPoint behind(std::int32_t p, float distance) const {
    const PartyGuide& guide = guides(p);
    const TrailPoint& newest = point(p, 0);
    const TrailPoint front{guide.x, guide.y, guide.along, newest.left, newest.right};
    if (distance <= guide.since) return guide.since > 0.f ? front.towards(newest, distance / guide.since) : front;
    const float steps = (distance - guide.since) / parties(p).trail_step();
    const auto whole = static_cast<std::int32_t>(steps);
    return point(p, whole).towards(point(p, whole + 1), steps - static_cast<float>(whole));
  }
  /// Returns a point of a trail by its age: 0 is the newest. Those older than all are the oldest.
  KOKKOS_INLINE_FUNCTION TrailPoint& point(std::int32_t p, std::int32_t age) const {
    const Party& party = parties(p);
    const std::int32_t known = Kokkos::min(age, party.trail_size - 1);
    return trails(party.trail + (guides(p).newest + party.trail_size - known) % party.trail_size);
  }
};

}  // namespace plethos::planning
