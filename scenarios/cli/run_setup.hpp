#pragma once

#include <memory>

#include "algorithms/simulation/methods.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/run/checkpoint.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::cli {

/// Refuses mistakes in the files of a run before anything is made, not after an hour of computing; and warns of options that change
/// nothing.
void check_files(const RunOptions& options);

/// Returns the methods of a run of a scenario, with what options say of their pace.
simulation::MethodChoices methods_of(const RunOptions& options, const scenarios::Scenario& scenario);

/// Creates the file that records a run, or goes on with the one that the run has recorded so far; `restart`: the checkpoint that it goes on
/// from, or null.
std::unique_ptr<scenarios::TrajectoryWriter> open_recording(const RunOptions& options, const scenarios::Scenario& scenario,
                                                            const simulation::MethodChoices& methods, const Header& header,
                                                            const scenarios::Attributes& identity, const scenarios::Checkpoint* restart);

}  // namespace plethos::cli
