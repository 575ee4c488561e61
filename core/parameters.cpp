#include "core/parameters.hpp"

#include <cmath>
#include <sstream>
#include <variant>

#include "core/error.hpp"

namespace plethos {
namespace {

using Member = std::variant<float Parameters::*, std::int32_t Parameters::*, std::uint64_t Parameters::*>;

struct Row {
  ParameterInfo info;
  Member member;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {{"time_step", "s", 1e-6, 10, "length of a step"}, &Parameters::time_step},
      {{"neighbors", "agents", 1, 64, "nearest agents that an agent avoids"}, &Parameters::neighbors},
      {{"neighbor_distance", "m", 1e-6, 1e6, "how far an agent sees agents and walls"}, &Parameters::neighbor_distance},
      {{"neighbor_samples", "positions", 1, 4096, "positions around an agent that --neighbors hash and hash-even look at"},
       &Parameters::neighbor_samples},
      {{"obstacle_neighbors", "segments", 0, 64, "nearest walls facing an agent that it avoids"}, &Parameters::obstacle_neighbors},
      {{"minimum_distance", "m", 0, 100, "room that agents try to keep between discs, and to walls"}, &Parameters::minimum_distance},
      {{"time_horizon", "s", 1e-6, 1e4, "how far ahead orca and clearpath keep clear of agents"}, &Parameters::time_horizon},
      {{"time_horizon_obstacles", "s", 1e-6, 1e4, "how far ahead they keep clear of walls"}, &Parameters::time_horizon_obstacles},
      {{"perturbation", "", 0, 10,
        "tangent of the angle by which agents of orca and clearpath-guarded turn aside that others have held up"},
       &Parameters::perturbation},
      {{"steering_time", "s", 1e-3, 1e3, "in which steering turns a velocity into the one it wants"}, &Parameters::steering_time},
      {{"steering_prediction", "s", 0, 1e3, "how far ahead steering looks for collisions and along its path"},
       &Parameters::steering_prediction},
      {{"steering_separation", "m", 0, 1e6, "from discs nearer than this steering keeps away"}, &Parameters::steering_separation},
      {{"steering_separation_weight", "m^2/s^2", 0, 1e6, "over the distance, the acceleration away from each of them"},
       &Parameters::steering_separation_weight},
      {{"steering_avoidance_weight", "m/s^2", 0, 1e6, "acceleration away from who would be run into first"},
       &Parameters::steering_avoidance_weight},
      {{"steering_path_radius", "m", 0, 1e6, "how far from its straight way an agent goes before it is steered back"},
       &Parameters::steering_path_radius},
      {{"steering_slowing", "m", 0, 1e6, "nearer to its last goal a steered agent slows down"}, &Parameters::steering_slowing},
      {{"samples", "velocities", 1, 65536, "candidate velocities an agent tries a step"}, &Parameters::samples},
      {{"seed", "", 0, 9007199254740992.0, "key of all random numbers"}, &Parameters::seed},
      {{"leave_on_arrival", "0 or 1", 0, 1, "whether agents leave the scene at their goal"}, &Parameters::leave_on_arrival},
      {{"steps", "steps", 0, 1e9, "where a run ends if not all have arrived; 0: three times the longest straight way"}, &Parameters::steps},
  };
  return table;
}

const Row& find(std::string_view name) {
  std::vector<std::string> names;
  for (const Row& row : rows()) {
    if (row.info.name == name) return row;
    names.push_back(row.info.name);
  }
  throw InputError(unknown_name_message("parameter", name, names));
}

}  // namespace

const std::vector<ParameterInfo>& parameter_table() {
  static const std::vector<ParameterInfo> table = [] {
    std::vector<ParameterInfo> infos;
    for (const Row& row : rows()) infos.push_back(row.info);
    return infos;
  }();
  return table;
}

void set_parameter(Parameters& parameters, std::string_view name, double value) {
  const Row& row = find(name);
  std::ostringstream message;
  message << row.info.name << ": found " << value << ", expected ";
  if (!(value >= row.info.minimum && value <= row.info.maximum)) {
    message << "a number from " << row.info.minimum << " to " << row.info.maximum;
    throw InputError(message.str());
  }
  const bool whole = !std::holds_alternative<float Parameters::*>(row.member);
  if (whole && value != std::floor(value)) {
    message << "a whole number";
    throw InputError(message.str());
  }
  std::visit(
      [&](auto member) {
        using Value = std::remove_reference_t<decltype(parameters.*member)>;
        parameters.*member = static_cast<Value>(value);
      },
      row.member);
}

double get_parameter(const Parameters& parameters, std::string_view name) {
  return std::visit([&](auto member) { return static_cast<double>(parameters.*member); }, find(name).member);
}

}  // namespace plethos
