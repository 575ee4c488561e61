#include "scenarios/run/interrupt.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>
#include <thread>

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
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const InterruptGuard guard;
    std::raise(SIGINT);
    std::this_thread::sleep_for(plethos::scenarios::interrupt_echo);
    std::raise(SIGTERM);
    std::raise(SIGINT);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
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
