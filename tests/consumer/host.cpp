// A host program that starts and ends Kokkos itself, has methods of its own, and reads a scenario that names one.
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <functional>
#include <plethos/methods.hpp>
#include <plethos/plethos.hpp>
#include <plethos/scenarios.hpp>
#include <string>
#include <vector>

namespace {

using namespace plethos;

int faults = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("host: not so: %s\n", what);
  ++faults;
}

void expect_refused(const std::function<void()>& call, const std::string& text) {
  std::string said;
  try {
    call();
  } catch (const InputError& error) {
    said = error.what();
  }
  if (said.find(text) != std::string::npos) return;
  std::printf("host: said '%s', expected '%s'\n", said.c_str(), text.c_str());
  ++faults;
}

struct DriftParameters {
  float drift = 0.5f;
};

const ParameterTable<DriftParameters>& drift_table() {
  static const auto table =
      ParameterTable<DriftParameters>().add(&DriftParameters::drift, {"drift", "m/s", -2, 2, "how fast all agents move"});
  return table;
}

template <class MemorySpace>
struct MoveAlike {
  typename Agents<MemorySpace>::Vectors velocities;
  float speed;

  KOKKOS_FUNCTION void operator()(int i) const {
    velocities(i, 0) = speed;
    velocities(i, 1) = 0.f;
  }
};

/// All agents move along x.
template <class Execution>
class Drift final : public avoidance::Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Drift(float speed) : speed_(speed) {}
  void choose(const Execution& execution, const avoidance::AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override {
    backends::for_each(execution, "host::drift", scene.agents.working, MoveAlike<MemorySpace>{velocities, speed_});
  }
  std::optional<Work> work(const avoidance::AvoidanceScene<MemorySpace>&) const override { return {}; }

 private:
  float speed_;
};

struct DriftMethod {
  static MethodInfo info() { return {.name = "drift", .sentence = "moves all alike", .parameters = drift_table().infos()}; }
  template <class Execution>
  static std::unique_ptr<avoidance::Avoidance<Execution>> make(const ParameterValues& values) {
    return std::make_unique<Drift<Execution>>(drift_table().read(values).drift);
  }
};

/// Built-in steering and search, under names of their own.
struct StandMethod {
  static MethodInfo info() { return {.name = "stand", .sentence = "heads for the goal, too"}; }
  template <class Execution>
  static std::unique_ptr<steering::Steering<Execution>> make(const ParameterValues&) {
    return nullptr;
  }
};
struct OtherMethod {
  static MethodInfo info() {
    return {.name = "other", .sentence = "compares all with all, too", .bytes_per_agent = neighbors::BruteMethod::info().bytes_per_agent};
  }
  template <class Execution>
  static std::unique_ptr<neighbors::Search<Execution>> make(const neighbors::SearchSetup& setup, const ParameterValues& values) {
    return neighbors::BruteMethod::make<Execution>(setup, values);
  }
};

const char* const scene = R"(name = "two"
[methods]
avoidance = "drift"
steering = "stand"
neighbors = "other"
[parameters]
drift = 0.25
[[group]]
name = "all"
count = 2
start.rectangle = [[-4, -1], [-2, 1]]
goal.point = [8, 0]
)";

void simulate() {
  const backends::Runtime runtime;
  expect(runtime.joined(), "the runtime joins");
  const scenarios::Scenario two = scenarios::parse_toml_scenario(scene, "two.toml");
  const simulation::MethodChoices methods = scenarios::choose_methods(two.methods, {});
  expect(simulation::methods_text(methods) == "drift avoidance, straight planner, stand steering, other neighbors",
         "methods of the scenario");
  for (const std::string& name : backends::backend_names()) {
    if (!backends::why_unavailable(name).empty()) continue;
    const auto simulation =
        simulation::Simulation::create(backends::make_backend({.name = name}), two.parameters, two.world, two.agents, methods);
    simulation::Frame frame;
    simulation->advance(80);
    simulation->read(frame);
    // 80 steps of 0.05 s at 0.25 m/s.
    expect(std::abs(frame.x[0] - two.agents[0].position.x - 1.f) < 1e-3f, "agents drift by a metre");
  }
}

void register_methods() {
  avoidance::add<DriftMethod>();
  steering::add<StandMethod>();
  neighbors::add<OtherMethod>();
  expect_refused([] { avoidance::add<DriftMethod>(); }, "avoidance 'drift': found a method of that name");
  expect_refused([] { avoidance::add<avoidance::NoneMethod>(); }, "avoidance 'none': found a method of that name");
}

void check_messages() {
  expect_refused([] { avoidance::add<DriftMethod>(); }, "avoidance 'drift': found it added after it was asked what methods there are");
  expect_refused([] { simulation::method_family("avoidance").find("drif"); }, "unknown avoidance 'drif'; did you mean 'drift'?");
  expect_refused(
      [] {
        simulation::check_methods({.avoidance = "drift", .values = {{"drift", 3}}});
      },
      "drift: found 3, expected a number from -2 to 2");
  expect_refused([] { simulation::check_methods({.avoidance = "orca", .values = {{"drift", 1}}}); }, "drift: found a parameter of drift");
  expect_refused([] { scenarios::parse_toml_scenario(std::string(scene) + "goal.pont = 1\n", "two.toml"); }, "two.toml:13: ");
}

}  // namespace

int main() {
  Kokkos::initialize();
  register_methods();
  simulate();
  check_messages();
  expect(Kokkos::is_initialized(), "Kokkos is the host's");
  Kokkos::finalize();
  expect_refused([] { const backends::Runtime runtime; }, "Kokkos: found it ended");
  if (faults == 0) std::printf("host: all is as expected\n");
  return faults == 0 ? 0 : 1;
}
