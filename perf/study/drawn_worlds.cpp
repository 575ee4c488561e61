#include "perf/study/drawn_worlds.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plethos::study {

std::vector<scenarios::DrawnMap> drawn_maps(const RunBlock& block, const Quick* quick) {
  std::vector<scenarios::DrawnMap> maps;
  for (scenarios::DrawnMap map : block.draw) {
    if (quick != nullptr && quick->size_at_most)
      map.size = static_cast<std::int32_t>(std::min<std::int64_t>(map.size, *quick->size_at_most));
    if (std::find(maps.begin(), maps.end(), map) == maps.end()) maps.push_back(map);
  }
  return maps;
}

const std::vector<std::string>& drawn_fields() {
  static const std::vector<std::string> names{"draw.kind", "draw.size", "draw.seed"};
  return names;
}

void add_drawn_fields(const PlannedRun& run, Json& settings) {
  const scenarios::DrawnMap& map = run.scenario.drawn;
  if (map.kind.empty()) return;
  settings["draw.kind"] = map.kind;
  settings["draw.size"] = map.size;
  settings["draw.seed"] = map.seed;
  settings["draw.keys"] = map.values;
}

std::string world_name(const PlannedRun& run) { return run.scenario.drawn.kind.empty() ? run.scenario.name : run.scenario.drawn.name(); }

}  // namespace plethos::study
