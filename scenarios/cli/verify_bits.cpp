#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/bits/bit_case.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/utc_date.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

using scenarios::BitCase;

/// A case and what its runs begin with.
struct MadeCase {
  BitCase bit_case;
  scenarios::Scenario scenario;
};

std::vector<BitCase> read_cases(const VerifyBitsOptions& options) {
  if (options.from.empty()) return scenarios::bit_cases();
  std::ifstream file = scenarios::open_input(options.from, "cases");
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded())
    throw InputError("--from: " + options.from + ": found text that is no JSON, expected cases of plethos verify-bits");
  return scenarios::read_bit_cases(json, options.from);
}

/// Makes the scenarios of the chosen cases.
std::vector<MadeCase> make_cases(const VerifyBitsOptions& options) {
  const std::vector<BitCase> all = read_cases(options);
  std::vector<std::string> names;
  for (const BitCase& one : all) names.push_back(one.name);
  for (const std::string& name : options.only) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw InputError("--only: " + unknown_name_message("case", name, names));
  }
  std::vector<MadeCase> made;
  for (const BitCase& one : all) {
    if (!options.only.empty() && std::find(options.only.begin(), options.only.end(), one.name) == options.only.end()) continue;
    if (options.record.empty() && one.recorded.steps.empty()) {
      throw InputError("case '" + one.name + "': found no recorded sums; --record adds them");
    }
    made.push_back({one, scenarios::make_scenario(one.request)});
  }
  return made;
}

/// Returns the backends that were asked for, otherwise all that this machine has, with each of their lanes that has the same bits.
std::vector<backends::Backend> backends_to_check(const VerifyBitsOptions& options) {
  std::vector<backends::Backend> found;
  for (const std::string& name : backends::backend_names()) {
    if (!options.backend.empty() && name != options.backend) continue;
    if (options.backend.empty() && !backends::why_unavailable(name).empty()) continue;
    const auto add = [&](const std::string& lanes) {
      if (!options.lanes.empty() && lanes != options.lanes && options.lanes != "simd") return;
      const int threads = name == "serial" && options.backend.empty() ? 0 : options.threads;
      const backends::Backend backend = backends::make_backend({.name = name, .lanes = lanes, .threads = threads});
      if (backend.same_bits()) found.push_back(backend);
    };
    if (backends::on_device(name) || options.lanes == "simd") {
      add("simd");
      continue;
    }
    add("scalar");
    for (const backends::SimdTarget& target : backends::simd_targets()) add(target.name);
  }
  if (found.empty()) throw InputError("found no backend with such lanes here that has the same bits; plethos info lists what there is");
  return found;
}

void record(const VerifyBitsOptions& options, std::vector<MadeCase> made) {
  const backends::Backend plainest = backends::make_backend({.name = "serial", .lanes = "scalar"});
  std::vector<BitCase> cases;
  for (MadeCase& one : made) {
    one.bit_case.recorded = scenarios::run_sums(plainest, one.bit_case, one.scenario);
    cases.push_back(std::move(one.bit_case));
  }
  scenarios::write_json_file("--record", options.record, scenarios::bit_cases_json(cases));
  if (!options.quiet) std::printf("recorded  %zu cases in %s\n", cases.size(), one_line(options.record).c_str());
}

/// Makes all cases on a backend. Returns what --json holds of it.
Json check(const backends::Backend& backend, const std::vector<MadeCase>& made) {
  Json row{
      {"backend", backend.name}, {"lanes", backend.lanes()}, {"threads", backend.threads}, {"cases", 0}, {"differences", Json::array()}};
  std::size_t count = 0;
  for (const MadeCase& one : made) {
    if (scenarios::interrupted()) break;
    const auto found = scenarios::run_sums(backend, one.bit_case, one.scenario);
    if (const auto difference = scenarios::first_difference(one.bit_case, one.scenario, found)) {
      row["differences"].push_back({{"case", one.bit_case.name}, {"first", *difference}});
    }
    row["cases"] = ++count;
  }
  return row;
}

void print(const Json& row) {
  const std::size_t cases = row.at("cases").get<std::size_t>(), differing = row.at("differences").size();
  std::printf("%-8s%-9s%6d thread%s  %zu of %zu cases have the recorded bits\n", row.at("backend").get<std::string>().c_str(),
              row.at("lanes").get<std::string>().c_str(), row.at("threads").get<int>(), row.at("threads") == 1 ? " " : "s",
              cases - differing, cases);
  for (const Json& difference : row.at("differences")) {
    std::printf("  %s: %s\n", difference.at("case").get<std::string>().c_str(), difference.at("first").get<std::string>().c_str());
  }
  std::fflush(stdout);
}

}  // namespace

int verify_bits(VerifyBitsOptions options) {
  check_outputs(
      {{{"--json", file_of_json(options.json)}, scenarios::OutputKind::json}, {{"--record", options.record}, scenarios::OutputKind::json}},
      {{"--from", options.from}});
  if (!options.backend.empty()) check_backend({.name = options.backend, .lanes = options.lanes.empty() ? "simd" : options.lanes});
  std::optional<JsonOutput> json;
  if (!options.json.empty()) json.emplace(options.json);
  auto kokkos_arguments = static_cast<int>(options.kokkos.size());
  options.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, options.kokkos.data(), options.threads);
  std::vector<MadeCase> made = make_cases(options);
  if (!options.record.empty()) {
    record(options, std::move(made));
    return 0;
  }
  const scenarios::InterruptGuard guard;
  Json rows = Json::array();
  std::size_t differing = 0;
  for (const backends::Backend& backend : backends_to_check(options)) {
    if (scenarios::interrupted()) break;
    rows.push_back(check(backend, made));
    differing += rows.back().at("differences").size();
    if (!options.quiet) print(rows.back());
  }
  if (json) {
    json->write({{"schema", "plethos-bits-found"},
                 {"schema_version", 1},
                 {"date", scenarios::utc_date()},
                 {"plethos", scenarios::version()},
                 {"machine", scenarios::machine_record()},
                 {"rows", rows}});
  }
  if (scenarios::interrupted()) return 130;
  if (differing > 0) throw MachineError("verify-bits: " + std::to_string(differing) + " runs have other bits than those on record");
  return 0;
}

}  // namespace plethos::cli
