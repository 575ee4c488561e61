#include "scenarios/io/child_server.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <vector>

#include "tests/harness/errors.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

/// Returns why the child is gone, or "no error" if it answers.
std::string loss(ChildServer& child, const std::string& request = "?") {
  return tests::thrown<ChildLost>([&] { child.ask(request); });
}

}  // namespace

TEST_CASE("a child answers and remembers") {
  ChildServer child([seen = std::make_shared<int>(0)](const std::string& request) { return request + std::to_string(++*seen); }, {});
  CHECK(child.ask("a") == "a1");
  CHECK(child.ask("") == "2");
  const std::string large(std::size_t{40} << 20, 'x');
  CHECK(child.ask(large) == large + "3");
  // A second one holds a copy of the first one's socket.
  ChildServer second([](const std::string&) { return std::to_string(::getpid()); }, {});
  CHECK(second.ask("") != std::to_string(::getpid()));
}

TEST_CASE("what a child throws is thrown here") {
  ChildServer child(
      [](const std::string& request) -> std::string {
        if (request == "input") throw InputError("f.h5: wrong");
        if (request == "machine") throw MachineError("no disk");
        if (request == "other") throw std::runtime_error("lost its way");
        return "fine";
      },
      {});
  CHECK_THROWS_WITH_AS(child.ask("input"), "f.h5: wrong", InputError);
  CHECK_THROWS_WITH_AS(child.ask("machine"), "no disk", MachineError);
  CHECK(loss(child, "other") == "lost its way");
  CHECK(child.ask("") == "fine");
}

TEST_CASE("a child that ends is reported, and stays lost") {
  ChildServer crash([](const std::string&) -> std::string { return std::raise(SIGSEGV) == 0 ? "" : "?"; }, {});
  CHECK(loss(crash) == "ended by signal 11 (Segmentation fault)");
  CHECK(loss(crash) == "ended by signal 11 (Segmentation fault)");
  ChildServer leave([](const std::string&) -> std::string { ::_exit(7); }, {});
  CHECK(loss(leave) == "ended with exit code 7");
}

TEST_CASE("a child has limits") {
  ChildServer::Limits limits{.memory = std::uint64_t{64} << 20, .processor_seconds = 0, .silence = 1, .answer = 1000};
  const auto claim = [](const std::string& request) {
    std::vector<char> large(std::size_t{1} << 30, 'x');
    // Compilers may leave out memory that nobody looks at.
    const volatile char* const seen = &large[request.size()];
    return std::to_string(*seen);
  };
  ChildServer memory(claim, limits);
  CHECK(loss(memory) != "no error");
  ChildServer loop(
      [](const std::string&) -> std::string {
        for (volatile unsigned i = 0;; static_cast<void>(i)) {
        }
      },
      {limits.memory, 0, 30, 1000});
  CHECK(loss(loop) == "came to no end");
  ChildServer asleep([](const std::string&) -> std::string { return ::pause() == 0 ? "" : "?"; }, limits);
  CHECK(loss(asleep) == "gave no answer in 1 s");
  ChildServer talkative([](const std::string&) { return std::string(1001, 'x'); }, limits);
  CHECK(loss(talkative) == "gave an answer without sense");
}
