#include "perf/study/report.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

extern char** environ;

namespace plethos::study {
namespace {

/// Runs a program and returns its exit status, or -1 if it cannot be run. If `silent`, its output goes nowhere, otherwise to stderr.
int run_program(std::vector<std::string> arguments, bool silent) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  if (silent) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  }
  pid_t process = 0;
  const int error = posix_spawnp(&process, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || waitpid(process, &status, 0) != process || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

/// Returns a Python that has what the report needs: python3 of the PATH, or the system's if the PATH has another (conda, pyenv). bootstrap
/// installs matplotlib for the system's.
std::string find_python() {
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    if (run_program({python, "-c", "import matplotlib, numpy"}, true) == 0) return python;
  }
  return {};
}

/// Returns the script beside a packed program, in share/, otherwise the one in the sources of the build.
std::string find_script() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& folder :
       {program.parent_path().parent_path() / "share/plethos/report", std::filesystem::path(PLETHOS_REPORT_SOURCES)}) {
    if (std::filesystem::exists(folder / "report.py", error)) return (folder / "report.py").string();
  }
  return {};
}

}  // namespace

std::string make_report(const std::string& input, const std::string& output) {
  const std::string script = find_script();
  std::vector<std::string> arguments{"python3", script.empty() ? "perf/report/report.py" : script, input, "--out", output};
  std::string command;
  for (const std::string& argument : arguments) command += (command.empty() ? "" : " ") + argument;
  if (script.empty()) return "no report: share/plethos/report is not beside the program; with the sources of plethos: " + command;
  arguments[0] = find_python();
  if (arguments[0].empty()) return "no report: no Python with numpy and matplotlib here; where there is one: " + command;
  if (run_program(arguments, false) != 0) return "no report: this failed: " + command;
  return {};
}

}  // namespace plethos::study
