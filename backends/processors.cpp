#include "backends/processors.hpp"

#include <omp.h>
#include <sched.h>

#include <thread>

namespace plethos::backends {
namespace {

/// Those of the calling thread.
cpu_set_t own() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
  return set;
}

cpu_set_t usable() {
  cpu_set_t set = own();
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    for (const int processor : processors) {
      if (processor >= 0 && processor < CPU_SETSIZE) CPU_SET(processor, &set);
    }
  }
  return set;
}

}  // namespace

std::vector<int> usable_processors() {
  const cpu_set_t set = usable();
  std::vector<int> numbers;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) numbers.push_back(processor);
  }
  const int known = static_cast<int>(std::thread::hardware_concurrency());
  for (int processor = 0; numbers.empty() && processor < known; ++processor) numbers.push_back(processor);
  return numbers;
}

bool is_bound_to_place() {
  const cpu_set_t of_thread = own(), set = usable();
  return CPU_COUNT(&of_thread) < CPU_COUNT(&set);
}

void run_on_all_processors() {
  const cpu_set_t set = usable();
  if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

}  // namespace plethos::backends
