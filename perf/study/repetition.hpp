#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/json.hpp"
#include "scenarios/run/advance.hpp"

namespace plethos::study {

/// One timed pass over the steps of a run.
struct Repetition {
  std::vector<scenarios::Stretch> stretches;  ///< after the warm-up, at least one
  std::string checksum;                       ///< of the positions at the end
  Json energy = Json::object();               ///< of the same steps, if it is measured: EnergyMeter::measure()

  double seconds() const;
  std::int64_t steps() const;
  double ms_per_step() const;
};

/// Returns "repetitions" of docs/guide/studies.md.
Json repetition_json(const Repetition& repetition);

/// Returns the time per step along the run: for each stretch the median over the repetitions, which all have the same stretches.
Json curve_json(const std::vector<Repetition>& repetitions);

}  // namespace plethos::study
