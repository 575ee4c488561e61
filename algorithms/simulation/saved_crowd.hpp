#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "algorithms/simulation/statistics.hpp"

namespace plethos::simulation {

/// Numbers of an agent in its row of a saved crowd, each a word of 32 bits.
struct RowField {
  enum class Kind : std::int32_t { real, whole, bits };  ///< float, std::int32_t, std::uint32_t

  std::string name;
  Kind kind;
  std::int32_t words;

  friend bool operator==(const RowField&, const RowField&) = default;
};

/// Returns the words of a row.
inline std::int64_t words_of(std::span<const RowField> fields) {
  std::int64_t words = 0;
  for (const RowField& field : fields) words += field.words;
  return words;
}

/// What the further steps of a simulation depend on, besides its parameters, world and methods, and the rows of its agents. It belongs to
/// no backend and to no number of ranks.
struct SavedCrowd {
  std::int64_t agents = 0;                ///< rows: one for each id
  std::vector<RowField> fields;           ///< of a row, one after the other
  Statistics statistics;                  ///< of the steps so far
  bool measured = false;                  ///< whether `statistics` has the separations at the present positions
  std::vector<std::uint32_t> of_planner;  ///< what the planner remembers beside that
};

using distribution::RowGiver;
using distribution::RowTaker;

}  // namespace plethos::simulation
