#pragma once

namespace plethos {

/// Returns where the second column of a view of pairs begins, whose columns lie one behind the other.
template <class View>
auto* second_column(const View& pairs) {
  return pairs.data() + pairs.extent(0);
}

}  // namespace plethos
