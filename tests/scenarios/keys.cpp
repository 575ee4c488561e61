#include "scenarios/keys.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("agent fields are set within their ranges") {
  for (const ParameterInfo& key : agent_table().infos()) {
    CAPTURE(key.name);
    AgentRecord agent;
    const auto set = [&](double value) { agent_table().set(agent, key.name, value); };
    CHECK(agent_table().get(agent, key.name) == key.default_value);
    set(key.maximum);
    CHECK(agent_table().get(agent, key.name) == static_cast<double>(static_cast<float>(key.maximum)));
    CHECK_THROWS_AS(set(key.minimum - 1), InputError);
    CHECK_THROWS_AS(set(2 * key.maximum), InputError);
    CHECK_THROWS_AS(set(std::nan("")), InputError);
  }
  AgentRecord agent;
  CHECK(input_error([&] { agent_table().set(agent, "radius", -1); }) == "radius: found -1, expected a number from 0.001 to 1000");
  agent_table().set(agent, "aggression", 7);
  CHECK(agent.aggression == 7);
}
