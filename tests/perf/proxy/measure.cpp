#include "perf/proxy/measure.hpp"

#include <doctest/doctest.h>

#include "backends/ranks/self/self.hpp"
#include "backends/runtime.hpp"
#include "perf/proxy/result.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"

using namespace plethos;
using namespace plethos::proxy;
using namespace plethos::tests;

namespace {

Deck deck_of(const std::string& work, const std::string& size) {
  return parse_deck("title = \"t\"\n" + work + "\n[small]\nrepetitions = 2\n" + size, "d.toml");
}

Measured measure_here(const backends::Backend& backend, const Deck& deck, double share = 0) {
  return measure(deck, deck.size("small"), {backend, backends::self(), share}, [](std::int64_t, std::int64_t) {}).value();
}

const std::string crowd = "[crowd]\nscenario = \"lattice\"\navoidance = \"orca\"\nset = { pitch = 1.2 }";

}  // namespace

PLETHOS_MATRIX_TEST("every deck's pieces have the sums of their kinds, on every backend") {
  if (!backend.same_bits()) return;
  const std::pair<std::string, std::string> works[] = {
      {crowd, "agents = 60\nsteps = 4\nwarm_up = 4\nkinds = 2\npieces = 5\n"},
      {"[fields]", "draw = { kind = \"city\", size = 80 }\nkinds = 2\npieces = 5\n"},
      {"[queries]\nplanner = \"jps\"",
       "draw = { kind = \"office\", size = 64 }\nqueries = 30\nkinds = 2\npieces = 5\nsearch_memory = 10\n"}};
  for (const auto& [work, size] : works) {
    CAPTURE(work);
    Deck deck = deck_of(work, size);
    const Measured measured = measure_here(backend, deck);
    CHECK(measured.pieces == 5);
    CHECK(measured.seconds.size() == 2);
    CHECK(measured.bytes > 0);
    REQUIRE(measured.sums.size() == 5);
    for (std::size_t piece = 2; piece < 5; ++piece) CHECK(measured.sums[piece] == measured.sums[piece - 2]);
    CHECK(measured.sums[0] != measured.sums[1]);
    CHECK(measured.sums == measure_here(plainest_backend(), deck).sums);
    DeckSize& small = deck.sizes.front();
    CHECK(first_difference(deck, small, measured).find("no sums on record") != std::string::npos);
    small.sums = sums_of_kinds(small, measured);
    CHECK(first_difference(deck, small, measured).empty());
    small.sums[1] ^= 1;
    CHECK(first_difference(deck, small, measured).find("2 of 5: found checksum") != std::string::npos);
  }
}

TEST_CASE("a crowd's worlds have the sums of each seed alone") {
  const Measured worlds = measure_here(widest_backend(), deck_of(crowd, "agents = 60\nsteps = 4\nkinds = 2\npieces = 3\n"));
  const Measured alone = measure_here(widest_backend(), deck_of(crowd, "agents = 60\nsteps = 4\npieces = 1\n"));
  CHECK(alone.sums.front() == worlds.sums[0]);
  CHECK(alone.amount == 60. * 4);
  CHECK(worlds.amount == 3 * 60. * 4);
}

TEST_CASE("a share of the memory is filled by pieces, and too small a one is refused") {
  const backends::Backend backend = widest_backend();
  const auto total = static_cast<double>(backends::memory(backend).total);
  const double share = 2e7 / total;
  for (const auto& [work, size] :
       {std::pair(crowd, std::string("agents = 500\nsteps = 1\nkinds = 2\n")),
        std::pair(std::string("[fields]"), std::string("draw = { kind = \"city\", size = 200 }\nkinds = 2\n"))}) {
    CAPTURE(work);
    const Measured measured = measure_here(backend, deck_of(work, size), share);
    CHECK(static_cast<double>(measured.bytes) <= 1.02 * 2e7);
    CHECK(static_cast<double>(measured.bytes) >= 0.9 * 2e7);
    CHECK(measured.sums.size() == static_cast<std::size_t>(measured.pieces));
    CHECK(input_error([&] { measure_here(backend, deck_of(work, size), 1e4 / total); }).find("expected one for each of 2") !=
          std::string::npos);
  }
}

TEST_CASE("the figure of merit is the median of the repetitions' rates, with an interval of it") {
  Measured measured;
  measured.amount = 12;
  measured.seconds = {1, 2, 3, 4, 6, 12};
  const FigureOfMerit merit = figure_of_merit(measured);
  CHECK(merit.value == 3.5);
  CHECK(merit.interval.low == 1);
  CHECK(merit.interval.high == 12);
  CHECK(merit.interval.confidence > 0.95);
}
