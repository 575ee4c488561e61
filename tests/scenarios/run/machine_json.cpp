#include "scenarios/run/machine_json.hpp"

#include <nlohmann/json.hpp>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using plethos::tests::contains;

TEST_CASE("a machine's numbers are numbers, or null") {
  const Json record = scenarios::machine_record();
  for (const char* name : {"sockets", "cores", "hardware_threads", "usable_threads", "numa_nodes", "memory_bytes"}) {
    CAPTURE(name);
    CHECK((record.at(name).is_number_unsigned() || record.at(name).is_number_integer() || record.at(name).is_null()));
  }
  CHECK(record.at("load").is_number());
  for (const char* name : {"clock_mhz", "clock_mhz_most", "limit_processors"}) {
    CAPTURE(name);
    CHECK((record.at(name).is_null() || record.at(name) > 0));
  }
  CHECK((record.at("smt").is_boolean() || record.at("smt").is_null()));
  for (const Json& cache : record.at("caches")) CHECK(cache.at("level") >= 1);
  for (const char* name : {"governor", "transparent_huge_pages"}) CHECK((record.at(name).is_string() || record.at(name).is_null()));
  CHECK(record.at("container").is_string());
  CHECK_FALSE(record.at("command_line").empty());
  // The program sets it itself.
  CHECK(record.at("environment").contains("OMP_PROC_BIND"));
  for (const char* name : {"hdf5", "onetbb", "highway"}) CHECK(contains(record.at("libraries").at(name).get<std::string>(), "."));
  CHECK(record.at("libraries").at("mpi").is_null());
  CHECK(scenarios::machine_record("A library 1.2").at("libraries").at("mpi") == "A library 1.2");
  CHECK(record.at("kokkos_configuration").at("Kokkos Version") == record.at("kokkos"));
  CHECK(record.at("usable_threads") >= 1);
  for (const char* name : {"os", "compiler", "compiler_flags", "kokkos", "kokkos_spaces", "thread_binding"})
    CHECK(record.at(name).is_string());
}

TEST_CASE("the record as lines for people leaves out what is not known") {
  Json record{{"processor", "A CPU"},        {"sockets", 1},        {"cores", 8},
              {"hardware_threads", 16},      {"usable_threads", 4}, {"numa_nodes", nullptr},
              {"memory_bytes", 17179869184}, {"os", "Some OS"},     {"load", 0.5}};
  CHECK(scenarios::machine_text(record) == "A CPU, 1 socket, 8 cores, 16 hardware threads, 4 usable, 16.0 GiB, Some OS, load 0.50");
  CHECK(scenarios::gpu_text(record).empty());
  record["gpu"] = {{"name", "A GPU"},      {"driver", "580.1"},           {"driver_cuda", 13.0},
                   {"runtime_cuda", 12.9}, {"compute_capability", 9.0},   {"multiprocessors", 132},
                   {"clock_mhz", nullptr}, {"memory_bytes", 85899345920}, {"power_limit_watts", 700.0}};
  CHECK(scenarios::gpu_text(record) ==
        "A GPU, driver 580.1 for CUDA 13.0, built with CUDA 12.9, 132 multiprocessors, 80.0 GiB, limited to 700 W");
}
