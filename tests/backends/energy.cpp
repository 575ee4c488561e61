#include "backends/energy.hpp"

#include <cstdlib>
#include <string>

#include "tests/backends/fake_system.hpp"

using namespace plethos;
using namespace plethos::tests;
using backends::EnergySource;

namespace {

void write_zone(const FakeSystem& system, const std::string& zone, const std::string& name, const std::string& counter,
                const std::string& range = "1000000000") {
  system.write(zone + "/name", name + "\n");
  system.write(zone + "/energy_uj", counter + "\n");
  system.write(zone + "/max_energy_range_uj", range + "\n");
}

}  // namespace

TEST_CASE("packages add up, and nothing else does") {
  const FakeSystem system;
  write_zone(system, "intel-rapl:0", "package-0", "5000000");
  write_zone(system, "intel-rapl:1", "package-1", "7000000");
  write_zone(system, "intel-rapl:2", "psys", "1000000");
  write_zone(system, "intel-rapl:0:0", "core", "1000000");
  write_zone(system, "intel-rapl-mmio:0", "package-0", "1000000");
  const EnergySource energy = backends::processor_energy(system.root());
  CHECK(energy.why_not == "");
  CHECK(energy.part == "cpu");
  CHECK(energy.source == "package-0 and package-1 of " + system.root());
  CHECK(energy.joules() == 0.0);
  write_zone(system, "intel-rapl:0", "package-0", "6500000");
  write_zone(system, "intel-rapl:1", "package-1", "9000000");
  write_zone(system, "intel-rapl:2", "psys", "999000000");
  write_zone(system, "intel-rapl:0:0", "core", "999000000");
  write_zone(system, "intel-rapl-mmio:0", "package-0", "999000000");
  CHECK(energy.joules() == doctest::Approx(3.5));
  CHECK(energy.joules() == doctest::Approx(3.5));
}

TEST_CASE("a counter that begins anew is followed, and says how often it has to be read") {
  const FakeSystem system;
  write_zone(system, "intel-rapl:0", "package-0", "90000000", "100000000");
  const EnergySource energy = backends::processor_energy(system.root());
  for (const char* counter : {"99000000", "3000000", "98000000", "1000000"})
    write_zone(system, "intel-rapl:0", "package-0", counter, "100000000"), energy.joules();
  CHECK(*energy.joules() == doctest::Approx(9 + 4 + 95 + 3));
  // 100 J at 1,000 W.
  REQUIRE(energy.most_seconds);
  CHECK(*energy.most_seconds == doctest::Approx(0.1));
}

TEST_CASE("a counter that is missing, malformed or out of range is named, and is not zero") {
  const FakeSystem system;
  const auto why = [&] { return backends::processor_energy(system.root()).why_not; };
  CHECK(contains(why(), "no processor package counts its energy"));
  system.write("intel-rapl:0/name", "package-0\n");
  CHECK(contains(why(), "intel-rapl:0/max_energy_range_uj: cannot be read: No such file"));
  system.write("intel-rapl:0/max_energy_range_uj", "0\n");
  CHECK(contains(why(), "max_energy_range_uj: found '0', expected a whole number from 1 to"));
  system.write("intel-rapl:0/max_energy_range_uj", "1000\n");
  CHECK(contains(why(), "intel-rapl:0/energy_uj: cannot be read: No such file"));
  for (const char* counter : {"joules", "-1", "1001", ""}) {
    system.write("intel-rapl:0/energy_uj", counter);
    CHECK(contains(why(), std::string("energy_uj: found '") + counter + "', expected a whole number from 0 to 1000"));
  }
  system.write("intel-rapl:0/energy_uj", "7");
  const EnergySource energy = backends::processor_energy(system.root());
  REQUIRE(energy.why_not == "");
  system.write("intel-rapl:0/energy_uj", "gone");
  CHECK_FALSE(energy.joules());
  CHECK(contains(backends::processor_energy("/nowhere/powercap").why_not, "/nowhere/powercap: no processor package"));
}

TEST_CASE("the environment names another folder than the system's") {
  CHECK(backends::powercap_folder() == "/sys/class/powercap");
  setenv("PLETHOS_POWERCAP", "/nowhere/powercap", 1);
  CHECK(backends::powercap_folder() == "/nowhere/powercap");
  unsetenv("PLETHOS_POWERCAP");
}

TEST_CASE("a GPU counts its energy, or says why not") {
  const EnergySource energy = backends::device_energy();
  CHECK(energy.part == "gpu");
  CHECK(energy.joules().has_value() == energy.why_not.empty());
  if (energy.why_not.empty()) CHECK(*energy.joules() > 0);
}
