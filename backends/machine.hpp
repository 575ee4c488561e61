#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plethos::backends {

/// A cache of a processor.
struct Cache {
  int level = 0;
  std::string kind;         ///< data, instruction or unified
  std::uint64_t bytes = 0;  ///< all of it
  int shared_by = 0;        ///< hardware threads
};

/// The machine that a time was measured on, besides the backend. A number is 0, and a text empty, if the system does not tell.
struct Machine {
  std::string processor;           ///< processor_name()
  std::string architecture;        ///< its instruction set as the kernel names it, such as x86_64 or aarch64
  int sockets = 0;                 ///< processors in sockets
  int cores = 0;                   ///< in all sockets
  int hardware_threads = 0;        ///< threads that the cores run at the same time
  int usable_threads = 0;          ///< hardware threads that this process may run on
  int numa_nodes = 0;              ///< parts of the memory
  std::uint64_t memory_bytes = 0;  ///< main memory
  std::string os;                  ///< distribution and kernel
  double load = 0;                 ///< processes that ran or waited to run, the mean of the last minute
  double clock_mhz = 0;            ///< the highest of the usable processors now
  double clock_mhz_most = 0;       ///< the highest that the first of them may have
  std::string governor;            ///< by which the system sets its clock
  std::vector<Cache> caches;       ///< of the first of them
  std::optional<bool> smt;         ///< whether cores run several threads
  std::string huge_pages;          ///< for whom the system joins pages of memory: always, madvise or never
  double limit_processors = 0;     ///< of the control groups: the time of so many processors, at most
  std::string container;           ///< docker, podman, apptainer, kubernetes or another; "none seen"
};

/// Returns the name of the processor: "ARM 0x41, part 0xd40" if it has but numbers, those of its maker and its part. An emulator that runs
/// this program on a processor of another architecture shows through in what /proc/cpuinfo tells, and the name is "aarch64, emulated on
/// NAME" then. (QEMU 7.2 is seen so.) `root` is put before /proc. Empty if the system does not tell.
std::string processor_name(const std::string& root = "");

/// Reads the machine's present state. `root` is put before /proc, /sys and /etc.
Machine machine(const std::string& root = "");

/// The compiler of the program, and its flags that decide speed and bits.
std::string compiler();
std::string compiler_flags();

}  // namespace plethos::backends
