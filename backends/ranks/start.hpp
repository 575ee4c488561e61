#pragma once

#include <memory>

#include "backends/ranks/ranks.hpp"

namespace plethos::backends {

/// Returns the tasks that a launcher (mpiexec, srun, flux) has started with this one, by what it says in the environment; 0 without a
/// launcher.
int launched_tasks();
/// Returns the number of this task among them, from 0.
int launched_task();

/// Joins the ranks that a launcher has started, through MPI. Call it before Kokkos starts, once in the life of the program; MPI ends with
/// the result. Returns null without a launcher: the process is then alone, as self() says. Errors: InputError if a launcher has started
/// several tasks, and this build has no MPI, or MPI sees one rank because the launcher speaks another protocol; MachineError if MPI cannot
/// be loaded.
std::unique_ptr<Ranks> start_ranks(int& argc, char**& argv);

}  // namespace plethos::backends
