#include "core/known_name.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"

using namespace plethos;

TEST_CASE("names are known without regard to case") {
  CHECK(known_name("ORCA", {"rvo", "orca"}) == "orca");
  CHECK(known_name("tableb1", {"tableB1"}) == "tableB1");
  CHECK(known_name("A", {"a", "A"}) == "A");
  CHECK(known_name("orka", {"orca"}) == "orka");
  CHECK(nearest_name("ORKA", {"rvo", "orca"}) == "orca");
}
