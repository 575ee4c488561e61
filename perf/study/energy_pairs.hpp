#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Adds `energy` to the pairs of a comparison, of which `runs` are the two runs of each: for each part of a machine that both measured, the
/// energy of a million agent-steps, without that of the idle machine if both know it, and which of them took `less`. All intervals of
/// energies hold together.
void add_energy_pairs(Json& pairs, const std::vector<std::pair<const Json*, const Json*>>& runs);

/// Returns them as a table for a terminal; empty if nothing is compared.
std::string energy_pairs_text(const Json& pairs);

}  // namespace plethos::study
