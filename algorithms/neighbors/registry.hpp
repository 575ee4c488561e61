#pragma once

#include "algorithms/neighbors/brute/brute_method.hpp"
#include "algorithms/neighbors/grid/grid_method.hpp"
#include "algorithms/neighbors/hash/hash_method.hpp"
#include "algorithms/neighbors/kdtree/kdtree_method.hpp"

namespace plethos::neighbors {

// clang-format off: one line a search
using Methods = MethodList<
    GridMethod,
    KdTreeMethod,
    BruteMethod,
    HashMethod<HashSampling::published>,
    HashMethod<HashSampling::even>>;
// clang-format on

/// What a program that adds methods of its own needs to know of this family.
struct Family {
  static constexpr const char* name = "neighbors";
  template <class Execution>
  using Maker = std::unique_ptr<Search<Execution>> (*)(const SearchSetup& setup, const ParameterValues& values);
};

/// The search of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Search<Execution>> make(const std::string& name, const SearchSetup& setup, const ParameterValues& values) {
  return Methods::make<Family, Execution>(name, setup, values);
}

/// Adds a method of the program's own, which is then known wherever built-in ones are. `Method`: a class as those of the list.
/// `Executions`: for which kinds of execution, a backends::ExecutionList. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Methods::add<Family, Method>(Executions());
}

}  // namespace plethos::neighbors
