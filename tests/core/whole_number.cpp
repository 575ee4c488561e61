#include "core/whole_number.hpp"

#include <doctest/doctest.h>

#include <utility>

using namespace plethos;

TEST_CASE("whole numbers may be written with an exponent") {
  const std::pair<const char*, const char*> whole[] = {{"0", "0"},
                                                       {"1000", "1000"},
                                                       {"1e3", "1000"},
                                                       {"1E+3", "1000"},
                                                       {"1.5e3", "1500"},
                                                       {"15000e-1", "1500"},
                                                       {"2.0", "2"},
                                                       {"010", "10"},
                                                       {"-2e1", "-20"},
                                                       {"+2e1", "20"},
                                                       {"0e9", "0"},
                                                       {"-0", "0"},
                                                       {"18446744073709551616", "18446744073709551616"}};
  for (const auto& [text, digits] : whole) CHECK(whole_number_digits(text) == std::optional<std::string>(digits));
  for (const char* text : {"",     "-",   ".",     "e3",   "1e",           "1e+", "1.5", "1.5e0", "1e-3", "1e3.0",
                           "0x10", "ten", "1 000", "1e41", "1e9999999999", "+-1", "-+1", "++1",   "+",    "1.2.3e5"}) {
    CHECK_FALSE(whole_number_digits(text).has_value());
  }
}
