#include <doctest/doctest.h>

#include "perf/proxy/deck.hpp"
#include "tests/harness/errors.hpp"

using namespace plethos;
using namespace plethos::proxy;
using namespace plethos::tests;

namespace {

const std::string crowd = "title = \"t\"\n[crowd]\nscenario = \"circle\"\n";
const std::string small = "[small]\nagents = 8\nsteps = 2\nrepetitions = 3\n";

std::string error_of(const std::string& text) {
  return input_error([&] { parse_deck(text, "d.toml"); });
}

}  // namespace

TEST_CASE("a deck is read whole") {
  const Deck deck = parse_deck(R"(
title = "T"
description = "D"
[crowd]
scenario = "lattice"
set = { pitch = 1.5 }
avoidance = "orca"
[small]
agents = 100
pieces = 3
kinds = 2
warm_up = 8
steps = 4
repetitions = 6
set = { jitter = 0.1 }
sums = ["00000000000000ff", "0123456789abcdef"]
[machine]
agents = 50
steps = 1
repetitions = 1
)",
                               "mine.toml");
  CHECK(deck.name == "mine");
  CHECK(deck.work == Work::crowd);
  CHECK(std::string(deck.unit()) == "agent-steps/s");
  CHECK(deck.request.name == "lattice");
  CHECK(deck.request.methods.at("avoidance") == "orca");
  CHECK(std::get<double>(deck.request.settings.at("pitch")) == 1.5);
  const DeckSize& size = deck.size("small");
  CHECK(size.agents == 100);
  CHECK(size.pieces == 3);
  CHECK(size.kinds == 2);
  CHECK(size.warm_up == 8);
  CHECK(size.steps == 4);
  CHECK(size.repetitions == 6);
  CHECK(std::get<double>(size.settings.at("jitter")) == 0.1);
  CHECK(size.sums == std::vector<std::uint64_t>{0xff, 0x0123456789abcdef});
  CHECK_FALSE(size.takes_share());
  CHECK(deck.size("machine").takes_share());
  CHECK(input_error([&] { deck.size("node"); }).find("size of deck mine") != std::string::npos);
}

TEST_CASE("searches take a share of the memory unless their size says how much") {
  const std::string ways =
      "title = \"t\"\n[queries]\nplanner = \"jps\"\n[small]\ndraw = { kind = \"open\", size = 32 }\npieces = 1\n"
      "queries = 9\nrepetitions = 1\n";
  CHECK(parse_deck(ways, "d.toml").size("small").takes_share());
  CHECK_FALSE(parse_deck(ways + "search_memory = 20\n", "d.toml").size("small").takes_share());
}

TEST_CASE("mistakes in a deck are told by file, line and key") {
  CHECK(error_of(small) == "d.toml:1: title: found none, expected a text in quotes");
  CHECK(error_of("title = \"t\"\n" + small).find("found no work, expected one of crowd, fields or queries") != std::string::npos);
  CHECK(error_of(crowd + "[fields]\n" + small).find("found crowd and fields") != std::string::npos);
  CHECK(error_of(crowd).find("found none, expected at least one of small, node and machine") != std::string::npos);
  CHECK(error_of(crowd + "[small]\nsteps = 2\nrepetitions = 3\n").find("d.toml:4: small.agents: found none") != std::string::npos);
  CHECK(error_of(crowd + small + "warm_up = 3\n").find("small.warm_up: found 3, expected a multiple of `steps`, 2") != std::string::npos);
  CHECK(error_of(crowd + small + "pieces = 1\nkinds = 2\n").find("small.pieces: found 1, expected at least `kinds`, 2") !=
        std::string::npos);
  CHECK(error_of(crowd + small + "sums = [\"12\"]\n").find("found '12', expected 16 hexadecimal digits") != std::string::npos);
  CHECK(error_of(crowd + small + "sums = [\"0000000000000001\", \"0000000000000002\"]\n").find("found 2, expected 1") != std::string::npos);
  CHECK(error_of(crowd + small + "step = 3\n").find("did you mean 'steps'") != std::string::npos);
  CHECK(error_of(crowd + "planner = \"rodmap\"\n" + small).find("did you mean 'roadmap'") != std::string::npos);
  CHECK(error_of("title = \"t\"\n[fields]\n[small]\nrepetitions = 1\n").find("small.draw: found none") != std::string::npos);
  CHECK(error_of("title = \"t\"\n[queries]\n[small]\nrepetitions = 1\n").find("queries.planner: found none") != std::string::npos);
}

TEST_CASE("the decks of the program have sums of small and node on record") {
  CHECK(list_decks().size() == 4);
  for (const auto& [name, title] : list_decks()) {
    CAPTURE(name);
    const Deck deck = find_deck(name);
    for (const std::string& size : size_names()) CHECK(deck.size(size).sums.size() == static_cast<std::size_t>(deck.size(size).kinds));
    CHECK(deck.size("machine").takes_share());
  }
}
