#include "scenarios/request.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("settings are split into key and value") {
  Settings settings;
  add_setting(settings, "spacing=2.5");
  add_setting(settings, "seed=8");
  CHECK(input_error([&] { add_setting(settings, "seed=8"); }) == "--set seed: found it twice, expected one value");
  add_setting(settings, "roadmap=true");
  add_setting(settings, "parallel=nested");
  CHECK(settings == Settings{{"spacing", 2.5}, {"seed", 8}, {"roadmap", true}, {"parallel", "nested"}});
}

TEST_CASE("a whole number is exact, or refused") {
  Settings settings;
  add_setting(settings, "seed=9007199254740992");
  CHECK(settings["seed"] == WrittenValue(9007199254740992.));
  add_setting(settings, "large=-000100000000000000000000");
  CHECK(settings["large"] == WrittenValue(-1e20));
  add_setting(settings, "many=12345678901234567890.5");  // no whole number
  for (const std::string bad : {"9007199254740993", "-9007199254740993", "18446744073709551615", "100000000000000000000001"}) {
    CHECK(input_error([&] { add_setting(settings, "other=" + bad); }) ==
          "--set other: found '" + bad + "', expected a whole number that is exact as a float64, as all up to 9007199254740992 are");
  }
}

TEST_CASE("seeds are whole numbers of 64 bits") {
  CHECK(parse_seed("--seed", "0") == 0);
  CHECK(parse_seed("--seed", "18446744073709551615") == 18446744073709551615u);
  for (const char* bad : {"-1", "18446744073709551616", "1.5", "", " 1", "0x1", "one"}) {
    CAPTURE(bad);
    CHECK(contains(input_error([&] { parse_seed("--seed", bad); }),
                   "--seed: found '" + std::string(bad) + "', expected a whole number from 0"));
  }
}

TEST_CASE("messages about settings are one line") {
  Settings settings;
  CHECK(input_error([&] { add_setting(settings, "a\rb\n=X"); }) == "--set a b : found 'X', expected a number, true, false or a word");
  ScenarioRequest request;
  request.settings["a\nb"] = 1;
  CHECK(input_error([&] { check_request(request, {}); }).find('\n') == std::string::npos);
}

TEST_CASE("bad settings") {
  Settings settings;
  const auto error = [&](const std::string& text) { return input_error([&] { add_setting(settings, text); }); };
  CHECK(error("spacing") == "--set: found 'spacing', expected key=value");
  CHECK(error("=2") == "--set: found '=2', expected key=value");
  for (const std::string value : {"", "Two", "2m", "1e999", "a b", "inf", "-x"}) {
    CAPTURE(value);
    CHECK(error("spacing=" + value) == "--set spacing: found '" + value + "', expected a number, true, false or a word");
  }
  CHECK(settings.empty());
}

TEST_CASE("a request is checked against the scenario's keys, the agents' and the run's") {
  const std::vector<ParameterInfo> own{{"spacing", "m", 0, 1, "", 1}};
  ScenarioRequest request{.settings = {{"spacing", 1}, {"radius", 0.3}, {"samples", 100}}};
  CHECK(input_error([&] { check_request(request, own); }) == "no error");
  CHECK(contains(input_error([&] { check_request(request, {}); }), "--set spacing: unknown key 'spacing'"));
  request.settings = {{"smaples", 1}};
  CHECK(contains(input_error([&] { check_request(request, own); }), "did you mean 'samples'?"));
  request.settings.clear();
  for (const std::int64_t agents : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1} << 31}) {
    request.agents = agents;
    CHECK(contains(input_error([&] { check_request(request, own); }), "--agents: found "));
  }
}

TEST_CASE("settings reach agents, parameters and the scenario's own keys") {
  const std::vector<ParameterInfo> own{{"spacing", "m", 0, 1, "", 1}};
  ScenarioRequest request{.settings = {{"spacing", 1}, {"radius", 0.3}, {"samples", 100}, {"neighbors", 7}, {"seed", 3}}};
  AgentRecord agent;
  apply_to_agent(request, own, agent);
  CHECK(agent.radius == 0.3f);
  Parameters parameters;
  apply_to_parameters(request, own, parameters);
  CHECK(parameters.neighbors == 7);
  ParameterValues values;
  apply_to_values(request, values);
  CHECK(values == ParameterValues{{"samples", 100}});
  CHECK(parameters.seed == 3);
  request.seed = 0xffffffffffffffffu;
  apply_to_parameters(request, own, parameters);
  CHECK(parameters.seed == 0xffffffffffffffffu);
  CHECK(own_settings(request, own) == ParameterValues{{"spacing", 1}});

  request.settings = {{"radius", -1}};
  CHECK(input_error([&] { apply_to_agent(request, own, agent); }) == "--set radius: found -1, expected a number from 0.001 to 1000");
  request.settings = {{"samples", 0.5}};
  CHECK(contains(input_error([&] { apply_to_values(request, values); }), "--set samples: found 0.5"));
}
