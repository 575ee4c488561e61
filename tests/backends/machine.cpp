#include "backends/machine.hpp"

#include <cstdlib>

#include "backends/processors.hpp"
#include "tests/backends/fake_system.hpp"

using namespace plethos;
using namespace plethos::tests;

namespace {

/// Takes the variables by which containers are known out of the environment: tests may run in one.
void forget_container() {
  for (const char* name : {"KUBERNETES_SERVICE_HOST", "SINGULARITY_CONTAINER"}) unsetenv(name);
}

}  // namespace

TEST_CASE("sockets, cores, threads and NUMA nodes are those that the system lists") {
  const FakeSystem system;
  const auto write = [&](const std::string& path, const std::string& text) { system.write(path, text); };
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
  write(
      "proc/cpuinfo",
      "model names are these\nprocessor\t: 0\nmodel\t\t: 143\nmodel name\t: A Processor @ 2 GHz\nprocessor\t: 1\nmodel name\t: Another\n");
  write("proc/meminfo", "MemTotal:       32884544 kB\nMemFree:        1 kB\n");
  write("proc/loadavg", "1.25 2.00 3.00 1/200 4242\n");
  write("etc/os-release", "NAME=\"Some\"\nPRETTY_NAME=\"Some System 12\"\n");
  const backends::Machine machine = backends::machine(system.root());
  CHECK(machine.sockets == 2);
  CHECK(machine.cores == 4);
  CHECK(machine.hardware_threads == 7);
  CHECK(machine.numa_nodes == 3);
  CHECK(machine.processor == "A Processor @ 2 GHz");
  CHECK(machine.memory_bytes == 32884544ull * 1024);
  CHECK(machine.load == 1.25);
  CHECK(machine.os.starts_with("Some System 12, Linux "));
}

TEST_CASE("a processor has a name or numbers, and an emulator says so") {
#if defined(__aarch64__)
  const bool on_arm = true;
#else
  const bool on_arm = false;
#endif
  const FakeSystem system;
  const auto shown = [&](const std::string& real, const std::string& name) {
    return (real == "arm") == on_arm ? name : (on_arm ? "aarch64" : "x86_64") + (", emulated on " + name);
  };
  system.write("proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: A Processor @ 2 GHz\n");
  CHECK(backends::processor_name(system.root()) == shown("x86", "A Processor @ 2 GHz"));
  system.write("proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n");
  CHECK(backends::processor_name(system.root()) == shown("arm", "ARM 0x41, part 0xd40"));
  system.write("proc/cpuinfo", "processor\t: 0\n");
  CHECK(backends::processor_name(system.root()).empty());
}

TEST_CASE("what the system does not tell is 0 or empty") {
  const TemporaryFolder root;
  forget_container();
  const backends::Machine machine = backends::machine(root.path("nothing"));
  CHECK(machine.sockets == 0);
  CHECK(machine.cores == 0);
  CHECK(machine.numa_nodes == 0);
  CHECK(machine.memory_bytes == 0);
  CHECK(machine.processor.empty());
  CHECK(machine.load == 0);
  CHECK(machine.clock_mhz == 0);
  CHECK(machine.clock_mhz_most == 0);
  CHECK(machine.governor.empty());
  CHECK(machine.caches.empty());
  CHECK_FALSE(machine.smt);
  CHECK(machine.huge_pages.empty());
  CHECK(machine.limit_processors == 0);
  CHECK(machine.container == "none seen");
}

TEST_CASE("clocks, caches, threads of cores, huge pages and limits are read") {
  const FakeSystem system;
  const std::string cpu = "sys/devices/system/cpu/cpu" + std::to_string(backends::usable_processors().front());
  system.write(cpu + "/cpufreq/scaling_cur_freq", "2400000\n");
  system.write(cpu + "/cpufreq/cpuinfo_max_freq", "3900000\n");
  system.write(cpu + "/cpufreq/scaling_governor", "powersave\n");
  const auto cache = [&](const std::string& index, const std::string& level, const std::string& type, const std::string& size,
                         const std::string& shared) {
    system.write(cpu + "/cache/" + index + "/level", level + "\n");
    system.write(cpu + "/cache/" + index + "/type", type + "\n");
    system.write(cpu + "/cache/" + index + "/size", size + "\n");
    system.write(cpu + "/cache/" + index + "/shared_cpu_list", shared + "\n");
  };
  cache("index0", "1", "Data", "48K", "0,32");
  cache("index10", "3", "Unified", "32M", "0-15,32-47");
  cache("index2", "2", "Unified", "2048K", "7");
  system.write("sys/devices/system/cpu/smt/active", "1\n");
  system.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  system.write("proc/self/cgroup", "0::/\n");
  system.write("sys/fs/cgroup/cpu.max", "250000 100000\n");
  const backends::Machine machine = backends::machine(system.root());
  CHECK(machine.clock_mhz == 2400);
  CHECK(machine.clock_mhz_most == 3900);
  CHECK(machine.governor == "powersave");
  REQUIRE(machine.caches.size() == 3);
  CHECK(machine.caches[0].level == 1);
  CHECK(machine.caches[0].kind == "data");
  CHECK(machine.caches[0].bytes == 48 * 1024);
  CHECK(machine.caches[0].shared_by == 2);
  CHECK(machine.caches[1].bytes == 2 << 20);
  CHECK(machine.caches[1].shared_by == 1);
  CHECK(machine.caches[2].level == 3);
  CHECK(machine.caches[2].bytes == 32 << 20);
  CHECK(machine.caches[2].shared_by == 32);
  CHECK(machine.smt == true);
  CHECK(machine.huge_pages == "madvise");
  CHECK(machine.limit_processors == 2.5);
  system.write("sys/devices/system/cpu/smt/active", "0\n");
  CHECK(backends::machine(system.root()).smt == false);
}

TEST_CASE("containers are known by their files, variables and groups") {
  forget_container();
  const auto seen = [](const std::string& path, const std::string& text) {
    const FakeSystem system;
    system.write(path, text);
    return backends::machine(system.root()).container;
  };
  CHECK(seen(".dockerenv", "") == "docker");
  CHECK(seen("run/.containerenv", "") == "podman");
  CHECK(seen(".singularity.d/runscript", "") == "apptainer");
  CHECK(seen("proc/self/cgroup", "0::/kubepods/besteffort/pod1/docker-abc\n") == "kubernetes, docker");
  CHECK(seen("proc/self/cgroup", "0::/user.slice\n") == "none seen");
  setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1", 1);
  CHECK(seen("etc/os-release", "") == "kubernetes");
  unsetenv("KUBERNETES_SERVICE_HOST");
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
