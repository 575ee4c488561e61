#include <cstdio>
#include <filesystem>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/io/map_costs.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::cli {

namespace {

/// Writes a map and its costs, both or neither.
void write(const GridMap& map, const std::string& path) {
  const std::string costs_path = scenarios::costs_beside(path);
  std::error_code error;
  if (map.cost.empty() && std::filesystem::exists(costs_path, error)) {
    throw InputError(costs_path + ": found costs of another map, expected no such file, as they would count for the map " + path);
  }
  std::vector<PlannedOutput> outputs{{{"--out", path}, scenarios::OutputKind::map}};
  if (!map.cost.empty()) outputs.push_back({{"costs of --out", costs_path}, scenarios::OutputKind::map});
  check_outputs(outputs, {});
  scenarios::OutputFile file(path, scenarios::OutputKind::map, "--out");
  scenarios::write_moving_ai_map(file, map);
  if (map.cost.empty()) return file.keep();
  scenarios::OutputFile costs(costs_path, scenarios::OutputKind::map, "costs of --out");
  scenarios::write_map_costs(costs, map);
  file.require_same_map();
  const bool had_costs = std::filesystem::exists(costs_path, error);
  costs.keep();
  try {
    file.keep();
  } catch (...) {
    if (!had_costs) std::filesystem::remove(costs_path, error);
    throw;
  }
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
