#include "perf/study/processes.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "scenarios/run/interrupt.hpp"

extern char** environ;

namespace plethos::study {

int run_process(char* const* arguments, int process) {
  const scenarios::InterruptGuard guard;
  std::string option = std::string(process_option) + "=" + std::to_string(process);
  std::vector<char*> of_process;
  for (char* const* argument = arguments; *argument != nullptr; ++argument) of_process.push_back(*argument);
  of_process.insert(of_process.end(), {option.data(), nullptr});
  pid_t child = 0;
  if (::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, of_process.data(), environ) != 0) return -1;
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
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int most_processes_of(const Plan& plan) {
  int most = 1;
  for (const PlannedRun& run : plan.runs) most = std::max(most, run.processes);
  return most;
}

}  // namespace plethos::study
