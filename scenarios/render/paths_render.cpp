#include "scenarios/render/paths_render.hpp"

#include <cerrno>
#include <cstring>
#include <sstream>

#include "core/error.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/check.hpp"
#include "scenarios/render/paths_scene.hpp"

namespace plethos::scenarios {

std::vector<std::string> paths_layer_names() { return {"map", "regions", "field", "squares", "graph", "paths"}; }

PathsLayers paths_layers(const std::string& names) {
  PathsLayers layers{false, false, false, false, false, false};
  std::istringstream text(names);
  for (std::string name; std::getline(text, name, ',');) {
    if (name == "map") {
      layers.map = true;
    } else if (name == "regions") {
      layers.regions = true;
    } else if (name == "field") {
      layers.field = true;
    } else if (name == "squares") {
      layers.squares = true;
    } else if (name == "graph") {
      layers.graph = true;
    } else if (name == "paths") {
      layers.paths = true;
    } else {
      throw InputError("--layers: " + unknown_name_message("layer", name, paths_layer_names()));
    }
  }
  return layers;
}

void render_paths(const RecordedPaths& record, const std::string& path, const PathsRenderOptions& options) {
  check_size(options.width, options.height);
  if (options.ways < 0) throw InputError("ways: found " + std::to_string(options.ways) + ", expected 0 or more");
  if (const std::string ending = picture_ending(path); ending != ".png") {
    throw InputError(path + ": found the ending '" + ending + "', expected .png: paths do not move");
  }
  OutputFile output(path, OutputKind::picture);
  const PathsScene scene(record, options);
  Canvas canvas(scene.width(), scene.height());
  scene.draw(canvas);
  if (!canvas.write_png(output.temporary())) throw MachineError(path + ": cannot be written: " + std::strerror(errno));
  output.keep();
}

}  // namespace plethos::scenarios
