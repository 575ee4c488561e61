#pragma once

#include "algorithms/simulation/saved_crowd.hpp"

namespace plethos::tests {

/// Returns a word of an agent's row. `Saved`: a SavedSlab, const or not.
template <class Saved>
auto& word_of(Saved& saved, std::int64_t id, const char* field, std::size_t word = 0) {
  const auto stride = static_cast<std::size_t>(simulation::words_of(saved.crowd.fields));
  return saved.rows[static_cast<std::size_t>(id - saved.first) * stride + simulation::place_in_row(saved.crowd.fields, field) + word];
}

}  // namespace plethos::tests
