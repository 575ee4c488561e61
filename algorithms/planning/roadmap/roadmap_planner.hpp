#pragma once

#include <optional>
#include <vector>

#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/roadmap/guide_agents.hpp"
#include "algorithms/planning/roadmap/roadmap_method.hpp"

namespace plethos::planning {

/// The roadmap's nodes in a world, in metres: those of the setup, or without any those at the obstacles' corners.
std::vector<Vec2> nodes_of(const World& world, const PlannerSetup& setup);
/// What agents keep from walls, in metres: make_roadmap()'s `clearance`.
inline float clearance_of(const PlannerSetup& setup) { return static_cast<float>(clearance_share) * setup.largest_radius; }

/// Bleiweiss 2009, sections 3.1 and 3.3: a visibility graph over given nodes, or over the obstacles' corners, with a tree of shortest ways
/// to each goal. An agent heads for its goal where it sees it, else for the node with the shortest way there. When the
/// world has changed, the graph is renewed where the change can be seen, and agents forget what they saw. Errors: as make_roadmap().
template <class Execution>
class RoadmapPlanner final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit RoadmapPlanner(const PlannerSetup& setup) : setup_(setup) {}
  bool prepare(const Execution& execution, const Surroundings<MemorySpace>& surroundings) override;
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override;
  bool sees_agents() const override { return false; }
  void resume(std::span<const std::uint32_t>) override {
    Kokkos::deep_copy(seeker_count_, 0);
    resumes_ = true;
  }
  std::uint64_t bytes() const override { return roadmap_.bytes() + (kept_ ? kept_->bytes() : 0); }
  std::vector<Counter> counters() const override { return {{"roadmaps", roadmaps_}, {"sweeps", sweeps_}}; }

 private:
  PlannerSetup setup_;
  Roadmap<MemorySpace> roadmap_;
  std::vector<Vec2> nodes_;  // those that stay
  std::optional<KeptGraph<MemorySpace>> kept_;
  bool resumes_ = false;
  std::uint64_t version_ = 0, roadmaps_ = 0, sweeps_ = 0;
  Kokkos::View<std::int32_t[2], MemorySpace> seeker_count_{"plethos::roadmap::seeker_count"};
};

}  // namespace plethos::planning
