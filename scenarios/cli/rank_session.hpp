#pragma once

#include <memory>
#include <string_view>

#include "backends/backend.hpp"
#include "backends/ranks/ranks.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/io/attributes.hpp"

namespace plethos::cli {

/// The ranks of the program, for its whole life. Rank 0 speaks for all.
class RankSession {
 public:
  /// Joins the ranks that a launcher has started, at the first call. Errors: as backends::start_ranks(); InputError if ranks were given
  /// different commands. A rank that has met a fault before it knows its command gives an empty one.
  const backends::Ranks& join(int argc, char** argv, std::string_view command);
  /// Prints a message as one line, once for all ranks if all fail, and returns the exit code. A rank that fails alone names itself, and
  /// ends all.
  int fail(std::string_view message, int exit_code);

 private:
  std::unique_ptr<backends::Ranks> ranks_;
  bool joined_ = false;
};

/// Gives a CPU backend, unless it or the environment says how many, the threads of one rank: an equal part of the processors that so many
/// ranks share.
void share_threads(int ranks_on_processors, backends::BackendOptions& options);

/// Together: warns, once, if ranks of a host have more threads than processors, or are more than its GPUs.
void warn_of_crowded_ranks(const backends::Ranks& ranks, const backends::Backend& backend, bool quiet);

/// Together: throws InputError "ranks: found WHAT" if the text differs between ranks.
void require_same(const backends::Ranks& ranks, std::string_view text, const char* what);

/// Together: throws InputError, which names the first that differs, if ranks were given different options: all but for those of where it is
/// computed and --quiet. Ranks could not make parts of one scenario then, and would not wait for each other at the same places.
void require_same_options(const backends::Ranks& ranks, const RunOptions& options);

/// Together: throws InputError if ranks would not simulate the same: they differ in builds, options or files, or in whether their lanes
/// have fused multiply-add. Options are the same (require_same_options()). `identity` is that of the run (scenarios::run_identity()), and
/// `steps` its limit.
void require_same_run(const backends::Ranks& ranks, const scenarios::Attributes& identity, std::int64_t steps,
                      const backends::Backend& backend);

}  // namespace plethos::cli
