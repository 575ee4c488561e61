#include "scenarios/bits/step_sums.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <span>
#include <vector>

namespace plethos::scenarios {
namespace {

std::uint64_t sum_of(const std::vector<float>& values) { return XXH3_64bits(values.data(), values.size() * sizeof(float)); }

/// Returns the agents' places, in order of their ids.
std::vector<std::size_t> places_by_id(const simulation::StepRecord& step) {
  std::vector<std::size_t> places(step.id.size());
  for (std::size_t i = 0; i < places.size(); ++i) places.at(step.id[i]) = i;
  return places;
}

std::uint64_t sum_of_vectors(const std::vector<float>& x, const std::vector<float>& y, std::span<const std::size_t> places) {
  std::vector<float> values;
  for (const std::size_t i : places) values.insert(values.end(), {x[i], y[i]});
  return sum_of(values);
}

/// Sums the ids in each agent's list, and how many they are. Who stands parked has no list.
std::uint64_t sum_of_lists(const simulation::StepRecord& step, std::span<const std::size_t> places) {
  std::vector<std::uint32_t> ids;
  for (const std::size_t i : places) {
    const std::int32_t entries = i < static_cast<std::size_t>(step.working) ? step.neighbor_count[i] : 0;
    ids.push_back(static_cast<std::uint32_t>(entries));
    for (std::int32_t k = 0; k < entries; ++k) {
      ids.push_back(step.id[static_cast<std::size_t>(step.neighbor[static_cast<std::size_t>(k) * step.stride + i])]);
    }
  }
  return XXH3_64bits(ids.data(), ids.size() * sizeof(std::uint32_t));
}

}  // namespace

StepSums step_sums(const simulation::StepRecord& step, const simulation::Frame& after) {
  const std::vector<std::size_t> places = places_by_id(step);
  return {sum_of_lists(step, places), sum_of_vectors(step.preferred_x, step.preferred_y, places),
          sum_of_vectors(step.chosen_x, step.chosen_y, places), simulation::checksum(after)};
}

}  // namespace plethos::scenarios
