#include <cctype>

#include "scenarios/io/toml_scenario.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

/// Returns whether the text has a number of five digits or more. A count that large rightly takes long and much memory.
bool has_large_number(std::string_view bytes) {
  int digits = 0;
  for (const char c : bytes) {
    digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : c == '_' ? digits : 0;
    if (digits >= 5 || ((c == 'e' || c == 'E' || c == 'x') && digits == 0)) return true;
  }
  return false;
}

}  // namespace

void read_scenario(std::string_view bytes) {
  expect_one_line([&] {
    scenarios::ScenarioRequest request;
    if (has_large_number(bytes)) request.agents = 20;
    const scenarios::Scenario scenario = scenarios::parse_toml_scenario(bytes, "input.toml", request);
    if (scenario.agents.empty()) fail("a scenario without agents");
  });
}

}  // namespace plethos::fuzz
