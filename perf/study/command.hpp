#pragma once

#include "scenarios/cli/program.hpp"

namespace plethos::study {

/// `plethos study`: runs a study and writes its JSON and its page, lists studies, or lays two results side by side. Exit code: 0; 3 if runs
/// failed; 130 if it was interrupted. Prints findings to stdout, progress to stderr.
cli::Command study_command();

}  // namespace plethos::study
