#pragma once

#include <memory>

#include "algorithms/method.hpp"

namespace plethos::steering {

template <class Execution>
class Steering;

struct ReynoldsParameters {
  /// s, [1e-3, 1e3]. The time in which steering turns a velocity into the wanted one; at least a time step. A longer one is smoother and
  /// overshoots more. Cost: none.
  float steering_time = 0.5f;
  /// s, [0, 1e3]. How far ahead steering looks for collisions and for places off its path. More turns away earlier. Cost: none.
  float steering_prediction = 2.f;
  /// m, [0, 1e6]. Steering keeps away from neighbors whose discs are nearer than this. More spreads a crowd. Cost: none.
  float steering_separation = 0.5f;
  /// m^2/s^2, [0, 1e6]. The acceleration away from each of these neighbors is this weight over the distance of the centers. Cost: none.
  float steering_separation_weight = 1.f;
  /// m/s^2, [0, 1e6]. The acceleration away from the neighbor that an agent would run into first. Cost: none.
  float steering_avoidance_weight = 2.f;
  /// m, [0, 1e6]. An agent that would leave the straight way to its goal or roadmap node by more than this is steered back. Less keeps
  /// agents in line, where they have to brake for each other. Cost: none.
  float steering_path_radius = 1.5f;
  /// m, [0, 1e6]. Within this distance of its last goal an agent slows down, and would stop in it. Cost: none.
  float steering_slowing = 1.f;
};

inline const ParameterTable<ReynoldsParameters>& reynolds_table() {
  static const ParameterTable<ReynoldsParameters> table = [] {
    using P = ReynoldsParameters;
    ParameterTable<P> rows;
    rows.add(&P::steering_time, {"steering_time", "s", 1e-3, 1e3, "time in which steering turns a velocity into the wanted one"})
        .add(&P::steering_prediction,
             {"steering_prediction", "s", 0, 1e3, "how far ahead steering looks for collisions and along its path"})
        .add(&P::steering_separation, {"steering_separation", "m", 0, 1e6, "steering keeps away from discs nearer than this"})
        .add(&P::steering_separation_weight,
             {"steering_separation_weight", "m^2/s^2", 0, 1e6, "acceleration away from such a disc, times the centers' distance"})
        .add(&P::steering_avoidance_weight,
             {"steering_avoidance_weight", "m/s^2", 0, 1e6, "acceleration away from the neighbor that an agent would hit first"})
        .add(&P::steering_path_radius,
             {"steering_path_radius", "m", 0, 1e6, "how far from its straight way an agent goes before it is steered back"})
        .add(&P::steering_slowing, {"steering_slowing", "m", 0, 1e6, "a steered agent slows down nearer than this to its last goal"});
    return rows;
  }();
  return table;
}

struct ReynoldsMethod {
  static MethodInfo info() {
    return {.name = "reynolds",
            .sentence = "follows a path, keeps apart, turns away",
            .parameters = reynolds_table().infos(),
            .words_per_agent = 4};
  }
  template <class Execution>
  static std::unique_ptr<Steering<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::steering
