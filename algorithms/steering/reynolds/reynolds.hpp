#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"
#include "algorithms/steering/steering.hpp"
#include "backends/view_bytes.hpp"

namespace plethos::steering {

/// Where the leg of its way began that an agent is on, and what it leads to: by id, as agents move in memory.
template <class MemorySpace>
struct Legs {
  Kokkos::View<float* [2], Kokkos::LayoutLeft, MemorySpace> start;            // m
  Kokkos::View<std::int32_t* [2], Kokkos::LayoutLeft, MemorySpace> leads_to;  // goal, waypoint
};

/// Steering as OpenSteer's pedestrians do it, from the behaviors of Reynolds 1999: an agent follows the straight path of its leg (seek,
/// and arrive at its last goal), keeps away from neighbors that are near (separation) and turns away from the first one that it would run
/// into (unaligned collision avoidance). The accelerations are added up, limited, and applied for one step; the velocity that comes out is
/// the preferred one. Walls are not seen. Cost: agents times neighbors; 16 bytes an agent.
template <class Execution>
class Reynolds final : public Steering<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Reynolds(std::int32_t agents, const ReynoldsParameters& parameters = {});
  void steer(const Execution& execution, const Scene<MemorySpace>& scene) override;
  std::uint64_t bytes() const override { return 4 * (legs_.start.size() + legs_.leads_to.size()); }
  void append_memory(std::vector<std::byte>& bytes) const override {
    backends::append_bytes(legs_.start, bytes);
    backends::append_bytes(legs_.leads_to, bytes);
  }
  void take_memory(const std::vector<std::byte>& bytes, std::size_t& at) override {
    backends::take_bytes(bytes, at, legs_.start);
    backends::take_bytes(bytes, at, legs_.leads_to);
  }

 private:
  ReynoldsParameters parameters_;
  Legs<MemorySpace> legs_;
};

}  // namespace plethos::steering
