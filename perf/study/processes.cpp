#include "perf/study/processes.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backends/processors.hpp"
#include "scenarios/run/interrupt.hpp"

extern char** environ;

namespace plethos::study {

namespace {

/// A process that runs this program with other arguments. Its thread lives as long: to the system that thread is the parent.
class Child {
 public:
  explicit Child(std::vector<char*> arguments) : arguments_(std::move(arguments)) {
    arguments_.push_back(nullptr);
    std::promise<void> started;
    thread_ = std::thread([this, &started] {
      // OpenMP may have bound the main thread to a place, which the process would inherit.
      backends::run_on_all_processors();
      start();
      started.set_value();
      ended_.get_future().wait();
    });
    started.get_future().wait();
  }
  ~Child() {
    ended_.set_value();
    thread_.join();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// -1: it could not be started.
  pid_t process() const { return process_; }

 private:
  void start() {
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    // An interrupt waits until the process can end in good order.
    sigset_t waiting;
    ::sigemptyset(&waiting);
    for (const int signal : scenarios::interrupt_signals) ::sigaddset(&waiting, signal);
    ::posix_spawnattr_setsigmask(&attributes, &waiting);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::error_code error;
    const std::filesystem::path found = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::string program = error ? "/proc/self/exe" : found.string();
    if (::posix_spawn(&process_, program.c_str(), nullptr, &attributes, arguments_.data(), environ) != 0) process_ = -1;
    ::posix_spawnattr_destroy(&attributes);
  }

  std::vector<char*> arguments_;
  pid_t process_ = -1;
  std::promise<void> ended_;
  std::thread thread_;
};

/// A text in memory that programs which this one starts can read as a file.
class SharedText {
 public:
  explicit SharedText(const std::string& text) : file_(::memfd_create("plethos-study", 0)) {
    for (std::size_t done = 0; file_ >= 0 && done < text.size();) {
      const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
      if (written <= 0) break;
      done += static_cast<std::size_t>(written);
    }
  }
  ~SharedText() {
    if (file_ >= 0) ::close(file_);
  }
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace

int run_process(char* const* arguments, int process, const std::string& text) {
  const scenarios::InterruptGuard guard;
  const SharedText shared(text);
  // Where a parent ignores it, the process could not be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  std::string option = std::string(process_option) + "=" + std::to_string(process);
  std::string text_of = std::string(text_option) + "=" + shared.path();
  std::vector<char*> of_process;
  for (char* const* argument = arguments; *argument != nullptr; ++argument) of_process.push_back(*argument);
  // Behind the program and the command, as what comes last may be said to be no option.
  of_process.insert(of_process.begin() + 2, {option.data(), text_of.data()});
  const Child child(of_process);
  if (child.process() < 0) return -1;
  bool told = false;
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(child.process(), &status, WNOHANG)) != child.process();) {
    if (ended < 0) return -1;
    if (scenarios::interrupted() && !told) {
      // A terminal tells both: the child takes the second one for an echo.
      ::kill(child.process(), scenarios::interrupt_signal());
      told = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (scenarios::interrupted()) return 130;
  // Under an emulator that starts no programs of its kind, a child learns only by itself that it cannot be another program.
  constexpr int not_started = 127;
  return WIFEXITED(status) && WEXITSTATUS(status) != not_started ? WEXITSTATUS(status) : -1;
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
