#include "scenarios/cli/rank_session.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/simulation/methods.hpp"
#include "backends/device_facts.hpp"
#include "backends/machine.hpp"
#include "backends/ranks/self/self.hpp"
#include "backends/ranks/start.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {

const backends::Ranks& RankSession::join(int argc, char** argv, std::string_view command) {
  if (!joined_) {
    joined_ = true;
    ranks_ = backends::start_ranks(argc, argv);
    if (ranks_ && !command.empty()) require_same(*ranks_, command, "different commands, expected the same on all");
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
  const int devices = backend.scheduler ? ranks.ranks_on_host() : backends::device_count();
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

std::string different(const std::string& what) {
  return "different options or files (" + what + "), expected the same on all but for --backend, --lanes and --threads";
}

/// An option by its name, and what it was given, as text.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

GivenOptions given_options(const RunOptions& options) {
  const scenarios::ScenarioRequest& request = options.scenario;
  GivenOptions given{{"scenario", request.name},
                     {"--agents", request.agents ? std::to_string(*request.agents) : ""},
                     {"--seed", request.seed ? std::to_string(*request.seed) : ""}};
  std::string settings;
  for (const auto& [name, value] : request.settings) settings += name + " " + written_text(value) + "\n";
  given.emplace_back("--steps or --set", settings);
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const auto method = request.methods.find(family.name);
    given.emplace_back("--" + family.name, method == request.methods.end() ? "" : method->second);
  }
  const auto flag = [](bool is_given) { return std::string(is_given ? "given" : ""); };
  const CheckpointOptions& checkpoints = options.checkpoints;
  const GivenOptions others{{"--map", request.map_file},
                            {"--scen", request.scen_file},
                            {"--cost", request.cost_file},
                            {"--strict", flag(request.strict)},
                            {"--no-regroup", flag(!options.regroup)},
                            {"--checkpoint", checkpoints.file},
                            {"--checkpoint-every", number_text(checkpoints.every)},
                            {"--time-limit", number_text(checkpoints.time_limit)},
                            {"--restart", checkpoints.restart},
                            {"--out", options.output},
                            {"--every", std::to_string(options.every)},
                            {"--json", options.json},
                            {"--verify", flag(options.verify)}};
  given.insert(given.end(), others.begin(), others.end());
  return given;
}

/// Returns what says whether ranks simulate the same.
std::string run_text(const scenarios::Attributes& identity, std::int64_t steps) {
  std::string text = std::to_string(steps);
  for (const auto& [name, value] : identity) text += "\n" + name + " " + value;
  return text;
}

}  // namespace

void require_same_options(const backends::Ranks& ranks, const RunOptions& options) {
  if (ranks.alone()) return;
  for (const auto& [name, value] : given_options(options)) require_same(ranks, value, different(name).c_str());
}

void require_same_run(const backends::Ranks& ranks, const scenarios::Attributes& identity, std::int64_t steps,
                      const backends::Backend& backend) {
  if (ranks.alone()) return;
  require_same(ranks, scenarios::version(), "different builds of plethos, expected the same on all");
  require_same(ranks, backend.same_bits() ? "" : backend.lanes(),
               "lanes without fused multiply-add beside others, expected lanes that round alike");
  require_same(ranks, run_text(identity, steps), different("what they hold").c_str());
}

}  // namespace plethos::cli
