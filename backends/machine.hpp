#pragma once

#include <cstdint>
#include <string>

namespace plethos::backends {

/// The machine that a time was measured on, besides the backend. A number is 0, and a text empty, if the system does not tell.
struct Machine {
  std::string processor;           ///< its name
  std::string architecture;        ///< its instruction set as the kernel names it, such as x86_64 or aarch64
  int sockets = 0;                 ///< processors in sockets
  int cores = 0;                   ///< in all sockets
  int hardware_threads = 0;        ///< threads that the cores run at the same time
  int usable_threads = 0;          ///< hardware threads that this process may run on
  int numa_nodes = 0;              ///< parts of the memory
  std::uint64_t memory_bytes = 0;  ///< main memory
  std::string os;                  ///< distribution and kernel
  double load = 0;                 ///< processes that ran or waited to run, the mean of the last minute
};

/// Reads the machine's present state. `root` is put before /proc, /sys and /etc.
Machine machine(const std::string& root = "");

/// The compiler of the program, and its flags that decide speed and bits.
std::string compiler();
std::string compiler_flags();

}  // namespace plethos::backends
