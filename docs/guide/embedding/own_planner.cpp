// A planner that is no part of Plethos: agents walk along streets, first to the east or west, then to the north or south.
#include <cstdio>
#include <plethos/methods.hpp>
#include <plethos/plethos.hpp>
#include <vector>

namespace {

using namespace plethos;

struct StreetParameters {
  float corner = 0.5f;  // m
};

const ParameterTable<StreetParameters>& street_table() {
  static const auto table = ParameterTable<StreetParameters>().add(
      &StreetParameters::corner, {"corner", "m", 0, 100, "an agent turns this near to the street of its goal"});
  return table;
}

// One agent's heading, wherever the kernel runs. A leg of another number says that the agent heads for something else.
template <class MemorySpace>
struct WalkAlongStreets {
  planning::PlanningScene<MemorySpace> scene;
  float corner;

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = scene.agents;
    if (agents.state(i) != static_cast<std::int32_t>(AgentState::active)) return scene.headings.stand(i);
    const float x = scene.goals.point(agents.goal(i), 0), y = scene.goals.point(agents.goal(i), 1);
    const float away = x - agents.position(i, 0);
    if (away > corner || away < -corner) {
      scene.headings.head_for(agents, i, x, agents.position(i, 1), 0);
    } else {
      scene.headings.stop_at(agents, i, x, y, 1, scene.time_step);
    }
  }
};

template <class Execution>
class Streets final : public planning::Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Streets(const StreetParameters& parameters) : parameters_(parameters) {}
  // What blocks the way, such as walls, would be taken note of here.
  bool prepare(const Execution&, const planning::Surroundings<MemorySpace>&) override { return false; }
  void plan(const Execution& execution, const planning::PlanningScene<MemorySpace>& scene) override {
    backends::for_each(execution, "own::streets", scene.agents.working, WalkAlongStreets<MemorySpace>{scene, parameters_.corner});
  }
  bool sees_agents() const override { return false; }
  std::uint64_t bytes() const override { return 0; }

 private:
  StreetParameters parameters_;
};

struct StreetsMethod {
  static MethodInfo info() {
    return {.name = "streets", .sentence = "walks along streets, and turns once", .parameters = street_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<planning::Planner<Execution>> make(const planning::PlannerSetup&, const ParameterValues& values) {
    return std::make_unique<Streets<Execution>>(street_table().read(values));
  }
};

}  // namespace

int main() {
  try {
    planning::add<StreetsMethod>();
    const backends::Runtime runtime;
    const backends::Backend backend = backends::make_backend({.name = "serial"});
    World world;
    world.bounds = {{-30, -30}, {30, 30}};
    std::vector<AgentRecord> agents;
    for (int i = 0; i < 50; ++i) {
      const auto at = static_cast<float>(i % 10);
      world.goals.push_back({20 + at, 20 + static_cast<float>(i / 10)});
      agents.push_back({.position = {-20 - at, -20 - static_cast<float>(i / 10)}, .goal = i});
    }
    const simulation::MethodChoices methods{.avoidance = "orca", .planner = "streets"};
    const auto simulation = simulation::Simulation::create(backend, {.time_step = 0.1f, .leave_on_arrival = true}, world, agents, methods);
    simulation->advance(300);
    simulation::Frame frame;
    simulation->read(frame);
    std::printf("after 30 s agent 0 is at (%.1f, %.1f)\n", static_cast<double>(frame.x[0]), static_cast<double>(frame.y[0]));
    simulation->advance(900);
    std::printf("%s: %lld of 50 arrived\n", simulation::methods_text(methods).c_str(), static_cast<long long>(simulation->arrived()));
  } catch (const Error& error) {
    std::fprintf(stderr, "own_planner: %s\n", error.what());
    return error.exit_code();
  }
}
