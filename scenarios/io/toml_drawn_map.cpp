#include "scenarios/io/toml_drawn_map.hpp"

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::scenarios {
namespace {

constexpr const char* some_kind = "a kind of map, such as \"office\"";

const MapKind& kind_called(const TomlTable& table, const std::string& name) {
  std::vector<std::string> names;
  for (const MapKind& kind : map_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw InputError(table.place("kind") + ": " + unknown_name_message("kind of map", name, names));
}

std::int64_t longest_side() { return static_cast<std::int64_t>(std::sqrt(static_cast<double>(maximum_map_cells))); }

/// Reads the keys of a kind.
ParameterValues read_values(TomlTable& table, const MapKind& kind) {
  ParameterValues values;
  for (const ParameterInfo& key : kind.keys) {
    if (const auto value = table.parameter(key)) values[key.name] = *value;
  }
  return values;
}

}  // namespace

std::vector<DrawnMap> read_drawn_maps(TomlTable& table) {
  const auto kinds = table.texts("kind");
  const auto sizes = table.wholes("size", 1, longest_side());
  if (!kinds) table.fail("kind", "nothing", some_kind);
  if (!sizes) table.fail("size", "nothing", "cells of a side");
  const auto seeds = table.wholes("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(std::vector<std::int64_t>{1});
  std::vector<DrawnMap> maps;
  for (const std::string& kind : *kinds) {
    const ParameterValues values = read_values(table, kind_called(table, kind));
    for (const std::int64_t size : *sizes) {
      for (const std::int64_t seed : seeds) {
        maps.push_back({kind, static_cast<std::int32_t>(size), static_cast<std::uint64_t>(seed), values});
      }
    }
  }
  table.finish();
  return maps;
}

DrawnMap read_drawn_map(TomlTable& table) {
  std::vector<DrawnMap> maps = read_drawn_maps(table);
  if (maps.size() != 1) table.fail("", std::to_string(maps.size()) + " maps", "one kind, one size and one seed");
  return maps.front();
}

}  // namespace plethos::scenarios
