#include "scenarios/keys.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("agent fields are set within their ranges") {
  for (const ScenarioKey& key : agent_keys()) {
    CAPTURE(key.name);
    AgentRecord agent;
    CHECK(agent.*agent_member(key.name) == static_cast<float>(key.default_value));
    set_agent_field(agent, key.name, key.maximum);
    CHECK(agent.*agent_member(key.name) == static_cast<float>(key.maximum));
    CHECK_THROWS_AS(set_agent_field(agent, key.name, key.minimum - 1), InputError);
    CHECK_THROWS_AS(set_agent_field(agent, key.name, 2 * key.maximum), InputError);
    CHECK_THROWS_AS(set_agent_field(agent, key.name, std::nan("")), InputError);
  }
  AgentRecord agent;
  CHECK(input_error([&] { set_agent_field(agent, "radius", -1); }) == "radius: found -1, expected a number from 0.001 to 1000");
  CHECK(input_error([&] { set_agent_field(agent, "radios", 1); }) == "unknown agent field 'radios'; did you mean 'radius'?");
}

TEST_CASE("run keys carry the defaults of the parameters") {
  REQUIRE(run_keys().size() == parameter_table().size());
  for (const ScenarioKey& key : run_keys()) CHECK(key.default_value == get_parameter({}, key.name));
}

TEST_CASE("number_text writes numbers as a person would") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1f) == "0.1");
  CHECK(number_text(-2) == "-2");
  CHECK(number_text(1e6) == "1000000");
  CHECK(number_text(9007199254740992.) == "9007199254740992");
  CHECK(number_text(1e-6) == "1e-06");
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
}
