#pragma once

#include "scenarios/cli/program.hpp"

namespace plethos::proxy {

/// `plethos proxy`: works on a deck, prints its figure of merit, and compares its sums with those on record. Exit code: 0 if they are the
/// same, 3 if not; 130 if it was interrupted.
cli::Command proxy_command();

}  // namespace plethos::proxy
