#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

/// Returns what the program and the machine have. Without a runtime `no_runtime` says why.
Json info_record(const std::string& no_runtime) {
  Json json{{"schema", "plethos-info"}, {"schema_version", 1}, {"plethos", scenarios::version()}};
  json["kokkos"] = {{"version", backends::kokkos_version()}, {"spaces", backends::kokkos_spaces()}};
  json["lanes"] = Json::array();
  json["lanes"].push_back({{"name", "scalar"}, {"floats", 1}, {"same_bits", true}});
  for (const auto& target : backends::simd_targets()) {
    json["lanes"].push_back({{"name", target.name}, {"floats", target.lanes}, {"same_bits", target.fused_multiply_add}});
  }
  json["machine"] = no_runtime.empty() ? scenarios::machine_record() : Json();
  json["backends"] = Json::array();
  for (const std::string& name : backends::backend_names()) {
    const std::string why = no_runtime.empty() ? backends::why_unavailable(name) : no_runtime;
    Json entry{{"name", name}, {"available", why.empty()}};
    if (!why.empty()) {
      entry["why"] = why;
    } else {
      const backends::Backend backend = backends::make_backend({name, "simd", 0});
      const backends::Memory memory = backends::memory(backend);
      entry.update({{"device", backend.device},
                    {"threads", backend.threads},
                    {"lanes", backend.lanes()},
                    {"memory_free", memory.free},
                    {"memory_total", memory.total}});
    }
    json["backends"].push_back(entry);
  }
  return json;
}

std::string text_in(const Json& json, const char* name) { return one_line(json.at(name).get<std::string>()); }

void print_info(const Json& info) {
  std::printf("plethos   %s\n", text_in(info, "plethos").c_str());
  std::printf("kokkos    %s, %s\n", text_in(info.at("kokkos"), "version").c_str(), text_in(info.at("kokkos"), "spaces").c_str());
  const char* separator = "lanes     ";
  for (const Json& lanes : info.at("lanes")) {
    const int floats = lanes.at("floats").get<int>();
    std::printf("%s%s (%d float%s%s)", separator, text_in(lanes, "name").c_str(), floats, floats == 1 ? "" : "s",
                lanes.at("same_bits").get<bool>() ? "" : ", not the same bits");
    separator = ", ";
  }
  std::printf("\n");
  if (const Json& machine = info.at("machine"); !machine.is_null()) {
    std::printf("machine   %s\n", one_line(scenarios::machine_text(machine)).c_str());
    if (const std::string gpu = scenarios::gpu_text(machine); !gpu.empty()) std::printf("gpu       %s\n", one_line(gpu).c_str());
    std::printf("compiler  %s: %s\n", text_in(machine, "compiler").c_str(), text_in(machine, "compiler_flags").c_str());
  }
  std::printf("backends\n");
  for (const Json& backend : info.at("backends")) {
    if (!backend.at("available").get<bool>()) {
      std::printf("  %-7s not available: %s\n", text_in(backend, "name").c_str(), text_in(backend, "why").c_str());
      continue;
    }
    std::printf("  %-7s %s, %d threads, %s lanes, %.1f of %.1f GiB free\n", text_in(backend, "name").c_str(),
                text_in(backend, "device").c_str(), backend.at("threads").get<int>(), text_in(backend, "lanes").c_str(),
                backend.at("memory_free").get<double>() / (1 << 30), backend.at("memory_total").get<double>() / (1 << 30));
  }
}

}  // namespace

void info(std::vector<char*> kokkos, const std::string& json_path) {
  check_outputs({{{"--json", file_of_json(json_path)}, scenarios::OutputKind::json}}, {});
  std::unique_ptr<JsonOutput> json;
  if (!json_path.empty()) json = std::make_unique<JsonOutput>(json_path);
  auto count = static_cast<int>(kokkos.size());
  kokkos.push_back(nullptr);
  std::string no_runtime;
  std::unique_ptr<backends::Runtime> runtime;
  try {
    runtime = std::make_unique<backends::Runtime>(count, kokkos.data());
  } catch (const MachineError& error) {
    no_runtime = error.what();
  }
  const Json record = info_record(no_runtime);
  if (json) {
    json->write(record);
  } else {
    print_info(record);
  }
}

}  // namespace plethos::cli
