#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace plethos::backends {

/// Returns the words that this process was called with, the program first; none if the system does not tell. `root` is put before /proc.
std::vector<std::string> command_line(const std::string& root = "");

/// Returns names and values of the environment's variables that may change what a program computes with, or how fast: those of OpenMP,
/// oneTBB, Kokkos, the kind of GPU that the build is for, Open MPI (without those by which its launcher talks to its ranks), the allocator
/// and the loader. In the order of their names.
std::vector<std::pair<std::string, std::string>> relevant_variables();

/// Returns the numbers of this process, and of the one that has called it if that is the same program: a study calls itself anew, and
/// waits.
std::vector<unsigned> own_processes();

/// Returns how many of the processes that a driver lists are not one's own. In a container processes have other numbers than for the
/// driver, which lists them all the same: if none is found, as many as one's own do not count.
int other_processes(std::span<const unsigned> listed, std::span<const unsigned> own);

}  // namespace plethos::backends
