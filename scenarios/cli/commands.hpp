#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "backends/backend.hpp"
#include "scenarios/cli/checkpoints.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/request.hpp"

namespace plethos::cli {

class RankSession;
struct Listing;

/// The options of `plethos run`.
struct RunOptions {
  scenarios::ScenarioRequest scenario;
  backends::BackendOptions backend;
  bool replay = true;  ///< simulation::MethodChoices
  bool regroup = true;
  std::optional<distribution::GpuPath> between_gpus;  ///< simulation::Sharing
  std::optional<std::int64_t> worlds;                 ///< of an ensemble
  std::string seeds;                                  ///< of its worlds, as scenarios::parse_seeds() reads them
  std::string output;                                 ///< trajectory file; empty: none
  std::int64_t every = 1;                             ///< steps from one recorded frame to the next
  std::string json;                                   ///< summary file; empty: none
  bool verify = false;                                ///< look at every step
  CheckpointOptions checkpoints;
  bool quiet = false;
  std::vector<char*> kokkos;         ///< the program's name and Kokkos' own flags
  char* const* arguments = nullptr;  ///< the arguments of main()
  RankSession* ranks = nullptr;

  bool is_ensemble() const { return worlds || !seeds.empty(); }
};

/// The options of `plethos plan`.
struct PlanOptions {
  scenarios::ScenarioRequest scenario;                ///< without a name: that of a map
  std::vector<std::string> settings;                  ///< KEY=VALUE
  std::map<std::string, std::string> short_settings;  ///< values of the planner's parameters that have an option of their own
  std::optional<std::int64_t> queries;
  std::optional<std::uint64_t> seed;
  std::int64_t goals = 0;             ///< as scenarios::QuerySet
  std::int64_t moves = 0;             ///< of an obstacle, after the first answers
  std::optional<std::int64_t> field;  ///< the query whose goal's field is recorded
  std::string planner;
  std::string optimum;  ///< a planner, or `none`; empty: what is known, otherwise a planner that suits the world
  int repetitions = 1;
  backends::BackendOptions backend;
  std::string output;  ///< file of paths; empty: none
  std::string json;    ///< summary file; empty: none
  bool quiet = false;
  std::vector<char*> kokkos;         ///< the program's name and Kokkos' own flags
  char* const* arguments = nullptr;  ///< the arguments of main()
};

/// The options of `plethos map generate`.
struct MapOptions {
  std::string kind;                     ///< one of scenarios::map_kinds()
  std::vector<std::int32_t> size{512};  ///< cells: of both sides, or width and height
  std::uint64_t seed = 1;
  scenarios::Settings settings;  ///< the kind's keys
  std::string output;            ///< Moving AI .map file
};

/// The options of `plethos verify-bits`.
struct VerifyBitsOptions {
  std::string backend;            ///< empty: all that are here
  std::string lanes;              ///< empty: all with the same bits
  int threads = 0;                ///< as backends::BackendOptions
  std::string from;               ///< a file of cases; empty: the program's own
  std::vector<std::string> only;  ///< names of cases; none: all
  std::string record;             ///< a file for the cases with sums of this machine; empty: none
  std::string json;               ///< file of what was found; empty: none
  bool quiet = false;
  std::vector<char*> kokkos;  ///< the program's name and Kokkos' own flags
};

/// The commands of the program. run() and plan() return the exit code: 0, 4 if a run is unfinished, or 130 if they were interrupted. They
/// print to stdout, and progress to stderr. Errors: those of the functions that they call.
int run(RunOptions options);
int plan(PlanOptions options);
/// Prints to stdout, or writes JSON to a file or to `standard_output` (json_output.hpp); an empty `json_path`: none.
void info(std::vector<char*> kokkos, const std::string& json_path);
/// Print all that has a name, or what has this one. Errors: InputError for an unknown name.
void list(const std::vector<Listing>& listings);
void list_one(const std::string& name, const std::vector<Listing>& listings);
/// Returns the names that list_one() knows, in alphabetical order.
std::vector<std::string> listed_names(const std::vector<Listing>& listings);
/// Makes short runs on every backend and lane, and compares their bits, step by step, with those on record. Returns 0, or 130 if it was
/// interrupted. Errors: MachineError if there are other bits.
int verify_bits(VerifyBitsOptions options);
void validate(const scenarios::ScenarioRequest& request);
void generate_map(const MapOptions& options);

}  // namespace plethos::cli
