#include "core/error.hpp"

#include <doctest/doctest.h>

using namespace plethos;

TEST_CASE("exit codes tell a user's mistake from a machine's fault") {
  CHECK(InputError("x").exit_code() == 2);
  CHECK(MachineError("x").exit_code() == 3);
  CHECK(std::string(InputError("a line").what()) == "a line");
  CHECK_THROWS_AS(throw MachineError("x"), Error);
}

TEST_CASE("nearest_name finds a misspelt name") {
  const std::vector<std::string> known{"circle", "crosswalk", "corridor", "lattice", "map"};
  CHECK(nearest_name("circel", known) == "circle");
  CHECK(nearest_name("latice", known) == "lattice");
  CHECK(nearest_name("map", known) == "map");
  CHECK(nearest_name("evacuation", known).empty());
  CHECK(nearest_name("", {}).empty());
  CHECK(nearest_name(std::string(1 << 20, 'x'), known).empty());
}

TEST_CASE("unknown_name_message names the nearest, or all") {
  CHECK(unknown_name_message("key", "spacin", {"spacing", "radius"}) == "unknown key 'spacin'; did you mean 'spacing'?");
  CHECK(unknown_name_message("key", "temperature", {"spacing", "radius"}) == "unknown key 'temperature'; known: spacing, radius");
  CHECK(unknown_name_message("key", "neighbor_sampling", {"neighbor_samples"})
            .starts_with("unknown key 'neighbor_sampling'; it was given up: --neighbors says it"));
}
