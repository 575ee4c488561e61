#pragma once

#include <vector>

#include "tests/algorithms/avoidance/neighborhoods.hpp"

namespace plethos::tests::clearpath_rounds {

struct Round {
  Neighborhoods hoods;
  std::int32_t capacity;
};

inline constexpr ClearpathKind variants[] = {ClearpathKind::clearpath1, ClearpathKind::clearpath2, ClearpathKind::guarded};

/// Makes thousands of neighborhoods: open, dense, with walls, with overlaps and without a free velocity. Another name gives others.
inline std::vector<Round> make_rounds(const char* name) {
  struct Kind {
    int agents;
    float size;
    int segments;
    std::int32_t capacity;
    float minimum_distance;
  };
  const Kind kinds[] = {{600, 14, 0, 10, 0},  {500, 12, 12, 10, 0.02f}, {300, 5, 8, 8, 0},   {300, 30, 6, 16, 0.05f}, {100, 12, 20, 24, 0},
                        {200, 100, 0, 10, 0}, {400, 20, 0, 10, 0.1f},   {200, 9, 20, 12, 0}, {163, 7, 4, 10, 0.02f}};
  Random random(name);
  std::vector<Round> rounds;
  for (const Kind& kind : kinds) {
    Round round{random_neighborhoods(random, kind.agents, kind.size, kind.segments, static_cast<std::size_t>(kind.capacity)),
                kind.capacity};
    round.hoods.parameters.minimum_distance = kind.minimum_distance;
    round.hoods.parameters.seed = random.word64();
    round.hoods.parameters.time_step = random.between(0.05f, 0.25f);
    round.hoods.parameters.time_horizon = random.between(0.5f, 8);
    round.hoods.parameters.time_horizon_obstacles = random.between(0.5f, 4);
    rounds.push_back(round);
  }
  return rounds;
}

inline const std::vector<Round>& rounds() {
  static const std::vector<Round> all = make_rounds("clearpath");
  return all;
}

}  // namespace plethos::tests::clearpath_rounds
