#include "perf/study/environment.hpp"

#include <nlohmann/json.hpp>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::study;

namespace {

Json result(const Json& machine) {
  return {{"header", {{"version", "1"}, {"commit", "abc"}, {"date", "today"}, {"devices", {{"serial", "A CPU"}}}, {"machine", machine}}}};
}

Json machine() {
  return {{"processor", "A CPU"},
          {"load", 1.5},
          {"clock_mhz", 2000},
          {"smt", true},
          {"governor", nullptr},
          {"caches", Json::array({{{"level", 1}, {"bytes", 32768}}})},
          {"libraries", {{"hdf5", "1.10.8"}, {"mpi", nullptr}}},
          {"environment", {{"OMP_NUM_THREADS", "4"}}}};
}

}  // namespace

TEST_CASE("the same environments do not differ, whatever the moment") {
  Json later = machine();
  later["load"] = 9;
  later["clock_mhz"] = 900;
  CHECK(environment_differences({result(machine()), result(later)}).empty());
  CHECK(environment_text(Json::array()) == "\nenvironment: nothing that is known differs\n");
}

TEST_CASE("what differs is named with both values, part by part") {
  Json other = machine();
  other["governor"] = "powersave";
  other["libraries"]["hdf5"] = "1.14.0";
  other["environment"] = {{"OMP_PROC_BIND", "spread"}};
  other["caches"][0]["bytes"] = 49152;
  other["gpu"] = {{"name", "A GPU"}, {"clock_now_mhz", 345}};
  Json b = result(other);
  b["header"]["commit"] = "def";
  b["header"]["devices"]["cuda"] = "A GPU";
  const Json expected = Json::array({{{"key", "caches"}, {"a", machine()["caches"]}, {"b", other["caches"]}},
                                     {{"key", "commit"}, {"a", "abc"}, {"b", "def"}},
                                     {{"key", "devices.cuda"}, {"a", nullptr}, {"b", "A GPU"}},
                                     {{"key", "environment.OMP_NUM_THREADS"}, {"a", "4"}, {"b", nullptr}},
                                     {{"key", "environment.OMP_PROC_BIND"}, {"a", nullptr}, {"b", "spread"}},
                                     {{"key", "governor"}, {"a", nullptr}, {"b", "powersave"}},
                                     {{"key", "gpu.name"}, {"a", nullptr}, {"b", "A GPU"}},
                                     {{"key", "libraries.hdf5"}, {"a", "1.10.8"}, {"b", "1.14.0"}}});
  const Json differences = environment_differences({result(machine()), b});
  CHECK(differences == expected);
  const std::string text = environment_text(differences);
  CHECK(text.starts_with("\nenvironment: what differs\n  caches" + std::string(21, ' ') + "  A  [{\"level\":1,\"bytes\":32768}]\n" +
                         std::string(29, ' ') + "  B  [{\"level\":1,\"bytes\":49152}]\n"));
  CHECK(tests::contains(text, "  environment.OMP_NUM_THREADS  A  4\n" + std::string(29, ' ') + "  B  -\n"));
}

TEST_CASE("several results have a value each, and what one of them does not record is left out") {
  Json second = machine(), third = machine();
  third["smt"] = false;
  third.erase("governor");
  second["governor"] = "powersave";
  const Json differences = environment_differences({result(machine()), result(second), result(third)});
  CHECK(differences == Json::array({{{"key", "smt"}, {"a", true}, {"b", true}, {"c", false}}}));
  CHECK(environment_text(differences) == "\nenvironment: what differs\n  smt  A  true\n       B  true\n       C  false\n");
}

TEST_CASE("what an older program did not record is no difference") {
  Json old = machine();
  old.erase("caches");
  old.erase("environment");
  CHECK(environment_differences({result(old), result(machine())}).empty());
  CHECK(environment_differences({result(machine()), result(old)}).empty());
  Json without = result(machine());
  without["header"].erase("machine");
  without["header"].erase("devices");
  CHECK(environment_differences({without, result(machine())}).empty());
  Json with_gpu = machine();
  with_gpu["gpu"] = {{"name", "A GPU"}};
  CHECK(environment_differences({result(with_gpu), without}).empty());
}
