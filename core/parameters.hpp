#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plethos {

/// What governs a simulation as a whole. Agents carry their own radii, speeds and weights.
struct Parameters {
  /// s, (0, 10]. Longer steps take fewer of them to the goal, but agents react later and pass closer. Cost of a step: none.
  float time_step = 0.05f;
  /// Agents, [1, 64]. More neighbors are seen and avoided earlier. Cost: linear in the avoidance stage; 8 bytes an agent each.
  std::int32_t neighbors = 10;
  /// m, (0, 1e6]. How far an agent sees agents and walls; too short and it brakes late. Cost: the search visits more cells.
  float neighbor_distance = 15.f;
  /// Positions that the searches `hash` and `hash-even` look at around an agent, [1, 4096]; too few and they miss neighbors. Cost: linear
  /// in these searches.
  std::int32_t neighbor_samples = 64;
  /// Segments, [0, 64]. Nearest walls that an agent avoids, those that are solid on its side left out; too few and it cuts corners. Cost:
  /// linear in the avoidance stage.
  std::int32_t obstacle_neighbors = 8;
  /// m, [0, 100]. Room that agents try to keep between each other's discs, and to walls (section 3.3's minimum distance): random samples
  /// graze what they avoid, and this takes up the slack. More keeps a crowd looser. Cost: none.
  float minimum_distance = 0.02f;
  /// s, (0, 1e4]. How far ahead ORCA and ClearPath keep clear of agents. More is smoother and reacts earlier, but leaves fewer velocities
  /// in a crowd. Cost: none.
  float time_horizon = 5.f;
  /// s, (0, 1e4]. The same for walls. More keeps agents from walls that they do not head for. Cost: none.
  float time_horizon_obstacles = 2.f;
  /// [0, 10]. Agents of orca and clearpath-guarded that others have held up in the open turn aside: by an angle with this tangent if they
  /// have lacked two fifths of their ways, with clearpath-guarded by thrice that from four fifths on; to the side to which they move
  /// already, else to a random one. Of those that are stuck some go anywhere. So no symmetric standstill lasts, and crowds that press into
  /// one place do not jam. 0: orca as published. clearpath1 and clearpath2 ignore it. Cost: some random numbers where it is jammed.
  float perturbation = 1.f;
  /// s, [1e-3, 1e3]. How long steering (--steering) takes to turn a velocity into the one that it wants; at least a step. Longer is
  /// smoother and overshoots more. Cost: none.
  float steering_time = 0.5f;
  /// s, [0, 1e3]. How far ahead steering looks for collisions, and where it would leave its path. More turns away earlier. Cost: none.
  float steering_prediction = 2.f;
  /// m, [0, 1e6]. Steering keeps away from neighbors whose discs are nearer than this. More spreads a crowd. Cost: none.
  float steering_separation = 0.5f;
  /// m^2/s^2, [0, 1e6]. How hard: over the distance of the centers, the acceleration away from each of them. Cost: none.
  float steering_separation_weight = 1.f;
  /// m/s^2, [0, 1e6]. The acceleration away from the first one that an agent would run into. Cost: none.
  float steering_avoidance_weight = 2.f;
  /// m, [0, 1e6]. How far from the straight way to its goal or roadmap node an agent may go before it is steered back. Less keeps agents in
  /// line, where they have to brake for each other. Cost: none.
  float steering_path_radius = 1.5f;
  /// m, [0, 1e6]. Nearer to its last goal an agent slows down, and would stop in it. Cost: none.
  float steering_slowing = 1.f;
  /// Candidate velocities an agent tries a step, [1, 65536], the preferred one included. More give smoother paths. Cost: linear.
  std::int32_t samples = 250;
  /// Key of all random numbers: the same seed gives the same run, bit for bit, on every backend.
  std::uint64_t seed = 1;
  /// 0: an agent that has arrived stands at its goal and is avoided; 1: it leaves the scene.
  std::int32_t leave_on_arrival = 0;
  /// Steps, [0, 1e9]: where a run ends if not all agents have arrived before. 0: as many as let every agent go three times as far as
  /// its straight way at its preferred speed (scenarios/catalog.hpp).
  std::int32_t steps = 0;
};

/// A parameter as files, flags and reports see it.
struct ParameterInfo {
  std::string name;
  std::string unit;
  double minimum;
  double maximum;
  std::string description;
};

/// All parameters, in the order of the structure.
const std::vector<ParameterInfo>& parameter_table();

/// Sets the parameter called `name`. Throws InputError, without a word about the place, for an unknown name, a value that is not
/// finite or out of range, or a fraction where a whole number is needed.
void set_parameter(Parameters& parameters, std::string_view name, double value);

/// The value of the parameter called `name`, exact for every value of every parameter but seeds above 2^53.
double get_parameter(const Parameters& parameters, std::string_view name);

}  // namespace plethos
