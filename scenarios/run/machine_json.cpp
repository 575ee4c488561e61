#include "scenarios/run/machine_json.hpp"

#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "backends/device_activity.hpp"
#include "backends/device_facts.hpp"
#include "backends/machine.hpp"
#include "backends/process.hpp"
#include "backends/runtime.hpp"
#include "backends/simd/highway_version.hpp"
#include "backends/tbb/tbb.hpp"
#include "scenarios/io/hdf5_version.hpp"

namespace plethos::scenarios {
namespace {

/// Of versions of the interface by which programs talk to a GPU, whose name follows.
const std::string driver_key = "driver_", runtime_key = "runtime_";

/// Returns the value, or null if the system does not tell.
template <class Value>
Json known(const Value& value) {
  return value == Value{} ? Json() : Json(value);
}

template <class Value>
Json known(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json json(const std::vector<backends::Cache>& caches) {
  Json list = Json::array();
  for (const backends::Cache& cache : caches) {
    list.push_back(
        {{"level", cache.level}, {"kind", known(cache.kind)}, {"bytes", known(cache.bytes)}, {"shared_by", known(cache.shared_by)}});
  }
  return list;
}

Json json(const std::vector<std::pair<std::string, std::string>>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = value;
  return object;
}

std::string count_text(const Json& record, const char* name, const std::string& one, const std::string& many) {
  if (record.at(name).is_null()) return {};
  const auto count = record.at(name).get<long long>();
  return ", " + std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

}  // namespace

Json machine_record(const std::string& ranks_library) {
  const backends::Machine machine = backends::machine();
  Json record{{"processor", known(machine.processor)},
              {"architecture", known(machine.architecture)},
              {"sockets", known(machine.sockets)},
              {"cores", known(machine.cores)},
              {"hardware_threads", known(machine.hardware_threads)},
              {"usable_threads", known(machine.usable_threads)},
              {"numa_nodes", known(machine.numa_nodes)},
              {"memory_bytes", known(machine.memory_bytes)},
              {"os", machine.os},
              {"load", machine.load},
              {"clock_mhz", known(machine.clock_mhz)},
              {"clock_mhz_most", known(machine.clock_mhz_most)},
              {"governor", known(machine.governor)},
              {"caches", json(machine.caches)},
              {"smt", known(machine.smt)},
              {"transparent_huge_pages", known(machine.huge_pages)},
              {"limit_processors", known(machine.limit_processors)},
              {"container", machine.container},
              {"command_line", backends::command_line()},
              {"environment", json(backends::relevant_variables())},
              {"libraries",
               {{"hdf5", known(hdf5_version())},
                {"onetbb", backends::tbb_version()},
                {"highway", backends::highway_version()},
                {"mpi", known(ranks_library)}}},
              {"compiler", backends::compiler()},
              {"compiler_flags", backends::compiler_flags()},
              {"kokkos", backends::kokkos_version()},
              {"kokkos_spaces", backends::kokkos_spaces()},
              {"kokkos_configuration", json(backends::kokkos_configuration())},
              {"thread_binding", backends::thread_binding()}};
  if (!backends::why_device_is_unavailable().empty()) return record;
  const backends::DeviceMachine gpu = backends::device_machine();
  const backends::DeviceActivity now = backends::device_activity();
  record["gpu"] = {{"name", backends::device().name},
                   {"driver", known(gpu.driver)},
                   {driver_key + gpu.interface, known(gpu.driver_interface)},
                   {runtime_key + gpu.interface, known(gpu.runtime_interface)},
                   {"compute_capability", known(gpu.compute_capability)},
                   {"multiprocessors", known(gpu.multiprocessors)},
                   {"clock_mhz", known(gpu.clock_mhz)},
                   {"clock_now_mhz", known(now.clock_mhz)},
                   {"memory_clock_now_mhz", known(now.memory_clock_mhz)},
                   {"memory_bytes", known(gpu.memory_bytes)},
                   {"power_limit_watts", known(gpu.power_limit_watts)},
                   {"persistent", known(now.persistent)},
                   {"corrects_memory", known(now.corrects_memory)}};
  return record;
}

std::string machine_text(const Json& record) {
  std::string text = record.at("processor").is_null() ? "CPU" : record.at("processor").get<std::string>();
  text += count_text(record, "sockets", "socket", "sockets") + count_text(record, "cores", "core", "cores") +
          count_text(record, "hardware_threads", "hardware thread", "hardware threads");
  if (record.at("usable_threads") != record.at("hardware_threads")) text += count_text(record, "usable_threads", "usable", "usable");
  text += count_text(record, "numa_nodes", "NUMA node", "NUMA nodes");
  if (!record.at("memory_bytes").is_null()) text += formatted(", %.1f GiB", record.at("memory_bytes").get<double>() / (1 << 30));
  return text + ", " + record.at("os").get<std::string>() + formatted(", load %.2f", record.at("load").get<double>());
}

std::string gpu_text(const Json& record) {
  if (!record.contains("gpu")) return {};
  const Json& gpu = record.at("gpu");
  std::string text = gpu.at("name");
  const auto add = [&](const char* name, const char* format) {
    if (!gpu.at(name).is_null()) text += formatted(format, gpu.at(name).get<double>());
  };
  if (!gpu.at("driver").is_null()) text += ", driver " + gpu.at("driver").get<std::string>();
  const auto add_version = [&](const std::string& key, const std::string& before) {
    for (const auto& [name, value] : gpu.items()) {
      if (name.starts_with(key) && !value.is_null()) {
        text += before + upper_case(name.substr(key.size())) + formatted(" %.1f", value.template get<double>());
      }
    }
  };
  add_version(driver_key, " for ");
  add_version(runtime_key, ", built with ");
  add("multiprocessors", ", %.0f multiprocessors");
  add("clock_mhz", ", %.0f MHz at most");
  if (!gpu.at("memory_bytes").is_null()) text += formatted(", %.1f GiB", gpu.at("memory_bytes").get<double>() / (1 << 30));
  add("power_limit_watts", ", limited to %.0f W");
  return text;
}

}  // namespace plethos::scenarios
