#pragma once

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

}  // namespace plethos::backends
