#include "backends/process.hpp"

#include <sys/wait.h>
#include <unistd.h>

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

TEST_CASE("a process and its caller are one's own if they are the same program") {
  const std::vector<unsigned> own = backends::own_processes();
  REQUIRE_FALSE(own.empty());
  CHECK(own[0] == static_cast<unsigned>(getpid()));
  const pid_t child = fork();
  if (child == 0) {
    // The child is this program, and so is its caller.
    const std::vector<unsigned> of_child = backends::own_processes();
    _exit(of_child.size() == 2 && of_child[1] == own[0] ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("processes of others on a GPU are counted, also where a container gives them other numbers") {
  using Numbers = std::vector<unsigned>;
  const auto others = [](const Numbers& listed, const Numbers& own) { return backends::other_processes(listed, own); };
  CHECK(others({7, 8, 9}, {8}) == 2);
  CHECK(others({7, 8, 9}, {8, 7}) == 1);
  // The caller does not compute.
  CHECK(others({8, 9}, {8, 7}) == 1);
  CHECK(others({40017}, {8}) == 0);
  CHECK(others({40017, 40018}, {8, 7}) == 0);
  CHECK(others({40017, 40018, 40019}, {8, 7}) == 1);
  CHECK(others({}, {8, 7}) == 0);
}
