#include "scenarios/io/line_reader.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("lines end with LF, CR LF or the file") {
  const TemporaryFolder folder;
  LineReader reader(folder.write("lines", "one\r\n\ntwo\rthree\nlast"), "text");
  REQUIRE(reader.next(10));
  CHECK(reader.line() == "one");
  REQUIRE(reader.next(10));
  CHECK(reader.line().empty());
  REQUIRE(reader.next(10));
  CHECK(reader.line() == "two\rthree");
  REQUIRE(reader.next(10));
  CHECK(reader.line() == "last");
  CHECK(reader.number() == 4);
  CHECK_FALSE(reader.next(10));
}

TEST_CASE("a line may be as long as the limit, and no longer") {
  const TemporaryFolder folder;
  const std::string path = folder.write("lines", "12345\r\n123456\n");
  LineReader reader(path, "text");
  CHECK(reader.next(5));
  CHECK(input_error([&] { reader.next(5); }) == path + ":2: line: found more than 5 characters, expected a shorter line");
}

TEST_CASE("an endless line is not read into memory") {
  LineReader reader("/dev/zero", "text");
  CHECK(contains(input_error([&] { reader.next(1000); }), "/dev/zero:1: line: found more than 1000 characters"));
}

TEST_CASE("files that cannot be read") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing");
  CHECK(input_error([&] { LineReader(missing, "map"); }) == missing + ": found no such file, expected a map file");
  CHECK(contains(input_error([&] { LineReader(folder.path(""), "map"); }), "found a folder, expected a map file"));
}
