#include "scenarios/builders/builder.hpp"

#include "scenarios/validation.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("every builder describes itself") {
  for (const Builder& builder : builders()) {
    CAPTURE(builder.name);
    CHECK(find_builder(builder.name) == &builder);
    CHECK_FALSE(builder.description.empty());
    CHECK(builder.agents > 0);
    for (const ParameterInfo& key : builder.keys) {
      CAPTURE(key.name);
      CHECK(key.default_value >= key.minimum);
      CHECK(key.default_value <= key.maximum);
      CHECK_FALSE(key.description.empty());
    }
  }
  CHECK(find_builder("evacuation") == nullptr);
}

TEST_CASE("builders without a map make valid scenarios of any size") {
  for (const Builder& builder : builders()) {
    if (builder.needs_map) continue;
    for (const std::int64_t agents : {1, 2, 3, 10, 1000}) {
      CAPTURE(builder.name);
      CAPTURE(agents);
      const Scenario scenario = build(builder, {.agents = agents});
      CHECK(scenario.agents.size() == static_cast<std::size_t>(agents));
      CHECK(scenario.name == builder.name);
      CHECK(input_error([&] { validate(scenario); }) == "no error");
    }
    CHECK(build(builder, {}).agents.size() == static_cast<std::size_t>(builder.agents));
  }
}

TEST_CASE("wrong values for a builder") {
  const Builder& circle = *find_builder("circle");
  BuilderInput input{.values = {{"spacing", -1}}};
  CHECK(input_error([&] { build(circle, input); }) == "circle: spacing: found -1, expected a number from 0.01 to 1000000");
  input.values = {{"spacin", 1}};
  CHECK(input_error([&] { build(circle, input); }) == "circle: unknown key 'spacin'; did you mean 'spacing'?");
  input.values.clear();
  input.map_file = "some.map";
  CHECK(contains(input_error([&] { build(circle, input); }), "this scenario has no map"));
  CHECK(input_error([&] { build(*find_builder("map"), {}); }) == "map: found no map, expected a Moving AI file (--map FILE.map)");
}

TEST_CASE("fields of the agents reach all of them") {
  const Scenario scenario = build(*find_builder("lattice"), {.agent = {.radius = 0.4f}, .parameters = {.seed = 9}});
  for (const AgentRecord& agent : scenario.agents) CHECK(agent.radius == 0.4f);
  CHECK(scenario.parameters.seed == 9);
}
