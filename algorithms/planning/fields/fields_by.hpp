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

/// Counts the places that a way lists; for a query without a way 0.
template <class MemorySpace, class Values>
struct CountPlaces {
  static constexpr int grain = 32;
  AskedFields<MemorySpace, Values> asked;
  Kokkos::View<std::int64_t, MemorySpace> total;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t q = asked.query(k);
    std::int32_t count = 0;
    if (asked.value(k) < unreached) {
      asked.values.for_each_place_to(asked.field(k), asked.ways.from(q), asked.ways.to(q), [&](std::int32_t) {
        ++count;
        return true;
      });
    }
    asked.ways.count(q) = count;
    Kokkos::atomic_add(&total(), std::int64_t{count});
  }
};

/// Lists the ways that were counted.
template <class MemorySpace, class Values>
struct ListPlaces {
  static constexpr int grain = 32;
  AskedFields<MemorySpace, Values> asked;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t q = asked.query(k);
    if (asked.ways.count(q) == 0) return;
    const std::int64_t first = asked.ways.claim(q, asked.ways.count(q));
    std::int64_t at = first;
    asked.values.for_each_place_to(asked.field(k), asked.ways.from(q), asked.ways.to(q), [&](std::int32_t place) {
      asked.ways.cells(at++) = place;
      return true;
    });
    if constexpr (requires { asked.values.smooth(nullptr, 0); }) {
      asked.ways.count(q) = asked.values.smooth(&asked.ways.cells(first), asked.ways.count(q));
    }
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
/// which listed places lie; smooth() if ways are pulled straight.
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
  void count_places(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked,
                    const Kokkos::View<std::int64_t, MemorySpace>& total) const final {
    backends::for_each(execution, "plethos::fields::count_places", count, CountPlaces<MemorySpace, Values>{{asked, values()}, total});
  }
  void list_places(const Execution& execution, int count, const AskedQueries<MemorySpace>& asked) const final {
    backends::for_each(execution, "plethos::fields::list_places", count, ListPlaces<MemorySpace, Values>{{asked, values()}});
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
