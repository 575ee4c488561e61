#include <cstdio>

#include "core/error.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/io/moving_ai.hpp"

namespace plethos::cli {

void generate_map(const MapOptions& options) {
  scenarios::MapRequest request;
  if (options.size.empty() || options.size.size() > 2) throw InputError("--size: expected a number of cells, or WIDTH HEIGHT");
  request.width = options.size.front();
  request.height = options.size.back();
  request.seed = options.seed;
  request.values = scenarios::map_values(options.kind, options.settings);
  const GridMap map = scenarios::draw_map(options.kind, request);
  scenarios::write_moving_ai_map(options.output, map);
  const GridRegions regions = connected_regions(map);
  std::int64_t passable = 0;
  for (const std::int64_t cells : regions.size) passable += cells;
  const std::int64_t most = regions.size.empty() ? 0 : regions.size[static_cast<std::size_t>(regions.largest())];
  std::printf("%s: %s, %d x %d cells, %lld passable, %lld of them in the largest region\n", options.output.c_str(), options.kind.c_str(),
              map.width, map.height, static_cast<long long>(passable), static_cast<long long>(most));
}

}  // namespace plethos::cli
