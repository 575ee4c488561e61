#include "scenarios/cli/outputs.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "scenarios/io/xdmf.hpp"

namespace plethos::cli {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error) && !error) return true;
  const fs::path left = fs::weakly_canonical(scenarios::follow_links(a), error);
  return !error && left == fs::weakly_canonical(scenarios::follow_links(b), error) && !error;
}

void check_place(const PlannedOutput& output) {
  const std::string place = output.label + " " + output.path;
  std::error_code error;
  const fs::path folder = fs::absolute(scenarios::follow_links(output.path)).parent_path();
  if (!fs::is_directory(folder, error)) throw InputError(place + ": no such folder: " + folder.string());
  scenarios::require_replaceable(place, scenarios::follow_links(output.path).string(), output.kind);
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
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (j == i || outputs[j].path.empty()) continue;
      const std::string other = outputs[j].label + " " + outputs[j].path;
      if (j < i && is_same_file(outputs[i].path, outputs[j].path)) {
        throw InputError(place + ": is the same file as " + other + ", expected two names");
      }
      if (is_same_file(outputs[i].path, scenarios::folder_in_progress(outputs[j].path))) {
        throw InputError(place + ": is where " + other + " is written at first, expected another name");
      }
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
  return {{{label, path}, scenarios::OutputKind::trajectory},
          {{label + "'s description", scenarios::xdmf_path(path)}, scenarios::OutputKind::description}};
}

}  // namespace plethos::cli
