#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "algorithms/simulation/statistics.hpp"
#include "core/agent.hpp"

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
/// Returns the first word of a field in a row that has it.
inline std::size_t place_in_row(std::span<const RowField> fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const RowField& field) { return field.name == name; });
  if (found == fields.end()) throw std::logic_error("no such column: " + std::string(name));
  return static_cast<std::size_t>(words_of({fields.begin(), found}));
}

/// What the further steps of a simulation depend on, besides its parameters, world and methods, and the rows of its agents. It belongs to
/// no backend and to no number of ranks.
struct SavedCrowd {
  std::int64_t agents = 0;                ///< rows: one for each id
  std::vector<RowField> fields;           ///< of a row, one after the other
  Statistics statistics;                  ///< of the steps so far, without the separations at the present positions
  std::vector<std::uint32_t> of_planner;  ///< what the planner remembers beside that
};

/// A saved crowd with the rows of this rank's slab in memory.
struct SavedSlab {
  SavedCrowd crowd;
  std::int64_t first = 0;  ///< id of the first row
  std::vector<std::uint32_t> rows;
};

/// Returns the agents of its rows, each in group 0.
std::vector<AgentRecord> records_of(const SavedSlab& saved);

using distribution::RowGiver;
using distribution::RowTaker;

}  // namespace plethos::simulation
