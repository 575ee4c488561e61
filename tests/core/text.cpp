#include "core/text.hpp"

#include <doctest/doctest.h>

using namespace plethos;

TEST_CASE("what breaks a line becomes a space, what steers a terminal is escaped") {
  CHECK(one_line("") == "");
  CHECK(one_line("a line") == "a line");
  CHECK(one_line("two\nlines\r\n") == "two lines  ");
  CHECK(one_line(std::string_view("\0\t\x1b[31m\x7f", 8)) == "\\x00\\x09\\x1b[31m\\x7f");
  CHECK(one_line("\xc2\x80\xc2\x9b") == "\\xc2\\x80\\xc2\\x9b");
}

TEST_CASE("other characters stay, also those that are cut off") {
  CHECK(one_line("na\xc3\xafve \xc2\xa0\xe2\x80\xa6") == "na\xc3\xafve \xc2\xa0\xe2\x80\xa6");
  CHECK(one_line("\xc2") == "\xc2");
  CHECK(one_line("\x9b") == "\x9b");
}

TEST_CASE("a second time changes nothing") {
  const std::string once = one_line("a\x1b\n\xc2\x85");
  CHECK(one_line(once) == once);
}

TEST_CASE("quote_text() makes any text fit for a message") {
  CHECK(quote_text("abc") == "'abc'");
  CHECK(quote_text("a\nb\x1b[1m") == "'a?b?[1m'");
  CHECK(quote_text(std::string(100, 'x')) == "'" + std::string(40, 'x') + "...'");
}

TEST_CASE("items are joined as in a sentence") {
  CHECK(joined_text({}, "and") == "");
  CHECK(joined_text({"a"}, "and") == "a");
  CHECK(joined_text({"a", "b"}, "or") == "a or b");
  CHECK(joined_text({"a", "b", "c"}, "and") == "a, b and c");
}
