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

/// The search of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Search<Execution>> make(const std::string& name, const SearchSetup& setup, const ParameterValues& values) {
  return Methods::with("neighbors", name, [&]<class Method>() { return Method::template make<Execution>(setup, values); });
}

}  // namespace plethos::neighbors
