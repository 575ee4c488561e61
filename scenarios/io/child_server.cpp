#include "scenarios/io/child_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t growth = std::size_t{16} << 20;  // an answer grows by this much: its length may be a lie

enum class Status : std::uint32_t { answer, input_error, machine_error, other };

struct Header {
  std::uint64_t status;
  std::uint64_t size;
};

bool send_all(int socket, const void* bytes, std::size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = ::send(socket, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool send_message(int socket, Status status, const std::string& text) {
  const Header header{static_cast<std::uint64_t>(status), text.size()};
  return send_all(socket, &header, sizeof header) && send_all(socket, text.data(), text.size());
}

bool read_all(int socket, void* bytes, std::size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = ::read(socket, next, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

void set_limit(__rlimit_resource resource, std::uint64_t value) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(value, limit.rlim_max);
  ::setrlimit(resource, &limit);
}

/// Returns the bytes of this process's address space, or zero if they are unknown.
std::uint64_t claimed_memory() {
  unsigned long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
  std::fclose(file);
  return std::uint64_t{pages} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Lets the next request use `seconds` seconds of the processor from now on.
void renew_processor_limit(unsigned seconds) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  set_limit(RLIMIT_CPU, static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + seconds);
}

/// Silences this process. The parent reports its crashes, in one line. An interrupt of the group is the parent's, too, whose end ends it.
void fall_silent() {
  std::signal(SIGINT, SIG_IGN);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM}) std::signal(signal, SIG_DFL);
  set_limit(RLIMIT_CORE, 0);
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

bool answer(int socket, const ChildServer::Serve& serve, const std::string& request) {
  try {
    return send_message(socket, Status::answer, serve(request));
  } catch (const InputError& error) {
    return send_message(socket, Status::input_error, error.what());
  } catch (const MachineError& error) {
    return send_message(socket, Status::machine_error, error.what());
  } catch (const std::bad_alloc&) {
    return send_message(socket, Status::other, "asked for more memory than the limit");
  } catch (const std::exception& error) {
    return send_message(socket, Status::other, error.what());
  }
}

[[noreturn]] void serve_requests(int socket, const ChildServer::Serve& serve, const ChildServer::Limits& limits) {
  fall_silent();
  if (const std::uint64_t claimed = claimed_memory(); claimed > 0) set_limit(RLIMIT_AS, claimed + limits.memory);
  while (true) {
    std::uint64_t size = 0;
    if (!read_all(socket, &size, sizeof size)) ::_exit(0);
    std::string request(size, '\0');
    if (!read_all(socket, request.data(), size)) ::_exit(0);
    renew_processor_limit(limits.processor_seconds);
    if (!answer(socket, serve, request)) ::_exit(0);
  }
}

std::string describe_end(int status) {
  if (WIFEXITED(status)) return "ended with exit code " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) return "came to no end";
  return "ended by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

}  // namespace

ChildServer::ChildServer(const Serve& serve, const Limits& limits) : limits_(limits) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw MachineError(std::string("cannot start a process: ") + std::strerror(errno));
  }
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    serve_requests(ends[1], serve, limits);
  }
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return;
  ::close(socket_);
  throw MachineError(std::string("cannot start a process: ") + std::strerror(error));
}

ChildServer::~ChildServer() {
  if (process_ > 0) {
    // Closing the socket alone may not end it, because a later child holds a copy of this end.
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (socket_ >= 0) ::close(socket_);
}

std::string ChildServer::ask(const std::string& request) {
  if (process_ < 0) throw ChildLost(lost_);
  const std::uint64_t size = request.size();
  if (!send_all(socket_, &size, sizeof size) || !send_all(socket_, request.data(), size)) lose_dead();
  Header header{};
  receive(&header, sizeof header);
  if (header.status > static_cast<std::uint64_t>(Status::other) || header.size > limits_.answer) lose("gave an answer without sense");
  std::string text;
  while (text.size() < header.size) {
    const std::size_t before = text.size();
    text.resize(std::min<std::size_t>(before + growth, header.size));
    receive(text.data() + before, text.size() - before);
  }
  switch (static_cast<Status>(header.status)) {
    case Status::input_error:
      throw InputError(text);
    case Status::machine_error:
      throw MachineError(text);
    case Status::other:
      throw ChildLost(text);
    case Status::answer:
      break;
  }
  return text;
}

void ChildServer::lose(const std::string& reason) {
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  lost_ = reason;
  throw ChildLost(lost_);
}

void ChildServer::lose_dead() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  lost_ = describe_end(status);
  throw ChildLost(lost_);
}

void ChildServer::receive(void* bytes, std::size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    pollfd ready{socket_, POLLIN, 0};
    const int events = ::poll(&ready, 1, static_cast<int>(limits_.silence * 1000));
    if (events < 0 && errno == EINTR) continue;
    if (events == 0) lose("gave no answer in " + std::to_string(limits_.silence) + " s");
    const ssize_t got = ::read(socket_, next, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) lose_dead();
    next += got;
    count -= static_cast<std::size_t>(got);
  }
}

}  // namespace plethos::scenarios
