#include "scenarios/io/output_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

constexpr OutputKind json = OutputKind::json;
const std::string old = "{\"schema\": \"plethos-run\", \"old\": 1}";

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
    OutputFile output(path, json);
    std::ofstream(output.temporary()) << "half";
    CHECK(!fs::exists(path));
  }
  CHECK(fs::is_empty(folder.path()));
  std::ofstream(path) << old;
  {
    OutputFile output(path, json);
    std::ofstream(output.temporary()) << "new";
    CHECK(content(path) == old);
    output.keep();
    CHECK(content(path) == "new");
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file has one writer at a time, before and after it has its name") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  fs::create_symlink(path, folder.path("link.h5"));
  auto first = std::make_unique<OutputFile>(path, json);
  const std::string refused = "--out " + path + ": another process is writing this file; wait for it or choose another name";
  CHECK_THROWS_WITH_AS(OutputFile(path, json, "--out"), refused.c_str(), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("link.h5"), json), InputError);
  std::ofstream(first->temporary()) << old;
  first->keep();
  CHECK_THROWS_WITH_AS(OutputFile(path, json, "--out"), refused.c_str(), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("link.h5"), json), InputError);
  CHECK(content(path) == old);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
  first.reset();
  OutputFile second(folder.path("link.h5"), json);
  std::ofstream(second.temporary()) << "second";
  second.keep();
  CHECK(content(path) == "second");
  CHECK(fs::is_symlink(folder.path("link.h5")));
}

TEST_CASE("what a killed process has left is no obstacle") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.json");
  const pid_t process = ::fork();
  if (process == 0) {
    const OutputFile output(path, json);
    std::ofstream(output.temporary()) << "half of something";
    std::raise(SIGKILL);
  }
  ::waitpid(process, nullptr, 0);
  CHECK(fs::is_directory(path + ".partial"));
  {
    OutputFile output(path, json);
    CHECK(content(output.temporary()).empty());
    output.keep();
  }
  // Of one that was killed in its first moments.
  fs::create_directory(path + ".partial");
  OutputFile(path, json).keep();
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("what others have where a file would be written at first is left alone") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.json"), partial = path + ".partial", mine = folder.path("mine");
  std::ofstream(mine) << "mine";
  const std::string refused =
      path + ": found " + partial +
      ", which is not of plethos, expected no such file: plethos would write there at first; choose another name, " +
      "or rename or remove that file";
  const auto check = [&] {
    CHECK_THROWS_WITH_AS(OutputFile(path, json), refused.c_str(), InputError);
    CHECK(content(mine) == "mine");
    fs::remove_all(partial);
  };
  std::ofstream(partial) << "mine";
  check();
  std::ofstream(partial).close();
  check();
  fs::create_hard_link(mine, partial);
  check();
  fs::create_symlink(mine, partial);
  check();
  fs::create_directory(folder.path("other"));
  fs::create_symlink(folder.path("other"), partial);
  check();
  CHECK(fs::is_empty(folder.path("other")));
  fs::create_directory(partial);
  std::ofstream(partial + "/notes") << "mine";
  check();
  for (const char* const name : {"lock", "content"}) {
    CAPTURE(name);
    fs::create_directory(partial);
    fs::create_hard_link(mine, partial + "/" + name);
    check();
    fs::create_directory(partial);
    fs::create_symlink(mine, partial + "/" + name);
    check();
  }
  CHECK(!fs::exists(path));
}

TEST_CASE("a file that is replaced keeps its permissions") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.json");
  for (const fs::perms mode : {fs::perms(0600), fs::perms(0664), fs::perms(0640)}) {
    std::ofstream(path) << old;
    fs::permissions(path, mode);
    OutputFile output(path, json);
    // Meanwhile nobody else may read it either.
    const fs::perms meanwhile = fs::status(output.temporary()).permissions();
    CHECK((meanwhile & ~mode & ~fs::perms(0600)) == fs::perms::none);
    output.keep();
    CHECK(fs::status(path).permissions() == mode);
    fs::remove(path);
  }
  std::ofstream(path) << old;
  fs::permissions(path, fs::perms(0444));
  CHECK_THROWS_AS(OutputFile(path, json), InputError);
  CHECK(content(path) == old);
}

TEST_CASE("what Plethos did not write is not replaced, whichever writer asks") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("notes");
  for (const OutputKind kind : {OutputKind::trajectory, OutputKind::description, OutputKind::paths, OutputKind::checkpoint, json,
                                OutputKind::picture, OutputKind::page}) {
    std::ofstream(path) << "Software: plethos";
    CHECK_THROWS_AS(OutputFile(path, kind), InputError);
    std::ofstream(path).close();
    CHECK_NOTHROW(OutputFile(path, kind));
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a map replaces nothing but its own bytes") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("a.map");
  const auto write = [&](const std::string& text) {
    OutputFile output(path, OutputKind::map);
    std::ofstream(output.temporary()) << text;
    output.keep();
  };
  write("map");
  write("map");
  CHECK_THROWS_AS(write("mop"), InputError);
  CHECK_THROWS_AS(write("maps"), InputError);
  CHECK(content(path) == "map");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file may be written again and again, and nobody else writes it meanwhile") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("run.json");
  {
    OutputFile output(path, json);
    for (int i = 0; i < 3; ++i) {
      output.begin();
      CHECK(content(output.temporary()).empty());
      std::ofstream(output.temporary()) << old << i;
      const std::future<void> freed = output.keep_and_free_meanwhile();
      CHECK(content(path) == old + std::to_string(i));
      CHECK_THROWS_AS(OutputFile(path, json), InputError);
    }
    output.begin();
    std::ofstream(output.temporary()) << "not kept";
  }
  CHECK(content(path) == old + "2");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("what is no place for a file is refused") {
  const tests::TemporaryFolder folder;
  CHECK_THROWS_AS(OutputFile("", json), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path("missing/run.json"), json), InputError);
  CHECK_THROWS_AS(OutputFile("/dev/null", json), InputError);
  CHECK_THROWS_AS(OutputFile(folder.path(""), json), InputError);
}
