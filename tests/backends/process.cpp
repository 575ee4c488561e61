#include "backends/process.hpp"

#include <algorithm>
#include <cstdlib>

#include "tests/backends/fake_system.hpp"

using namespace plethos;
using namespace plethos::tests;

TEST_CASE("the words of a call are told apart, also empty ones and such with spaces") {
  const FakeSystem system;
  CHECK(backends::command_line(system.root()).empty());
  using namespace std::string_literals;
  system.write("proc/self/cmdline", "plethos\0study\0my study.toml\0\0--quick\0"s);
  CHECK(backends::command_line(system.root()) == std::vector<std::string>{"plethos", "study", "my study.toml", "", "--quick"});
  CHECK_FALSE(backends::command_line().empty());
}

TEST_CASE("variables that bear on times are found, and those of a launcher left out") {
  setenv("UCX_PLETHOS_TEST", "1", 1);
  setenv("KMP_PLETHOS_TEST", "a=b", 1);
  setenv("OMPI_MCA_btl_plethos_test", "self", 1);
  setenv("OMPI_MCA_orte_plethos_test", "a place", 1);
  setenv("SECRET_PLETHOS_TEST", "x", 1);
  const auto variables = backends::relevant_variables();
  const auto has = [&](const char* name, const char* value) {
    return std::find(variables.begin(), variables.end(), std::pair<std::string, std::string>(name, value)) != variables.end();
  };
  CHECK(has("KMP_PLETHOS_TEST", "a=b"));
  CHECK(has("OMPI_MCA_btl_plethos_test", "self"));
  CHECK_FALSE(has("OMPI_MCA_orte_plethos_test", "a place"));
  CHECK_FALSE(has("SECRET_PLETHOS_TEST", "x"));
  CHECK(std::is_sorted(variables.begin(), variables.end()));
  for (const char* name :
       {"UCX_PLETHOS_TEST", "KMP_PLETHOS_TEST", "OMPI_MCA_btl_plethos_test", "OMPI_MCA_orte_plethos_test", "SECRET_PLETHOS_TEST"})
    unsetenv(name);
}
