#include "backends/control_group.hpp"

#include "tests/backends/fake_system.hpp"

using namespace plethos;
using namespace plethos::tests;
using backends::ProcessorLimit;

TEST_CASE("the tightest limit of all groups above counts, and stops of all, in version 2") {
  const FakeSystem system;
  system.write("proc/self/cgroup", "0::/slice/job\n");
  system.write("sys/fs/cgroup/cpu.stat", "usage_usec 7\n");
  system.write("sys/fs/cgroup/cpu.max", "400000 100000\n");
  system.write("sys/fs/cgroup/slice/cpu.max", "200000 100000\n");
  system.write("sys/fs/cgroup/slice/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_usec 250000\n");
  system.write("sys/fs/cgroup/slice/job/cpu.max", "max 100000\n");
  system.write("sys/fs/cgroup/slice/job/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_usec 500000\n");
  system.write("sys/fs/cgroup/slice/other/cpu.max", "1000 100000\n");
  const ProcessorLimit limit = backends::processor_limit(system.root());
  CHECK(*limit.processors == 2);
  CHECK(*limit.stops == 5);
  CHECK(*limit.stopped_seconds == doctest::Approx(0.75));
}

TEST_CASE("version 1 has a folder for processors alone") {
  const FakeSystem system;
  system.write("proc/self/cgroup", "4:memory:/elsewhere\n3:cpuset:/elsewhere\n2:cpu,cpuacct:/docker/abc\n1:name=systemd:/\n0::/\n");
  system.write("sys/fs/cgroup/cpuset/cpuset.cpus", "0-3\n");
  system.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  system.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  system.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "50000\n");
  system.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
  system.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.stat", "nr_periods 9\nnr_throttled 4\nthrottled_time 3000000000\n");
  const ProcessorLimit limit = backends::processor_limit(system.root());
  CHECK(*limit.processors == 0.5);
  CHECK(*limit.stops == 4);
  CHECK(*limit.stopped_seconds == doctest::Approx(3));
}

TEST_CASE("a container that sees the outer name of its group has the group at the top") {
  for (const char* name : {"/docker/abc", "/../../.."}) {
    CAPTURE(name);
    const FakeSystem system;
    system.write("proc/self/cgroup", "0::" + std::string(name) + "\n");
    system.write("sys/fs/cgroup/cpu.max", "300000 100000\n");
    const ProcessorLimit limit = backends::processor_limit(system.root());
    REQUIRE(limit.processors);
    CHECK(*limit.processors == 3);
    CHECK_FALSE(limit.stops);
    CHECK_FALSE(limit.stopped_seconds);
  }
}

TEST_CASE("without a group, or without a limit, there is none") {
  const FakeSystem system;
  CHECK_FALSE(backends::processor_limit(system.root()).processors);
  system.write("proc/self/cgroup", "0::/\n");
  system.write("sys/fs/cgroup/cpu.stat", "nr_throttled 0\n");
  const ProcessorLimit limit = backends::processor_limit(system.root());
  CHECK_FALSE(limit.processors);
  CHECK(*limit.stops == 0);
}
