#include "scenarios/request.hpp"

#include <doctest/doctest.h>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("settings are split into key and value") {
  Settings settings;
  add_setting(settings, "spacing=2.5");
  add_setting(settings, "seed=7");
  add_setting(settings, "seed=8");
  CHECK(settings.at("spacing") == 2.5);
  CHECK(settings.at("seed") == 8);
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
  CHECK(input_error([&] { add_setting(settings, "a\rb\n=x"); }) == "--set a b : found 'x', expected a number");
  ScenarioRequest request;
  request.settings["a\nb"] = 1;
  CHECK(input_error([&] { check_request(request, {}); }).find('\n') == std::string::npos);
}

TEST_CASE("bad settings") {
  Settings settings;
  const auto error = [&](const std::string& text) { return input_error([&] { add_setting(settings, text); }); };
  CHECK(error("spacing") == "--set: found 'spacing', expected key=value");
  CHECK(error("=2") == "--set: found '=2', expected key=value");
  CHECK(error("spacing=") == "--set spacing: found '', expected a number");
  CHECK(error("spacing=two") == "--set spacing: found 'two', expected a number");
  CHECK(error("spacing=2m") == "--set spacing: found '2m', expected a number");
  CHECK(error("spacing=nan") == "--set spacing: found 'nan', expected a number");
  CHECK(error("spacing=1e999") == "--set spacing: found '1e999', expected a number");
  CHECK(settings.empty());
}

TEST_CASE("a request is checked against the scenario's keys, the agents' and the run's") {
  const std::vector<ScenarioKey> own{{{"spacing", "m", 0, 1, ""}, 1}};
  ScenarioRequest request;
  request.settings = {{"spacing", 1}, {"radius", 0.3}, {"samples", 100}};
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
  const std::vector<ScenarioKey> own{{{"spacing", "m", 0, 1, ""}, 1}};
  ScenarioRequest request;
  request.settings = {{"spacing", 1}, {"radius", 0.3}, {"samples", 100}, {"seed", 3}};
  AgentRecord agent;
  apply_to_agent(request, own, agent);
  CHECK(agent.radius == 0.3f);
  Parameters parameters;
  apply_to_parameters(request, own, parameters);
  CHECK(parameters.samples == 100);
  CHECK(parameters.seed == 3);
  request.seed = 0xffffffffffffffffu;
  apply_to_parameters(request, own, parameters);
  CHECK(parameters.seed == 0xffffffffffffffffu);
  CHECK(own_settings(request, own) == Settings{{"spacing", 1}});

  request.settings = {{"radius", -1}};
  CHECK(input_error([&] { apply_to_agent(request, own, agent); }) == "--set radius: found -1, expected a number from 0.001 to 1000");
  request.settings = {{"samples", 0.5}};
  CHECK(contains(input_error([&] { apply_to_parameters(request, own, parameters); }), "--set samples: found 0.5"));
}
