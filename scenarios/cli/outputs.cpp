#include "scenarios/cli/outputs.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "scenarios/io/ownership.hpp"
#include "scenarios/io/xdmf.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::cli {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error) && !error) return true;
  const fs::path left = fs::weakly_canonical(scenarios::follow_links(a), error);
  return !error && left == fs::weakly_canonical(scenarios::follow_links(b), error) && !error;
}

struct Known {
  const char* what;
  bool (*is_own)(const std::string& path);
};

Known known(OutputKind kind) {
  switch (kind) {
    case OutputKind::trajectory:
      return {"a trajectory", scenarios::is_own_trajectory};
    case OutputKind::description:
      return {"a trajectory's description", scenarios::is_own_xdmf};
    case OutputKind::paths:
      return {"a file of paths", scenarios::is_own_paths};
    case OutputKind::json:
      return {"a result", scenarios::is_own_json};
    case OutputKind::picture:
      return {"a picture or video", scenarios::is_own_picture};
    case OutputKind::checkpoint:
      return {"a checkpoint", scenarios::is_own_checkpoint};
    case OutputKind::page:
      return {"a page", scenarios::is_own_page};
  }
  return {};
}

void check_place(const PlannedOutput& output) {
  const std::string place = output.label + " " + output.path;
  std::error_code error;
  const fs::path folder = fs::absolute(scenarios::follow_links(output.path)).parent_path();
  if (!fs::is_directory(folder, error)) throw InputError(place + ": no such folder: " + folder.string());
  if (!fs::exists(output.path, error)) return;
  if (!fs::is_regular_file(output.path, error)) {
    throw InputError(place + ": found a folder, device or pipe, expected the name of a file");
  }
  const Known kind = known(output.kind);
  if (fs::file_size(output.path, error) > 0 && !kind.is_own(output.path)) {
    throw InputError(place + ": exists and is not " + kind.what + " that plethos wrote, so it is not overwritten; " +
                     "choose another name or remove the file");
  }
}

}  // namespace

void check_outputs(const std::vector<PlannedOutput>& outputs, const std::vector<NamedFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].path.empty()) continue;
    const std::string place = outputs[i].label + " " + outputs[i].path;
    for (const NamedFile& input : inputs) {
      if (input.path.empty() || !is_same_file(outputs[i].path, input.path)) continue;
      throw InputError(place + ": is the same file as the input " + input.label + " " + input.path + ", expected another name");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (outputs[j].path.empty() || !is_same_file(outputs[i].path, outputs[j].path)) continue;
      throw InputError(place + ": is the same file as " + outputs[j].label + " " + outputs[j].path + ", expected two names");
    }
    check_place(outputs[i]);
  }
}

std::vector<NamedFile> input_files(const scenarios::ScenarioRequest& request) {
  return {{"scenario", request.name}, {"--map", request.map_file}, {"--scen", request.scen_file}, {"--cost", request.cost_file}};
}

void check_hdf5_ending(const std::string& label, const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  if (path.empty() || ending == ".h5" || ending == ".hdf5") return;
  throw InputError(label + " " + path + ": found the ending '" + ending +
                   "', known: .h5, .hdf5 (HDF5, which Python, PedPy and ParaView read)");
}

std::vector<PlannedOutput> trajectory_outputs(const std::string& label, const std::string& path) {
  if (path.empty()) return {};
  check_hdf5_ending(label, path);
  return {{{label, path}, OutputKind::trajectory}, {{label + "'s description", scenarios::xdmf_path(path)}, OutputKind::description}};
}

}  // namespace plethos::cli
