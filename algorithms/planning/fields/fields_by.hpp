#pragma once

#include "algorithms/planning/fields/fields.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// Some queries and their fields. `Values` is a method's view of them.
template <class MemorySpace, class Values>
struct AskedFields : AskedQueries<MemorySpace> {
  Values values;

  KOKKOS_INLINE_FUNCTION std::int32_t value(int k) const { return values.at_cell(this->field(k), this->ways.from(this->query(k))); }
};

/// Finds the greatest value that a query needs.
template <class MemorySpace, class Values>
struct FindFarthestQuery {
  AskedFields<MemorySpace, Values> asked;
  Kokkos::View<std::int32_t, MemorySpace> farthest;

  KOKKOS_FUNCTION void operator()(int k) const { Kokkos::atomic_max(&farthest(), asked.value(k)); }
};

/// Lists ways, each in a room of its own for so many places. A way that does not fit is listed later, when `room` is 0: then those that
/// have not fit get all that they need. A team lists one way together, if the method's fields can do that.
template <class MemorySpace, class Values>
struct ListPlaces {
  static constexpr int grain = 32;
  AskedFields<MemorySpace, Values> asked;
  std::int64_t begin;  ///< of the rooms in GridWays::cells
  std::int32_t room;

  KOKKOS_FUNCTION void operator()(int k) const { list(backends::OneThread(), k); }

 protected:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void list(const Team& team, int k) const {
    const std::int32_t q = asked.query(k);
    std::int64_t first = begin + static_cast<std::int64_t>(k) * room;
    std::int32_t most = room;
    if (room == 0) {
      if (asked.ways.count(q) == 0 || asked.ways.first(q) >= 0) return;
      most = asked.ways.count(q);
      if (team.rank() == 0) asked.ways.claim(q, most);
      team.sync();
      first = asked.ways.first(q);
    }
    std::int32_t count = 0;
    if (asked.value(k) < unreached) {
      const auto add = [&](std::int32_t place) {
        if (count < most && team.rank() == 0) asked.ways.cells(first + count) = place;
        ++count;
        return true;
      };
      if constexpr (requires { asked.values.for_each_place_by(team, 0, 0, add); }) {
        asked.values.for_each_place_by(team, asked.field(k), asked.ways.from(q), add);
      } else {
        asked.values.for_each_place_to(asked.field(k), asked.ways.from(q), asked.ways.to(q), add);
      }
    }
    team.sync();
    if (count > most) {
      if (team.rank() == 0) asked.ways.lack(q, count);
      return;
    }
    if constexpr (requires { asked.values.smooth(team, nullptr, 0); }) {
      if (count > 0) count = asked.values.smooth(team, &asked.ways.cells(first), count);
    }
    if (team.rank() == 0) {
      asked.ways.first(q) = first;
      asked.ways.count(q) = count;
    }
  }
};

/// The same by a warp of a device for each way.
template <class MemorySpace, class Values>
struct ListPlacesByWarps : ListPlaces<MemorySpace, Values> {
  using launch_bounds = backends::Tuning::Searches;
  using Base = ListPlaces<MemorySpace, Values>;

  KOKKOS_FUNCTION void operator()(int k) const { this->list(backends::OneThread(), k); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    this->list(backends::Warp(), member.league_rank());
  }
};

/// Copies a field, in metres. `length`: m for a unit of its values.
template <class MemorySpace, class Values>
struct CopyField {
  Values values;
  float length;
  Kokkos::View<float*, MemorySpace> costs;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const bool is_reached = values.graph_of().passable(cell) != 0 && values.at_cell(0, cell) < unreached;
    costs(cell) = is_reached ? length * values.length_from(0, cell) : Kokkos::Experimental::infinity_v<float>;
  }
};

/// Asks a method's fields by kernels over its `Values`: at_cell(), length_from(), for_each_place_to() and graph_of(), and the `Frame` in
/// which listed places lie; smooth() if ways are pulled straight. If lists_by_warps() says so, a warp lists a way by for_each_place_by().
template <class Base, class Execution, class FieldValues>
class FieldsBy : public Base {
 public:
  using Base::Base;
  using Values = FieldValues;
  using typename Base::MemorySpace;
  using typename Base::Number;

  virtual Values values() const = 0;
  void find_farthest_query(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked,
                           const Number& farthest) const final {
    backends::for_each(execution, "plethos::fields::find_farthest", count,
                       FindFarthestQuery<MemorySpace, Values>{{asked, values()}, farthest});
  }
  void list_places(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked, std::int64_t begin,
                   std::int32_t room) const final {
    constexpr const char* label = "plethos::fields::list_places";
    const ListPlaces<MemorySpace, Values> kernel{{asked, values()}, begin, room};
    if constexpr (requires { kernel.asked.values.lists_by_warps(); }) {
      if (kernel.asked.values.lists_by_warps()) {
        return backends::for_each_team(execution, label, count, backends::warp_size, 0, ListPlacesByWarps<MemorySpace, Values>{kernel});
      }
    }
    backends::for_each(execution, label, count, kernel);
  }
  Paths paths(const Execution& execution, GridAnswers<MemorySpace>& answers, const Kokkos::View<const PathQuery*, MemorySpace>& queries,
              const WorldGrid& grid, const GridWays<MemorySpace>& ways, std::size_t count) const final {
    return answers.paths(execution, queries, typename Values::Frame(grid), ways, count);
  }
  void copy_field(const Execution& execution, int cells, float length, const Kokkos::View<float*, MemorySpace>& costs) const final {
    backends::for_each(execution, "plethos::fields::copy_field", cells, CopyField<MemorySpace, Values>{values(), length, costs});
  }
};

}  // namespace plethos::planning
