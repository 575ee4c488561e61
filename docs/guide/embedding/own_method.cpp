// An avoidance method that is no part of Plethos: agents keep their way and wait for agents in front of them.
#include <cstdio>
#include <plethos/methods.hpp>
#include <plethos/plethos.hpp>
#include <vector>

namespace {

using namespace plethos;

struct WaitParameters {
  float wait_distance = 1.f;  // m
};

const ParameterTable<WaitParameters>& wait_table() {
  static const auto table = ParameterTable<WaitParameters>().add(
      &WaitParameters::wait_distance, {"wait_distance", "m", 0, 100, "an agent waits for others this near before it"});
  return table;
}

// One agent's velocity, wherever the kernel runs.
template <class MemorySpace>
struct WaitForOthers {
  Agents<MemorySpace> agents;
  neighbors::Lists<MemorySpace> near;
  typename Agents<MemorySpace>::Vectors velocities;
  float distance;

  KOKKOS_FUNCTION void operator()(int i) const {
    float x = agents.preferred_velocity(i, 0);
    float y = agents.preferred_velocity(i, 1);
    if (agents.state(i) != static_cast<std::int32_t>(AgentState::active)) {
      x = agents.velocity(i, 0);
      y = agents.velocity(i, 1);
    } else {
      const NeighborColumns<MemorySpace>& seen = agents;
      for (int k = 0; k < near.count(i); ++k) {
        const std::int32_t other = near.index(i, k);
        const float to_x = seen.position(other, 0) - agents.position(i, 0);
        const float to_y = seen.position(other, 1) - agents.position(i, 1);
        const float reach = distance + agents.radius(i) + seen.radius(other);
        const bool near_enough = Kokkos::fma(to_x, to_x, to_y * to_y) < reach * reach;
        // Of two that wait for each other, the one with the lower number goes.
        if (near_enough && Kokkos::fma(to_x, x, to_y * y) > 0.f && agents.id_before(other, i)) x = y = 0.f;
      }
    }
    velocities(i, 0) = x;
    velocities(i, 1) = y;
  }
};

template <class Execution>
class Wait final : public avoidance::Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Wait(const WaitParameters& parameters) : parameters_(parameters) {}
  void choose(const Execution& execution, const avoidance::AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override {
    backends::for_each(execution, "own::wait", scene.agents.working,
                       WaitForOthers<MemorySpace>{scene.agents, scene.neighbors, velocities, parameters_.wait_distance});
  }
  std::optional<Work> work(const avoidance::AvoidanceScene<MemorySpace>&) const override { return {}; }

 private:
  WaitParameters parameters_;
};

struct WaitMethod {
  static MethodInfo info() {
    return {.name = "wait", .sentence = "keeps its way and waits for others", .parameters = wait_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<avoidance::Avoidance<Execution>> make(const ParameterValues& values) {
    return std::make_unique<Wait<Execution>>(wait_table().read(values));
  }
};

}  // namespace

int main() {
  try {
    avoidance::add<WaitMethod>();
    const backends::Runtime runtime;
    const backends::Backend backend = backends::make_backend({.name = "serial"});
    // Two ways that cross.
    const World world{.goals = {{10, 0}, {0, 10}}, .bounds = {{-11, -11}, {11, 11}}};
    const std::vector<AgentRecord> agents{{.position = {-10, 0}, .goal = 0}, {.position = {0, -10}, .goal = 1}};
    const simulation::MethodChoices methods{.avoidance = "wait", .values = {{"wait_distance", 2}}};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods);
    simulation->advance(600);
    const simulation::Statistics statistics = simulation->statistics();
    std::printf("%s: %lld of 2 arrived, never nearer than %.2f m\n", simulation::methods_text(methods).c_str(),
                static_cast<long long>(statistics.arrived), static_cast<double>(statistics.minimum_separation));
  } catch (const Error& error) {
    std::fprintf(stderr, "own_method: %s\n", error.what());
    return error.exit_code();
  }
}
