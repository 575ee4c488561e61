#include "backends/machine.hpp"

#include <filesystem>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::tests;

TEST_CASE("sockets, cores, threads and NUMA nodes are those that the system lists") {
  const TemporaryFolder root;
  const auto write = [&](const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root.path(path)).parent_path());
    root.write(path, text);
  };
  // The machine has two sockets of two cores with two threads each. The last thread is switched off.
  for (int cpu = 0; cpu < 8; ++cpu) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
    write(folder + "/online", cpu < 7 ? "1\n" : "0\n");
    if (cpu == 7) continue;
    write(folder + "/topology/physical_package_id", std::to_string(cpu % 2) + "\n");
    write(folder + "/topology/core_id", std::to_string(cpu % 4 / 2) + "\n");
  }
  write("sys/devices/system/cpu/cpufreq/policy0", "");
  write("sys/devices/system/cpu/cpuidle/x", "");
  for (const char* node : {"node0", "node1", "node2"}) write("sys/devices/system/node/" + std::string(node) + "/cpulist", "0\n");
  write("sys/devices/system/node/online", "0-2\n");
  write("proc/cpuinfo", "processor\t: 0\nmodel\t\t: 143\nmodel name\t: A Processor @ 2 GHz\nprocessor\t: 1\nmodel name\t: Another\n");
  write("proc/meminfo", "MemTotal:       32884544 kB\nMemFree:        1 kB\n");
  write("proc/loadavg", "1.25 2.00 3.00 1/200 4242\n");
  write("etc/os-release", "NAME=\"Some\"\nPRETTY_NAME=\"Some System 12\"\n");
  const backends::Machine machine = backends::machine(root.path(""));
  CHECK(machine.sockets == 2);
  CHECK(machine.cores == 4);
  CHECK(machine.hardware_threads == 7);
  CHECK(machine.numa_nodes == 3);
  CHECK(machine.processor == "A Processor @ 2 GHz");
  CHECK(machine.memory_bytes == 32884544ull * 1024);
  CHECK(machine.load == 1.25);
  CHECK(machine.os.starts_with("Some System 12, Linux "));
}

TEST_CASE("what the system does not tell is 0 or empty") {
  const TemporaryFolder root;
  const backends::Machine machine = backends::machine(root.path("nothing"));
  CHECK(machine.sockets == 0);
  CHECK(machine.cores == 0);
  CHECK(machine.numa_nodes == 0);
  CHECK(machine.memory_bytes == 0);
  CHECK(machine.processor.empty());
  CHECK(machine.load == 0);
}

TEST_CASE("this machine has threads to use, memory, and a program that was compiled") {
  const backends::Machine machine = backends::machine();
  CHECK(machine.usable_threads >= 1);
  CHECK(machine.usable_threads <= machine.hardware_threads);
#ifdef __x86_64__
  CHECK(machine.architecture == "x86_64");
#elif defined(__aarch64__)
  CHECK(machine.architecture == "aarch64");
#endif
  CHECK(machine.memory_bytes > (std::uint64_t{1} << 28));
  CHECK_FALSE(backends::compiler().empty());
  CHECK(contains(backends::compiler_flags(), "-ffp-contract=off"));
}
