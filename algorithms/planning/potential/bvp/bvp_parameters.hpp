#pragma once

#include "algorithms/planning/potential/bvp/local_map_arguments.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// The words in which an agent remembers where it was a while ago (patience.hpp).
inline constexpr std::int32_t patience_words = 3;

/// The most members of a party.
inline constexpr std::int32_t largest_party = 64;

/// How a behavior vector depends on the time (figure 2 of Fischer, Silveira and Nedel 2009 has `constant` and `sine`).
enum class Behavior : std::int32_t {
  constant,
  rotating,  ///< turns to the left
  sine,      ///< the vector plus its left normal times the sine of the time, as a vector of length 1
  ahead      ///< relative to the way that the global map leads: (1, 0) is along it and (0, -1) to the right of it
};

/// The two forms of the planner.
enum class BvpVariant {
  patient,   ///< sees all around, and goes down the map of its goal where its own map leads nowhere; ours: `bvp`
  published  ///< `bvp-published`
};

/// The parameters of the planner, in its published form. Those behind `map_residual` may differ between groups.
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

/// The parameters as a user gives them.
struct BvpRequest : BvpParameters {
  BvpRequest() { view_angle = map_cell = 0; }

  float patience = 2;  ///< s

  /// Returns what a variant makes of them, for agents with radii up to `largest_radius` (m). Errors: InputError for a cone or a cell that
  /// is too small.
  BvpParameters settled(BvpVariant variant, float largest_radius) const {
    constexpr float all_around = 6.2831854f;
    const bool patient = variant == BvpVariant::patient;
    BvpParameters parameters = *this;
    require_at_least("view_angle", view_angle, 0.1f);
    require_at_least("map_cell", map_cell, 0.01f);
    if (view_angle == 0) parameters.view_angle = patient ? all_around : BvpParameters().view_angle;
    if (map_cell == 0) parameters.map_cell = patient && largest_radius > 0 ? largest_radius : BvpParameters().map_cell;
    return parameters;
  }

 private:
  static void require_at_least(const char* name, float value, float least) {
    if (value == 0 || value >= least) return;
    throw InputError(std::string(name) + ": found " + number_text(value) + ", expected 0 or at least " + number_text(least));
  }
};

template <BvpVariant variant>
const ParameterTable<BvpRequest>& bvp_table() {
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
    ParameterTable<BvpRequest> rows;
    rows.add(potential_table())
        .add(&BvpParameters::relaxing, relaxing)
        .add(&BvpParameters::map_residual,
             {"map_residual", "", 1e-6, 0.1, "the residual at which a local map counts as solved, over the value at the agent"})
        .add(&BvpParameters::epsilon, by_group("epsilon", "", -2, 2, "how much the behavior vector bends ways; not -2 or 2 itself"))
        .add(&BvpParameters::behavior, behavior)
        .add(&BvpParameters::behavior_x, by_group("behavior_x", "", -1, 1, "the behavior vector's part towards the east"))
        .add(&BvpParameters::behavior_y, by_group("behavior_y", "", -1, 1, "the behavior vector's part towards the north"))
        .add(&BvpParameters::behavior_rate, by_group("behavior_rate", "rad/s", 0, 100, "how fast the behavior vector rotates or swings"))
        .add(&BvpParameters::view_angle, by_group("view_angle", "rad", 0, 6.2831854,
                                                  "the aperture of an agent's view cone; 0: all around, or half of that as published"))
        .add(&BvpParameters::map_size, by_group("map_size", "cells", least_map_size, most_map_size, "the side of an agent's local map"))
        .add(&BvpParameters::map_cell,
             by_group("map_cell", "m", 0, 100, "the side of a cell of a local map; 0: the largest radius, or 0.25 m as published"))
        .add(&BvpParameters::party_size,
             by_group("party_size", "agents", 1, largest_party, "how many agents keep together in a formation; 1: each goes alone"))
        .add(&BvpParameters::party_abreast,
             by_group("party_abreast", "agents", 1, largest_party, "how many of a party go side by side where there is room"))
        .add(&BvpParameters::party_spacing, by_group("party_spacing", "m", 0.2, 10, "the distance between neighbors in a party"));
    if (variant == BvpVariant::patient) {
      rows.add(&BvpRequest::patience,
               {"patience", "s", 0.1, 1e6, "an agent that hardly moves for so long goes down the map of its goal for as long"});
    }
    return rows;
  }();
  return table;
}

}  // namespace plethos::planning
