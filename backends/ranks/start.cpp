#include "backends/ranks/start.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>

#include "core/error.hpp"

namespace plethos::backends {
namespace {

/// What launchers tell their tasks: Open MPI's, those of PMI (MPICH, Intel MPI), Slurm's steps, and Flux.
constexpr const char* task_counts[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS", "FLUX_JOB_SIZE"};

constexpr const char* task_numbers[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", "FLUX_TASK_RANK"};

int greatest_number(std::span<const char* const> variables) {
  int greatest = 0;
  for (const char* const name : variables) {
    if (const char* const text = std::getenv(name)) greatest = std::max(greatest, std::atoi(text));
  }
  return greatest;
}

#ifdef PLETHOS_MPI_LIBRARY
using Start = Ranks* (*)(int*, char***);

Start load() {
  // The library stays loaded: MPI does not end twice. MPI's own plugins look for its symbols among the global ones.
  void* const library = dlopen(PLETHOS_MPI_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    throw MachineError(std::string("ranks: MPI cannot be loaded: ") + (why != nullptr ? why : PLETHOS_MPI_LIBRARY));
  }
  return reinterpret_cast<Start>(dlsym(library, "plethos_start_mpi"));
}
#endif

}  // namespace

int launched_tasks() { return greatest_number(task_counts); }
int launched_task() { return launched_tasks() > 0 ? greatest_number(task_numbers) : 0; }

std::unique_ptr<Ranks> start_ranks([[maybe_unused]] int& argc, [[maybe_unused]] char**& argv) {
  const int tasks = launched_tasks();
  if (tasks == 0) return nullptr;
#ifdef PLETHOS_MPI_LIBRARY
  std::unique_ptr<Ranks> ranks(load()(&argc, &argv));
  if (tasks > 1 && ranks->alone()) {
    throw InputError("ranks: found " + std::to_string(tasks) + " tasks but 1 rank: the launcher does not speak to " + ranks->library() +
                     " (with Slurm: srun --mpi=pmix)");
  }
  return ranks;
#else
  if (tasks > 1) {
    throw InputError("ranks: found " + std::to_string(tasks) +
                     " tasks, and this build of plethos has no MPI (./bootstrap build --mpi builds one that has)");
  }
  return nullptr;
#endif
}

}  // namespace plethos::backends
