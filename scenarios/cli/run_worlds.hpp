#pragma once

#include "scenarios/cli/commands.hpp"

namespace plethos::cli {

/// `plethos run` with --worlds or --seeds: an ensemble. Returns the exit code.
int run_worlds(RunOptions options);

}  // namespace plethos::cli
