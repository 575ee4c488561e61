#include <cstdio>
#include <filesystem>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/io/map_costs.hpp"
#include "scenarios/io/moving_ai.hpp"

namespace plethos::cli {

namespace {

/// Writes a map and its costs. The map comes last: it is whole only with them.
void write(const GridMap& map, const std::string& path) {
  const std::string costs = scenarios::costs_beside(path);
  std::error_code error;
  if (!map.cost.empty()) {
    scenarios::write_map_costs(costs, map);
  } else if (std::filesystem::exists(costs, error)) {
    throw InputError(costs + ": found costs of another map, expected no such file, as they would count for the map " + path);
  }
  scenarios::write_moving_ai_map(path, map);
}

}  // namespace

void generate_map(const MapOptions& options) {
  scenarios::MapRequest request;
  if (options.size.empty() || options.size.size() > 2) throw InputError("--size: expected a number of cells, or WIDTH HEIGHT");
  request.width = options.size.front();
  request.height = options.size.back();
  request.seed = options.seed;
  request.values = scenarios::map_values(options.kind, options.settings);
  const GridMap map = scenarios::draw_map(options.kind, request);
  write(map, options.output);
  const GridRegions regions = connected_regions(map);
  std::int64_t passable = 0;
  for (const std::int64_t cells : regions.size) passable += cells;
  const std::int64_t most = regions.size.empty() ? 0 : regions.size[static_cast<std::size_t>(regions.largest())];
  std::printf("%s: %s, %d x %d cells, %lld passable, %lld of them in the largest region%s\n", one_line(options.output).c_str(),
              options.kind.c_str(), map.width, map.height, static_cast<long long>(passable), static_cast<long long>(most),
              costs_text(map).c_str());
}

}  // namespace plethos::cli
