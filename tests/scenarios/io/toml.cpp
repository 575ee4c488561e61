#include "scenarios/io/toml.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

std::string error_of(const std::string& text) {
  return input_error([&] { parse_toml(text, "f.toml"); });
}

}  // namespace

TEST_CASE("a good text is parsed") { CHECK(parse_toml("a = 1\n", "f.toml").size() == 1); }

TEST_CASE("an error is one line with the place") {
  CHECK(error_of("a = 1\nb = \n").starts_with("f.toml:2: syntax: found an error ("));
  CHECK(error_of("a = \"\xff\xfe\n\"").find('\n') == std::string::npos);
}

TEST_CASE("what breaks the parser's assumptions is an error like any other, with its line") {
  const std::string expected = ": syntax: found an error (a character that cannot stand there), expected TOML";
  CHECK(error_of("x = [[1, }2]]") == "f.toml:1" + expected);
  CHECK(error_of("a = 1\nb = 2\n\nx = [[1, }2]]\ny = 3\n") == "f.toml:4" + expected);
  CHECK(error_of("x = [\n1,\n2,\n}\n]\n") == "f.toml:4" + expected);
}
