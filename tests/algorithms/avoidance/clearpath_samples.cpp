#include <doctest/doctest.h>

#include <cmath>

#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/clearpath_problems.hpp"

namespace plethos::tests {
namespace {

using namespace clearpath_problems;
using namespace clearpath_rounds;

constexpr std::size_t samples_at_least = 1000;

/// Returns admissible velocities: some spread evenly over the smaller of the two discs where the larger one covers it, and some close to v.
std::vector<rvo::Vector> samples_of(const std::array<clearpath::Disc, 2>& discs, rvo::Vector v) {
  const bool first_is_smaller = discs[0].radius < discs[1].radius;
  const clearpath::Disc& smaller = discs[first_is_smaller ? 0 : 1];
  const clearpath::Disc& larger = discs[first_is_smaller ? 1 : 0];
  constexpr double golden_angle = 2.399963229728653;
  std::vector<rvo::Vector> samples;
  for (std::size_t spread = samples_at_least; samples.size() < samples_at_least; spread *= 2) {
    samples.clear();
    for (std::size_t k = 0; k < spread; ++k) {
      const double radius = smaller.radius * std::sqrt((static_cast<double>(k) + 0.5) / static_cast<double>(spread));
      const rvo::Vector sample = smaller.center + clearpath::turned({radius, 0}, golden_angle * static_cast<double>(k));
      if (length(sample - larger.center) <= larger.radius) samples.push_back(sample);
    }
  }
  for (int k = 0; k < 100; ++k) {
    const rvo::Vector sample = v + clearpath::turned({0.001 * k, 0}, golden_angle * k);
    if (length(sample - smaller.center) <= smaller.radius && length(sample - larger.center) <= larger.radius) samples.push_back(sample);
  }
  return samples;
}

/// Returns the number of parts, from the first on, that the velocity is free of. A velocity is free of a part if it lies no deeper in it
/// than `depth`.
std::size_t free_of(const Parts& parts, rvo::Vector v, double depth) {
  std::size_t k = 0;
  while (k < parts.size() && clearpath::depth(parts[k], v) <= depth) ++k;
  return k;
}

/// The judgment of a neighborhood's choice by samples.
struct Verdict {
  std::size_t attempt = 0;  ///< the choice is the optimum of this attempt, judged by the samples
  std::size_t better = 0;   ///< samples that are free of more parts, or of as many and closer to the preferred velocity
};

Verdict judge(const std::vector<Parts>& attempts, const std::vector<rvo::Vector>& samples, rvo::Vector preferred, rvo::Vector v) {
  Verdict verdict;
  for (;; ++verdict.attempt) {
    const Parts& parts = attempts[verdict.attempt];
    const bool last = verdict.attempt + 1 == attempts.size();
    const std::size_t kept = free_of(parts, v, edge_margin);
    const bool complete = kept == parts.size();
    // Only the last attempt leaves parts out.
    const std::size_t enough = last ? kept : parts.size();
    for (const rvo::Vector sample : samples) {
      const bool closer = length(sample - preferred) < length(v - preferred) - 1e-4;
      if (complete && !closer) continue;
      const std::size_t free = free_of(parts, sample, -edge_margin);
      verdict.better += free >= enough && (closer || free > kept) ? 1 : 0;
    }
    if (complete || last) return verdict;
  }
}

/// Returns velocities spread evenly over a disc.
std::vector<rvo::Vector> spread_over(const clearpath::Disc& disc, std::size_t count) {
  constexpr double golden_angle = 2.399963229728653;
  std::vector<rvo::Vector> samples;
  for (std::size_t k = 0; k < count; ++k) {
    const double radius = disc.radius * std::sqrt((static_cast<double>(k) + 0.5) / static_cast<double>(count));
    samples.push_back(disc.center + clearpath::turned({radius, 0}, golden_angle * static_cast<double>(k)));
  }
  return samples;
}

/// The distance from the preferred velocity to the closest sample that is free of a number of parts: among the samples that the limits
/// admit, and among those beyond.
struct Closest {
  double admitted = rvo::never, beyond = rvo::never;
};
std::vector<Closest> closest_by_parts(const Problem& problem, const Parts& parts, const std::vector<rvo::Vector>& samples,
                                      double time_step) {
  std::vector<Closest> closest(parts.size() + 1);
  for (const rvo::Vector sample : samples) {
    const double distance = length(sample - problem.self.preferred_velocity);
    const std::size_t free = free_of(parts, sample, -edge_margin);
    const bool admitted = within_limits(problem, sample, time_step) >= 0;
    for (std::size_t k = 0; k <= free; ++k) {
      double& least = admitted ? closest[k].admitted : closest[k].beyond;
      least = std::fmin(least, distance);
    }
  }
  return closest;
}

/// Says where a published method's choice is the optimum among the samples. It also says whether a sample gives a reason to stop before.
/// Such a reason is an optimum with more neighbors that limits admit, in the last interval or in one with velocities that are free of all
/// parts.
struct PublishedVerdict {
  bool found = false;     ///< the choice is the optimum of some interval, perhaps without some of the furthest neighbors
  bool shorter = false;   ///< the interval is not the first one
  bool fewer = false;     ///< neighbors are left out
  bool too_late = false;  ///< limits admitted an optimum with more neighbors
};
PublishedVerdict judge_published(const Neighborhoods& hoods, std::size_t i, ClearpathKind variant, const Problem& problem, rvo::Vector v) {
  const auto time_step = static_cast<double>(hoods.parameters.time_step);
  const rvo::Vector preferred = problem.self.preferred_velocity;
  constexpr std::size_t count = 1500;
  double radius = rvo::never;
  for (const clearpath::Disc& disc : clearpath::limits(problem.self, time_step)) {
    radius = std::fmin(radius, disc.radius + length(preferred - disc.center));
  }
  const std::vector<rvo::Vector> samples = spread_over({preferred, radius}, count);
  const double resolution = 4 * radius / std::sqrt(static_cast<double>(count));
  PublishedVerdict verdict;
  const std::vector<clearpath::Options> intervals = intervals_of(hoods, variant);
  for (const clearpath::Options& interval : intervals) {
    const Parts parts = published_parts(hoods, i, interval);
    const std::vector<Closest> closest = closest_by_parts(problem, parts, samples, time_step);
    const bool leaves_out = &interval == &intervals.back() || std::fmin(closest.back().admitted, closest.back().beyond) < rvo::never;
    const std::size_t free = free_of(parts, v, edge_margin);
    for (std::size_t kept = parts.size() + 1; kept-- > hoods.walls_of(i).size();) {
      if (kept <= free && length(v - preferred) < std::fmin(closest[kept].admitted, closest[kept].beyond) + 1e-4) {
        verdict.found = true;
        verdict.fewer = kept < parts.size();
        return verdict;
      }
      verdict.too_late = verdict.too_late || (leaves_out && closest[kept].admitted + resolution < closest[kept].beyond);
    }
    verdict.shorter = true;
  }
  return verdict;
}

}  // namespace

TEST_CASE("of a dense sampling no velocity is better than clearpath-guarded's, where one is free and where none is") {
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  int optimal = 0;
  int without_free = 0;
  for (const char* name : {"one", "another", "a third", "a fourth"}) {
    const std::vector<Round> all = make_rounds(name);
    for (std::size_t r = 0; r < all.size(); ++r) {
      CAPTURE(r);
      const Neighborhoods& hoods = all[r].hoods;
      const std::vector<Vec2> chosen = choose(widest, hoods, all[r].capacity, ClearpathKind::guarded);
      CHECK(inadmissible(hoods, chosen) == 0);
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (hoods.records[i].state != AgentState::active || stands_on_wall(hoods, i)) continue;
        CAPTURE(i);
        const Problem problem = preference_of(hoods, i, ClearpathKind::guarded);
        const rvo::Vector v = wide(chosen[i]);
        // No velocity is better than the preferred one.
        if (clearpath::depth(problem.test, problem.preferred) <= edge_margin && length(v - problem.preferred) < 1e-4) continue;
        const auto samples = samples_of(clearpath::limits(problem.self, static_cast<double>(hoods.parameters.time_step)), v);
        const Verdict verdict = judge(attempts_of(hoods, i, ClearpathKind::guarded), samples, problem.self.preferred_velocity, v);
        CHECK(verdict.better == 0);
        ++(verdict.attempt == 0 ? optimal : without_free);
      }
    }
  }
  CHECK(optimal > 2000);
  CHECK(without_free > 500);
}

