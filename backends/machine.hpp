#pragma once

#include <cstdint>
#include <string>

namespace plethos::backends {

/// What a time was measured on, besides the backend. A number is 0, and a text empty, where the system does not tell.
struct Machine {
  std::string processor;           ///< its name
  int sockets = 0;                 ///< processors in sockets
  int cores = 0;                   ///< in all of them
  int hardware_threads = 0;        ///< that the cores run at the same time
  int usable_threads = 0;          ///< of them, that this process may run on
  int numa_nodes = 0;              ///< parts of the memory
  std::uint64_t memory_bytes = 0;  ///< main memory
  std::string os;                  ///< distribution and kernel
  double load = 0;                 ///< processes that ran or waited to, the mean of the last minute
};

/// Reads what the system says now. `root` stands before /proc, /sys and /etc.
Machine machine(const std::string& root = "");

/// What the program was compiled by, and the flags that decide how fast it is and which bits it computes.
std::string compiler();
std::string compiler_flags();

}  // namespace plethos::backends
