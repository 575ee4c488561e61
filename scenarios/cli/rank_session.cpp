#include "scenarios/cli/rank_session.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "backends/cuda/cuda.hpp"
#include "backends/machine.hpp"
#include "backends/ranks/self/self.hpp"
#include "backends/ranks/start.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"
#include "core/text.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {

const backends::Ranks& RankSession::join(int argc, char** argv) {
  if (!joined_) {
    joined_ = true;
    ranks_ = backends::start_ranks(argc, argv);
  }
  return ranks_ ? *ranks_ : backends::self();
}

int RankSession::fail(std::string_view message, int exit_code) {
  std::fflush(stdout);
  const bool several = ranks_ != nullptr && !ranks_->alone();
  const bool alone = several && !ranks_->all_fail();
  // Tasks that have not met are told apart by what their launcher says.
  const int number = several ? ranks_->rank() : backends::launched_task();
  if (alone || number == 0) {
    const std::string who = alone ? "rank " + std::to_string(number) + ": " : "";
    std::fprintf(stderr, "plethos: %s%s\n", who.c_str(), one_line(message).c_str());
  }
  if (alone) ranks_->abort(exit_code);
  return exit_code;
}

void share_threads(int ranks_on_processors, backends::BackendOptions& options) {
  if (options.threads != 0 || ranks_on_processors == 1 || std::getenv("OMP_NUM_THREADS") != nullptr) return;
  if (options.name != "openmp" && options.name != "tbb") return;
  options.threads = std::max(1, backends::machine().usable_threads / ranks_on_processors);
}

void warn_of_crowded_ranks(const backends::Ranks& ranks, const backends::Backend& backend, bool quiet) {
  if (ranks.alone()) return;
  const int processors = backends::machine().usable_threads;
  const int threads = backend.scheduler ? backend.threads * ranks.ranks_on_processors() : 0;
  const int devices = backend.scheduler ? ranks.ranks_on_host() : backends::cuda_devices();
  const auto crowded = ranks.greatest(std::int64_t{threads > processors});
  const auto lacking = ranks.greatest(std::int64_t{ranks.ranks_on_host() > devices});
  if (quiet) return;
  if (crowded != 0)
    std::fprintf(stderr, "plethos: warning: ranks of a host have more threads than it has processors, and wait for each other\n");
  if (lacking != 0) std::fprintf(stderr, "plethos: warning: a host has more ranks than GPUs, so that ranks share these\n");
}

void require_same(const backends::Ranks& ranks, std::string_view text, const char* what) {
  const auto digest = static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
  if (ranks.least(digest) == ranks.greatest(digest)) return;
  throw InputError(std::string("ranks: found ") + what);
}

namespace {

constexpr const char* different = "different options or files, expected the same on all but for --backend, --lanes and --threads";

std::string request_text(const scenarios::ScenarioRequest& request) {
  std::string text = request.name;
  if (request.agents) text += "\nagents " + std::to_string(*request.agents);
  if (request.seed) text += "\nseed " + std::to_string(*request.seed);
  for (const auto& [name, value] : request.settings) text += "\n" + name + " " + written_text(value);
  for (const auto& [family, name] : request.methods) text += "\n" + family + " " + name;
  text += request.strict ? "\nstrict" : "";
  for (const std::string& file : {request.map_file, request.scen_file, request.cost_file}) text += "\n" + file;
  return text;
}

/// Returns all that ranks must have been told alike.
std::string run_text(const RunOptions& options, const scenarios::Attributes& identity, std::int64_t steps) {
  std::string text = std::to_string(steps) + " " + std::to_string(options.every);
  const CheckpointOptions& checkpoints = options.checkpoints;
  for (const bool flag : {options.verify, options.output.empty(), options.regroup, checkpoints.file.empty()}) text += flag ? " 1" : " 0";
  for (const double minutes : {checkpoints.every, checkpoints.time_limit}) text += " " + number_text(minutes);
  for (const auto& [name, value] : identity) text += "\n" + name + " " + value;
  return text;
}

}  // namespace

void require_same_request(const backends::Ranks& ranks, const scenarios::ScenarioRequest& request) {
  if (!ranks.alone()) require_same(ranks, request_text(request), different);
}

void require_same_run(const backends::Ranks& ranks, const RunOptions& options, const scenarios::Attributes& identity, std::int64_t steps,
                      const backends::Backend& backend) {
  if (ranks.alone()) return;
  require_same(ranks, scenarios::version(), "different builds of plethos, expected the same on all");
  require_same(ranks, backend.same_bits() ? "" : backend.lanes(),
               "lanes without fused multiply-add beside others, expected lanes that round alike");
  require_same(ranks, run_text(options, identity, steps), different);
}

}  // namespace plethos::cli
