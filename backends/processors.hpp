#pragma once

#include <vector>

namespace plethos::backends {

/// Returns the numbers of the processors that this process may run on, in rising order. OpenMP binds the thread that a program starts with
/// to one place before main() begins, if OMP_PROC_BIND asks for it; the system then knows of this place alone, and OpenMP of all.
std::vector<int> usable_processors();

/// Returns whether the calling thread may run on some of them alone.
bool is_bound_to_place();

/// Lets the calling thread run on all of them, and so the threads and the program that it starts: they would all run at the place to which
/// OpenMP has bound it. Does nothing where the system refuses.
void run_on_all_processors();

}  // namespace plethos::backends
