#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "scenarios/io/toml_table.hpp"

namespace plethos::study {

// What the readers of a study's tables share.

/// The most agents or queries of a run.
inline constexpr std::int64_t most_of_a_run = std::numeric_limits<std::int32_t>::max();

template <class T>
void assign(T& to, std::optional<T> value) {
  if (value) to = std::move(*value);
}

inline void require_known(const scenarios::TomlTable& table, const char* key, const char* kind, const std::string& name,
                          const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw InputError(table.place(key) + ": " + unknown_name_message(kind, name, known));
  }
}

inline std::string required_text(scenarios::TomlTable& table, const char* key) {
  const auto value = table.text(key);
  if (!value || value->empty()) table.fail(key, value ? "an empty text" : "none", "a text in quotes");
  return *value;
}

}  // namespace plethos::study
