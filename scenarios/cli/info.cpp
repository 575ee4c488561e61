#include <cstdio>
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

void print_keys(const std::vector<ParameterInfo>& keys) {
  for (const ParameterInfo& key : keys) {
    const std::string value = value_text(key, key.default_value) + (key.unit.empty() ? "" : " " + key.unit);
    std::printf("      %-26s %-18s %s, %s%s\n", key.name.c_str(), value.c_str(), key.description.c_str(), range_text(key).c_str(),
                key.by_group ? "; groups may differ" : "");
  }
}

void print_family(const simulation::MethodFamily& family) {
  std::printf("\n%s (--%s NAME):\n", family.question.c_str(), family.name.c_str());
  for (const MethodInfo& method : family.methods) {
    std::printf("\n  %s: %s%s\n", method.name.c_str(), method.sentence.c_str(), &method == &family.methods.front() ? " (the default)" : "");
    print_keys(method.parameters);
  }
}

void print_names(const char* title, const std::vector<std::string>& names) {
  std::printf("%s:", title);
  for (const std::string& name : names) std::printf(" %s", name.c_str());
  std::printf("\n");
}

}  // namespace

void info(std::vector<char*> kokkos) {
  auto count = static_cast<int>(kokkos.size());
  kokkos.push_back(nullptr);
  std::string no_runtime;
  std::unique_ptr<backends::Runtime> runtime;
  try {
    runtime = std::make_unique<backends::Runtime>(count, kokkos.data());
  } catch (const MachineError& error) {
    no_runtime = error.what();
  }
  std::printf("plethos   %s\n", scenarios::version().c_str());
  std::printf("kokkos    %s, %s\n", backends::kokkos_version().c_str(), backends::kokkos_spaces().c_str());
  std::printf("lanes     scalar (1 float)");
  for (const auto& target : backends::simd_targets()) {
    std::printf(", %s (%d floats%s)", target.name.c_str(), target.lanes, target.fused_multiply_add ? "" : ", not the same bits");
  }
  std::printf("\n");
  if (runtime) {
    const nlohmann::ordered_json machine = scenarios::machine_record();
    std::printf("machine   %s\n", one_line(scenarios::machine_text(machine)).c_str());
    if (const std::string gpu = scenarios::gpu_text(machine); !gpu.empty()) std::printf("gpu       %s\n", gpu.c_str());
    std::printf("compiler  %s: %s\n", machine.at("compiler").get<std::string>().c_str(),
                machine.at("compiler_flags").get<std::string>().c_str());
  }
  std::printf("backends\n");
  for (const std::string& name : backends::backend_names()) {
    const std::string why = no_runtime.empty() ? backends::why_unavailable(name) : no_runtime;
    if (!why.empty()) {
      std::printf("  %-7s not available: %s\n", name.c_str(), one_line(why).c_str());
      continue;
    }
    const backends::Backend backend = backends::make_backend({name, "simd", 0});
    const backends::Memory memory = backends::memory(backend);
    std::printf("  %-7s %s, %d threads, %s lanes, %.1f of %.1f GiB free\n", name.c_str(), backend.device.c_str(), backend.threads,
                backend.lanes().c_str(), static_cast<double>(memory.free) / (1 << 30), static_cast<double>(memory.total) / (1 << 30));
  }
}

void list() {
  std::printf("Scenarios (plethos run NAME, --set KEY=VALUE; a TOML file's path works as a name):\n");
  for (const auto& entry : scenarios::list_scenarios()) {
    std::printf("\n  %s: %s (%lld agents by default)\n", entry.name.c_str(), entry.description.c_str(),
                static_cast<long long>(entry.agents));
    print_keys(entry.keys);
  }
  std::printf("\nMaps (plethos map generate KIND):\n");
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    std::printf("\n  %s: %s\n", kind.name.c_str(), kind.sentence.c_str());
    print_keys(kind.keys);
  }
  std::printf("\nOf every agent (--set KEY=VALUE applies to all of them):\n");
  print_keys(scenarios::agent_table().infos());
  std::printf("\nOf the run (--set KEY=VALUE):\n");
  print_keys(parameter_table().infos());
  for (const simulation::MethodFamily& family : simulation::method_families()) print_family(family);
  std::printf("\n");
  print_names("Backends (--backend)", backends::backend_names());
}

void validate(const scenarios::ScenarioRequest& request) {
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  static_cast<void>(scenarios::choose_methods(scenario, request));
  std::printf("%s: valid: %zu agents in %zu groups, %zu goals, %zu polygons with %zu segments, %zu moving obstacles, %zu roadmap nodes%s\n",
              one_line(scenario.name).c_str(), scenario.agents.size(), scenario.groups.size(), scenario.world.goals.size(),
              scenario.world.polygons.size(), scenario.world.segments().size(), scenario.world.moving.size(), scenario.methods.nodes.size(),
              grid_text(scenario.world).c_str());
  warn(find_oddities(scenario), scenario);
}

}  // namespace plethos::cli
