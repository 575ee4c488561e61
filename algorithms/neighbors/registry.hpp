#pragma once

#include "algorithms/neighbors/brute/brute_method.hpp"
#include "algorithms/neighbors/grid/grid_method.hpp"
#include "algorithms/neighbors/hash/hash_method.hpp"
#include "algorithms/neighbors/kdtree/kdtree_method.hpp"

namespace plethos::neighbors {

// One line a search.
// clang-format off
using Registry = MethodList<
    GridMethod,
    KdTreeMethod,
    BruteMethod,
    HashMethod<HashSampling::published>,
    HashMethod<HashSampling::even>>;
// clang-format on

/// The name of this family and the signature of what makes a search, for programs that add methods of their own.
struct Family {
  static constexpr const char* name = "neighbors";
  template <class Execution>
  using Maker = std::unique_ptr<Search<Execution>> (*)(const SearchSetup& setup, const ParameterValues& values);
};

/// Makes the search of that name. It takes its own parameters from `values`. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Search<Execution>> make(const std::string& name, const SearchSetup& setup, const ParameterValues& values) {
  return Registry::make<Family, Execution>(name, setup, values);
}

/// Adds a method of the calling program, which is then known wherever built-in methods are. `Method` is a class like those of the list, and
/// `Executions` a backends::ExecutionList of the kinds of execution that it supports. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Registry::add<Family, Method>(Executions());
}

}  // namespace plethos::neighbors

extern template const std::vector<plethos::MethodInfo>& plethos::neighbors::Registry::infos();
