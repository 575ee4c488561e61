#include "scenarios/run/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <thread>

#include "scenarios/io/output_file.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using plethos::scenarios::interrupted;
using plethos::scenarios::InterruptGuard;

namespace {

using Handler = void (*)(int);

/// Returns the present handler of a signal.
Handler handler_of(int signal) {
  const Handler handler = std::signal(signal, SIG_DFL);
  std::signal(signal, handler);
  return handler;
}
bool is_default(int signal) { return handler_of(signal) == SIG_DFL; }
bool is_ignored(int signal) { return handler_of(signal) == SIG_IGN; }

/// Runs a function in a process of its own, which ends with what it returns. Returns what waitpid() tells.
template <class Body>
int status_of_child(const Body& body) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(body());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

#ifdef __SANITIZE_THREAD__
constexpr bool holds_back_signals = true;  // two of a kind become one
#else
constexpr bool holds_back_signals = false;
#endif

}  // namespace

TEST_CASE("each of the signals asks for an end, also where it comes twice at once") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(signal);
    std::signal(signal, SIG_DFL);  // under nohup SIGHUP is ignored
    const InterruptGuard guard;
    CHECK_FALSE(interrupted());
    std::raise(signal);
    std::raise(signal);
    CHECK(interrupted());
  }
  CHECK(is_default(SIGTERM));
  // Work that starts afterwards without a guard is not ended by an earlier interrupt.
  CHECK_FALSE(interrupted());
}

TEST_CASE("a second signal of a kind has its way, one of another kind asks for the same end" * doctest::skip(holds_back_signals)) {
  const int status = status_of_child([] {
    const InterruptGuard guard;
    std::raise(SIGINT);
    std::this_thread::sleep_for(plethos::scenarios::interrupt_echo);
    std::raise(SIGTERM);
    std::raise(SIGINT);
    return 0;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("an inner guard neither forgets an interrupt nor ends the outer one") {
  const InterruptGuard outer;
  std::raise(SIGINT);
  {
    const InterruptGuard inner;
    CHECK(interrupted());
  }
  CHECK(interrupted());
  CHECK_FALSE(is_default(SIGTERM));
}

TEST_CASE("what ignores that its terminal goes keeps ignoring it") {
  std::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    CHECK_FALSE(interrupted());
    CHECK(is_ignored(SIGHUP));
  }
  CHECK(is_ignored(SIGHUP));
  std::signal(SIGHUP, SIG_DFL);
}

TEST_CASE("where nothing is lost, Ctrl-C ends the program at once and takes unfinished files with it") {
  const plethos::tests::TemporaryFolder folder;
  // The signal comes before that time or in it.
  for (const bool before : {true, false}) {
    CAPTURE(before);
    const int status = status_of_child([&] {
      const InterruptGuard guard;
      std::raise(SIGTERM);
      using plethos::scenarios::OutputKind;
      plethos::scenarios::OutputFile whole(folder.path("whole.json"), OutputKind::json), part(folder.path("part.json"), OutputKind::json);
      whole.keep();
      if (before) std::raise(SIGINT);
      const plethos::scenarios::EndAtOnce end;
      if (!before) std::raise(SIGINT);
      return 0;
    });
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK(std::filesystem::exists(folder.path("whole.json")));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  }
}

TEST_CASE("an interrupt that is held waits for a guard") {
  const int status = status_of_child([] {
    plethos::scenarios::hold_interrupts();
    std::raise(SIGUSR1);
    const InterruptGuard guard;
    return plethos::scenarios::interrupt_signal() == SIGUSR1 ? 7 : 0;
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}
