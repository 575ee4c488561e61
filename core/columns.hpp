#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "core/lane/host_device.hpp"

namespace plethos {

/// A text that is an argument of a template.
template <std::size_t size>
struct ColumnName {
  char text[size];

  constexpr ColumnName(const char (&name)[size]) { std::copy_n(name, size, text); }
};

/// When ranks are told of a column of the agents that others of theirs have for neighbors. Kernels can read no other columns of neighbors
/// (NeighborColumns).
enum class Told {
  never,
  once,       ///< when they become neighbors, because no step changes it
  each_step,  ///< as the step begins
  in_step     ///< within the step, as soon as it is known
};

/// A column of a structure of arrays: the pointer to its member, its name in files and labels, what ranks are told, and the field of a
/// record that it begins with; without one it begins with zeros. `bits`: how many of an element's are told, from the lowest on; 0: all.
template <auto Member, ColumnName its_name, Told when = Told::never, auto Field = nullptr, int bits_told = 0>
struct Column {
  static constexpr auto member = Member;
  static constexpr const char* name = its_name.text;
  static constexpr Told told = when;
  static constexpr auto field = Field;
  static constexpr bool has_field = !std::is_null_pointer_v<decltype(Field)>;
  static constexpr int bits = bits_told;
};

template <class... Columns>
struct ColumnList {};

/// Calls visit(view, column) for every column, in the order of the list.
PLETHOS_CALLS_HOST
template <class... Columns, class Structure, class Visit>
PLETHOS_HOST_DEVICE void for_each_column(ColumnList<Columns...>, Structure& structure, const Visit& visit) {
  (visit(structure.*Columns::member, Columns()), ...);
}
/// Calls visit(view of `a`, view of `b`) for every column of both; these may lie in different memory spaces.
PLETHOS_CALLS_HOST
template <class... OfA, class A, class... OfB, class B, class Visit>
PLETHOS_HOST_DEVICE void zip_columns(ColumnList<OfA...>, const A& a, ColumnList<OfB...>, const B& b, const Visit& visit) {
  (visit(a.*OfA::member, b.*OfB::member), ...);
}

/// Calls visit(k...) for every element that a column of agents has for one of them; view(i, k...) is that of the agent at i. `k...` is
/// empty where a column has one element for an agent.
PLETHOS_CALLS_HOST
template <class View, class Visit>
PLETHOS_HOST_DEVICE void for_each_element(const View& view, const Visit& visit) {
  if constexpr (View::rank() == 1) {
    visit();
  } else {
    const int elements = View::rank_dynamic == 2 ? static_cast<int>(view.extent(1)) : static_cast<int>(View::static_extent(1));
    for (int k = 0; k < elements; ++k) visit(k);
  }
}

/// The columns of a list of which ranks are told then.
template <Told when, class List, class Found = ColumnList<>>
struct ColumnsTold;
template <Told when, class Found>
struct ColumnsTold<when, ColumnList<>, Found> {
  using type = Found;
};
template <Told when, class First, class... Rest, class... Found>
struct ColumnsTold<when, ColumnList<First, Rest...>, ColumnList<Found...>>
    : ColumnsTold<when, ColumnList<Rest...>, std::conditional_t<First::told == when, ColumnList<Found..., First>, ColumnList<Found...>>> {};

}  // namespace plethos