TEST_CASE("of a dense sampling no velocity is better than that of ClearPath as published, and none a reason to leave out fewer neighbors") {
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  for (const ClearpathKind variant : {ClearpathKind::clearpath1, ClearpathKind::clearpath2}) {
    CAPTURE(variant);
    int with_all = 0;
    int with_fewer = 0;
    int in_shorter = 0;
    int by_walls_alone = 0;
    const std::vector<Round> all = make_rounds("published");
    for (std::size_t r = 0; r < all.size(); ++r) {
      CAPTURE(r);
      const Neighborhoods& hoods = all[r].hoods;
      const std::vector<Vec2> chosen = choose(widest, hoods, all[r].capacity, variant);
      CHECK(inadmissible(hoods, chosen) == 0);
      for (std::size_t i = 0; i < chosen.size(); i += 2) {
        if (hoods.records[i].state != AgentState::active || stands_on_wall(hoods, i)) continue;
        CAPTURE(i);
        const Problem problem = preference_of(hoods, i, variant);
        const rvo::Vector v = wide(chosen[i]);
        if (clearpath::depth(problem.test, problem.preferred) <= edge_margin && length(v - problem.preferred) < 1e-4) continue;
        const PublishedVerdict verdict = judge_published(hoods, i, variant, problem, v);
        CHECK_FALSE(verdict.too_late);
        if (!verdict.found) {
          ++by_walls_alone;
          const auto samples = samples_of(clearpath::limits(problem.self, static_cast<double>(hoods.parameters.time_step)), v);
          CHECK(judge(attempts_of(hoods, i, variant), samples, problem.self.preferred_velocity, v).better == 0);
        } else {
          ++(verdict.shorter ? in_shorter : verdict.fewer ? with_fewer : with_all);
        }
      }
    }
    CHECK(with_all > 100);
    CHECK(with_fewer > 100);
    CHECK((variant == ClearpathKind::clearpath1 ? in_shorter > 50 : in_shorter == 0));
    CHECK(by_walls_alone < 20);
  }
}

}  // namespace plethos::tests
