#pragma once

#include "algorithms/planning/bvp/local_map_arguments.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"

namespace plethos::planning {

/// The most members of a party.
inline constexpr std::int32_t largest_party = 64;

/// How a behavior vector depends on the time (figure 2 of Fischer, Silveira and Nedel 2009 has `constant` and `sine`).
enum class Behavior : std::int32_t {
  constant,
  rotating,  ///< turns to the left
  sine,      ///< the vector plus its left normal times the sine of the time, as a vector of length 1
  ahead      ///< relative to the way that the global map leads: (1, 0) is along it and (0, -1) to the right of it
};

/// The parameters of planner `bvp`. Those behind `relaxing` may differ between groups.
struct BvpParameters : PotentialParameters {
  Relaxing relaxing = Relaxing::sor;
  float map_residual = 1e-4f;
  float epsilon = 0;
  Behavior behavior = Behavior::constant;
  float behavior_x = 1;
  float behavior_y = 0;
  float behavior_rate = 0.6f;  ///< rad/s
  float view_angle = 3.1415927f;
  std::int32_t map_size = 21;
  float map_cell = 0.25f;  ///< m
  std::int32_t party_size = 1;
  std::int32_t party_abreast = 3;
  float party_spacing = 1;  ///< m
};

inline const ParameterTable<BvpParameters>& bvp_table() {
  static const auto by_group = [](const char* name, const char* unit, double low, double high, const char* sentence) {
    ParameterInfo info{name, unit, low, high, sentence};
    info.by_group = true;
    return info;
  };
  static const auto table = [] {
    ParameterInfo behavior =
        by_group("behavior", "", 0, 3, "whether the behavior vector stays, rotates or swings, or is relative to the way ahead");
    behavior.choices = {"constant", "rotating", "sine", "ahead"};
    ParameterInfo relaxing{"relaxing", "", 0, 3,
                           "how local maps are relaxed: over-relaxed in two colors, or as Fischer 2009 does, with or without "
                           "waiting between sweeps (without, runs differ), or cell by cell as its sequential program"};
    relaxing.choices = {"sor", "jacobi", "unsynchronized", "gauss-seidel"};
    relaxing.irreproducible = "unsynchronized";
    ParameterTable<BvpParameters> rows;
    rows.add(potential_table())
        .add(&BvpParameters::relaxing, relaxing)
        .add(&BvpParameters::map_residual,
             {"map_residual", "", 1e-6, 0.1, "the residual at which a local map counts as solved, over the value at the agent"})
        .add(&BvpParameters::epsilon, by_group("epsilon", "", -2, 2, "how much the behavior vector bends ways; not -2 or 2 itself"))
        .add(&BvpParameters::behavior, behavior)
        .add(&BvpParameters::behavior_x, by_group("behavior_x", "", -1, 1, "the behavior vector's part towards the east"))
        .add(&BvpParameters::behavior_y, by_group("behavior_y", "", -1, 1, "the behavior vector's part towards the north"))
        .add(&BvpParameters::behavior_rate, by_group("behavior_rate", "rad/s", 0, 100, "how fast the behavior vector rotates or swings"))
        .add(&BvpParameters::view_angle, by_group("view_angle", "rad", 0.1, 6.2831854, "the aperture of an agent's view cone"))
        .add(&BvpParameters::map_size, by_group("map_size", "cells", least_map_size, most_map_size, "the side of an agent's local map"))
        .add(&BvpParameters::map_cell, by_group("map_cell", "m", 0.01, 100, "the side of a cell of a local map"))
        .add(&BvpParameters::party_size,
             by_group("party_size", "agents", 1, largest_party, "how many agents keep together in a formation; 1: each goes alone"))
        .add(&BvpParameters::party_abreast,
             by_group("party_abreast", "agents", 1, largest_party, "how many of a party go side by side where there is room"))
        .add(&BvpParameters::party_spacing, by_group("party_spacing", "m", 0.2, 10, "the distance between neighbors in a party"));
    return rows;
  }();
  return table;
}

}  // namespace plethos::planning
