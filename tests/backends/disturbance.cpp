#include "backends/disturbance.hpp"

#include <array>
#include <atomic>
#include <thread>

#include "tests/backends/fake_system.hpp"

using namespace plethos;
using namespace plethos::tests;
using backends::ActivityReading;
using backends::Disturbance;

namespace {

/// A line of /proc/stat in hundredths of a second: user, nice, system, idle, waiting, interrupts of two kinds, stolen.
std::string stat_line(const std::string& name, const std::array<int, 8>& ticks) {
  std::string line = name;
  for (const int number : ticks) line += " " + std::to_string(number);
  return line + " 0 0\n";
}

/// Ten seconds of two processors in which others had a share of the time, and the host another.
Disturbance shares(double others, double stolen) {
  Disturbance disturbance;
  disturbance.seconds = 10;
  disturbance.processors = 2;
  disturbance.resolution = 0.001;
  disturbance.others_share = others;
  disturbance.stolen_share = stolen;
  return disturbance;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("shares are those of the processors that this process may run on, without its own time") {
  const FakeSystem system;
  const auto read = [&](const std::array<int, 8>& first, const std::array<int, 8>& second, double at, double own) {
    system.write("proc/stat", stat_line("cpu ", {12, 9, 9, 9, 9, 9, 9, 9}) + stat_line("cpu0", {at > 0 ? 900 : 0, 0, 0, 0, 0, 0, 0, 0}) +
                                  stat_line("cpu1", first) + stat_line("cpu12", second) + "intr 1 2 3\n");
    ActivityReading reading = backends::read_activity(system.root(), {1, 12});
    reading.at = at;
    reading.own_seconds = own;
    return reading;
  };
  // In ten seconds two processors count 2,000 ticks: 1,000 of others and this process, 900 without work, 100 stolen.
  const ActivityReading begin = read({100, 10, 20, 5, 7, 1, 2, 3}, {0, 0, 0, 0, 0, 0, 0, 0}, 0, 1);
  const ActivityReading end = read({500, 110, 120, 405, 7, 1, 2, 3}, {100, 50, 100, 400, 100, 70, 80, 100}, 10, 7);
  const Disturbance disturbance = backends::between(begin, end);
  CHECK(disturbance.processors == 2);
  CHECK(disturbance.seconds == 10);
  REQUIRE(disturbance.others_share);
  CHECK(*disturbance.others_share == doctest::Approx((10 - 6) / 20.0));
  REQUIRE(disturbance.stolen_share);
  CHECK(*disturbance.stolen_share == doctest::Approx(1 / 20.0));
  CHECK(disturbance.resolution == doctest::Approx(0.001));
  // Others that measure with this process are no others.
  CHECK(*backends::between(begin, end, 9.0).others_share == doctest::Approx(1 / 20.0));
  CHECK(*backends::between(begin, end, 11.0).others_share == 0);
}

TEST_CASE("what the system does not tell is nothing, not zero") {
  const FakeSystem system;
  const ActivityReading nothing = backends::read_activity(system.root(), {0, 1});
  CHECK_FALSE(nothing.busy_seconds);
  CHECK_FALSE(nothing.load);
  CHECK_FALSE(nothing.clock_mhz);
  CHECK_FALSE(nothing.core_slowdowns);
  CHECK_FALSE(nothing.limit.stops);
  ActivityReading later = nothing;
  later.at += 10;
  const Disturbance unknown = backends::between(nothing, later);
  CHECK_FALSE(unknown.others_share);
  CHECK_FALSE(unknown.stolen_share);
  CHECK_FALSE(unknown.limit_stops);
  CHECK_FALSE(unknown.core_slowdowns);
  CHECK(backends::disturbances(unknown, 2).empty());
  CHECK_FALSE(backends::is_quiet(unknown, 2));

  // Counters that stand still, as in some sandboxes; a processor without a line; an old kernel, which knows nothing of steal.
  const auto read = [&](const std::string& text, double at) {
    system.write("proc/stat", text);
    ActivityReading reading = backends::read_activity(system.root(), {0, 1});
    reading.at = at;
    reading.own_seconds = 0;
    return reading;
  };
  const std::string zeros = stat_line("cpu0", {}) + stat_line("cpu1", {});
  CHECK_FALSE(backends::between(read(zeros, 0), read(zeros, 10)).others_share);
  CHECK_FALSE(read(stat_line("cpu0", {}), 0).busy_seconds);
  const Disturbance old =
      backends::between(read("cpu0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0\n", 0), read("cpu0 500 0 0 500 0 0 0\ncpu1 0 0 0 1000 0 0 0\n", 10));
  CHECK(*old.others_share == doctest::Approx(0.25));
  CHECK_FALSE(old.stolen_share);

  // A time too short for hundredths of a second.
  const ActivityReading begin = read(zeros, 0);
  const std::string busy = stat_line("cpu0", {9}) + stat_line("cpu1", {9});
  CHECK_FALSE(backends::between(begin, read(busy, 0.09)).others_share);
  CHECK(backends::between(begin, read(busy, 0.1)).others_share);
}

TEST_CASE("load, clocks, slowdowns and the control group's limit are read") {
  const FakeSystem system;
  system.write("proc/loadavg", "3.50 2.00 1.00 3/100 42\n");
  system.write("proc/self/cgroup", "0::/job\n");
  system.write("sys/fs/cgroup/job/cpu.max", "150000 100000\n");
  const auto read = [&](int stops, int slowdowns, int package, int khz) {
    system.write("sys/fs/cgroup/job/cpu.stat",
                 "usage_usec 1\nnr_throttled " + std::to_string(stops) + "\nthrottled_usec " + std::to_string(stops * 500000) + "\n");
    for (const std::string cpu : {"cpu0", "cpu1"}) {
      const std::string folder = "sys/devices/system/cpu/" + cpu;
      system.write(folder + "/thermal_throttle/core_throttle_count", std::to_string(slowdowns) + "\n");
      system.write(folder + "/thermal_throttle/package_throttle_count", std::to_string(package) + "\n");
      system.write(folder + "/cpufreq/scaling_cur_freq", std::to_string(cpu == "cpu0" ? khz : 800000) + "\n");
    }
    return backends::read_activity(system.root(), {0, 1});
  };
  const ActivityReading begin = read(1, 10, 20, 3400000);
  ActivityReading end = read(4, 12, 25, 2100000);
  const Disturbance disturbance = backends::between(begin, end);
  CHECK(*disturbance.load_begin == 3.5);
  CHECK(*disturbance.limit_processors == 1.5);
  CHECK(*disturbance.limit_stops == 3);
  CHECK(*disturbance.limit_stopped_seconds == doctest::Approx(1.5));
  CHECK(*disturbance.core_slowdowns == 4);
  CHECK(*disturbance.package_slowdowns == 5);
  CHECK(*disturbance.clock_begin_mhz == 3400);
  CHECK(*disturbance.clock_end_mhz == 2100);
  const Texts texts = backends::disturbances(disturbance, 2);
  CHECK(texts == Texts{"2 threads, and the control group has the time of 1.5 processors", "the control group's limit stopped it 3 times",
                       "heat slowed processors down 4 times", "the processors' clock fell from 3.40 to 2.10 GHz"});
  // Counters that were set back tell nothing.
  end.limit.stops = 0;
  CHECK_FALSE(backends::between(begin, end).limit_stops);
}

TEST_CASE("clocks of /proc/cpuinfo count on a machine, and not on one that a host makes up") {
  const FakeSystem system;
  const auto list = [](const std::string& flags) {
    return "processor\t: 0\ncpu MHz\t\t: 2300.500\nflags\t\t: fpu " + flags + "\n\nprocessor\t: 1\ncpu MHz\t\t: 3100.000\nflags\t\t: fpu " +
           flags + "\n";
  };
  system.write("proc/cpuinfo", list("sse2"));
  CHECK(*backends::read_activity(system.root(), {0, 1}).clock_mhz == 3100);
  system.write("proc/cpuinfo", list("hypervisor"));
  CHECK_FALSE(backends::read_activity(system.root(), {0, 1}).clock_mhz);
}

TEST_CASE("others and the host are too much above a twentieth of the processors that are used") {
  CHECK(backends::disturbances(shares(0.34, 0), 2) == Texts{"other processes took 34% of the time of 2 processors"});
  CHECK(backends::disturbances(shares(0, 0.12), 2) == Texts{"the machine took away 12% of the time of 2 processors (steal)"});
  CHECK(backends::disturbances(shares(0.049, 0.049), 2).empty());
  CHECK(backends::disturbances(shares(0.053, 0.053), 2).size() == 2);
  // Of one thread it is half of it.
  CHECK(backends::disturbances(shares(0, 0.03), 1).size() == 1);
  CHECK(backends::disturbances(shares(0, 0.03), 2).empty());
  // Others have the idle processor, but not for long without a trace.
  CHECK(backends::disturbances(shares(0.2, 0), 1).empty());
  CHECK(backends::disturbances(shares(0.26, 0), 1).size() == 1);
  Disturbance many = shares(0.2, 0);
  many.processors = 16;
  CHECK(backends::disturbances(many, 8).empty());
  CHECK(backends::disturbances(many, 14).size() == 1);
  // What the counters cannot resolve is not too much.
  Disturbance coarse = shares(0.06, 0);
  coarse.resolution = 0.02;
  CHECK(backends::disturbances(coarse, 2).empty());
  CHECK(backends::is_quiet(shares(0.04, 0.04), 2) == true);
  CHECK(backends::is_quiet(shares(0.06, 0), 2) == false);
  CHECK(backends::is_quiet(shares(0, 0.06), 2) == false);
}

TEST_CASE("more threads than processors, or than the control group's limit, are told") {
  Disturbance disturbance = shares(0, 0);
  CHECK(backends::disturbances(disturbance, 8) == Texts{"8 threads on 2 processors"});
  disturbance.limit_processors = 2;
  CHECK(backends::disturbances(disturbance, 2).empty());
  disturbance.limit_processors = 0.5;
  CHECK(backends::disturbances(disturbance, 1) == Texts{"1 thread, and the control group has the time of 0.5 processors"});
}

TEST_CASE("clocks that rise, or fall a little, and a socket's heat beside that of its processors are not told") {
  Disturbance disturbance = shares(0, 0);
  disturbance.clock_begin_mhz = 2000;
  for (const double end : {3000.0, 1801.0}) {
    disturbance.clock_end_mhz = end;
    CHECK(backends::disturbances(disturbance, 2).empty());
  }
  disturbance.clock_end_mhz = 1799;
  CHECK(backends::disturbances(disturbance, 2) == Texts{"the processors' clock fell from 2.00 to 1.80 GHz"});
  disturbance.clock_end_mhz.reset();
  disturbance.package_slowdowns = 1;
  CHECK(backends::disturbances(disturbance, 2) == Texts{"heat slowed a socket down once"});
  disturbance.core_slowdowns = 2;
  CHECK(backends::disturbances(disturbance, 2) == Texts{"heat slowed processors down 2 times"});
}

TEST_CASE("a GPU's clock, heat, power and other processes are told") {
  ActivityReading begin, end;
  end.at = 10;
  begin.device.clock_mhz = 1980;
  end.device.clock_mhz = 1200;
  end.device.celsius = 88;
  end.device.idle = false;
  end.device.limited_by_heat = true;
  begin.device.power_limited_seconds = 100;
  end.device.power_limited_seconds = 104;
  begin.device.heat_limited_seconds = end.device.heat_limited_seconds = 7;
  begin.device.other_processes = 2;
  end.device.other_processes = 0;
  Disturbance disturbance = backends::between(begin, end);
  CHECK(*disturbance.device.celsius == 88);
  CHECK(*disturbance.device.power_limited_share == doctest::Approx(0.4));
  CHECK(*disturbance.device.heat_limited_share == 0);
  CHECK(*disturbance.device.other_processes == 2);
  CHECK(backends::disturbances(disturbance, 1) ==
        Texts{"the GPU's clock fell from 1.98 to 1.20 GHz", "heat held the GPU's clock down at the end",
              "the limit of its power held the GPU's clock down for 40% of the time", "2 other processes computed on the GPU"});
  disturbance.device.idle = true;
  disturbance.device.heat_limited_share = 0.2;
  disturbance.device.power_limited_share = 0.01;
  disturbance.device.other_processes = 1;
  CHECK(backends::disturbances(disturbance, 1) ==
        Texts{"heat held the GPU's clock down for 20% of the time", "another process computed on the GPU"});
}

TEST_CASE("a wait ends when the machine is quiet, when it may not go on, at its end, or where nothing is told") {
  using namespace std::chrono_literals;
  // Ten seconds from reading to reading, of two processors. Others take all of them until the reading `quiet_from`.
  int readings = 0, quiet_from = 3;
  const auto read = [&] {
    ActivityReading reading;
    reading.processors = 2;
    reading.at = 10 * readings;
    reading.counted_seconds = 20 * readings;
    reading.stolen_seconds = 0;
    reading.busy_seconds = 20 * std::min(readings, quiet_from);
    ++readings;
    return reading;
  };
  const auto always = [] { return true; };
  CHECK(backends::wait_until_quiet(10s, 1ms, 2, always, read) == backends::QuietWait::quiet);
  CHECK(readings == 5);
  readings = 0;
  quiet_from = 1 << 30;
  CHECK(backends::wait_until_quiet(20ms, 1ms, 2, always, read) == backends::QuietWait::still_busy);
  CHECK(readings > 2);
  readings = 0;
  CHECK(backends::wait_until_quiet(
            10s, 1ms, 2, [&] { return readings < 4; }, read) == backends::QuietWait::stopped);
  CHECK(readings == 4);
  CHECK(backends::wait_until_quiet(10s, 1ms, 2, always, [] { return ActivityReading(); }) == backends::QuietWait::not_told);
}

TEST_CASE("this process' own threads are no others") {
  const ActivityReading begin = backends::read_activity();
  std::atomic<bool> ends = false;
  std::thread worker([&] {
    while (!ends) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ends = true;
  worker.join();
  const ActivityReading end = backends::read_activity();
  CHECK(end.at - begin.at >= 0.3);
  CHECK(end.own_seconds - begin.own_seconds > 0.02);
  if (end.busy_seconds) CHECK(*end.busy_seconds >= *begin.busy_seconds);
}
