#include "perf/study/processes.hpp"

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "backends/processors.hpp"
#include "scenarios/run/interrupt.hpp"

extern char** environ;

namespace plethos::study {

namespace {

/// Starts this program with the arguments. Returns the process, or -1.
pid_t start(std::vector<char*> arguments) {
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  // An interrupt waits until the process can end in good order.
  sigset_t waiting;
  ::sigemptyset(&waiting);
  for (const int signal : scenarios::interrupt_signals) ::sigaddset(&waiting, signal);
  ::posix_spawnattr_setsigmask(&attributes, &waiting);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  arguments.push_back(nullptr);
  pid_t child = -1;
  // A thread of its own, as OpenMP may have bound this one to a place, which the process would inherit.
  std::thread([&] {
    backends::run_on_all_processors();
    if (::posix_spawn(&child, error ? "/proc/self/exe" : program.c_str(), nullptr, &attributes, arguments.data(), environ) != 0) child = -1;
  }).join();
  ::posix_spawnattr_destroy(&attributes);
  return child;
}

}  // namespace

int run_process(char* const* arguments, int process) {
  const scenarios::InterruptGuard guard;
  // Where a parent ignores it, the process could not be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  std::string option = std::string(process_option) + "=" + std::to_string(process);
  std::vector<char*> of_process;
  for (char* const* argument = arguments; *argument != nullptr; ++argument) of_process.push_back(*argument);
  // Behind the program and the command, as what comes last may be said to be no option.
  of_process.insert(of_process.begin() + 2, option.data());
  const pid_t child = start(of_process);
  if (child < 0) return -1;
  bool told = false;
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(child, &status, WNOHANG)) != child;) {
    if (ended < 0) return -1;
    if (scenarios::interrupted() && !told) {
      // A terminal tells both: the child takes the second one for an echo.
      ::kill(child, scenarios::interrupt_signal());
      told = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (scenarios::interrupted()) return 130;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void end_with_parent() {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // It may have ended before.
  if (::getppid() == 1) std::raise(SIGTERM);
}

int most_processes_of(const Plan& plan) {
  int most = 1;
  for (const PlannedRun& run : plan.runs) most = std::max(most, run.processes);
  return most;
}

}  // namespace plethos::study
