#include "scenarios/io/output_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "core/error.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
namespace fs = std::filesystem;

namespace {

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a file appears under its name only when it is kept") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.json");
  {
    OutputFile output(path);
    std::ofstream(output.temporary()) << "half";
    CHECK(!fs::exists(path));
  }
  CHECK(fs::is_empty(folder.path()));
  std::ofstream(path) << "old";
  {
    OutputFile output(path);
    std::ofstream(output.temporary()) << "new";
    CHECK(content(path) == "old");
    output.keep();
    CHECK(content(path) == "new");
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file has one writer at a time, before and after it has its name") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  fs::create_symlink(path, folder.path("link.h5"));
  auto first = std::make_unique<OutputFile>(path);
  const std::string refused = "--out " + path + ": another process is writing this file; wait for it or choose another name";
  CHECK_THROWS_WITH_AS(OutputFile(path, "--out"), refused.c_str(), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("link.h5")), InputError);
  std::ofstream(first->temporary()) << "first";
  first->keep();
  CHECK_THROWS_WITH_AS(OutputFile(path, "--out"), refused.c_str(), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("link.h5")), InputError);
  CHECK(content(path) == "first");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
  first.reset();
  OutputFile second(folder.path("link.h5"));
  std::ofstream(second.temporary()) << "second";
  second.keep();
  CHECK(content(path) == "second");
  CHECK(fs::is_symlink(folder.path("link.h5")));
}

TEST_CASE("what a killed process has left is no obstacle") {
  const tests::TemporaryFolder folder;
  std::ofstream(folder.path("run.json.partial")) << "half of something";
  OutputFile output(folder.path("run.json"));
  CHECK(content(output.temporary()).empty());
  output.keep();
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("what is no place for a file is refused") {
  const tests::TemporaryFolder folder;
  CHECK_THROWS_AS(OutputFile(""), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("missing/run.json")), InputError);
  CHECK_THROWS_AS(OutputFile("/dev/null"), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("")), InputError);
}
