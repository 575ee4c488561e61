#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace plethos::scenarios {

/// ChildServer::ask() throws this if the child gave no answer. what() gives the reason, such as "ended by signal 11 (Segmentation fault)".
/// It is not an Error: the caller knows the request and turns it into one.
struct ChildLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Answers requests in a process of its own, a fork of this one. It is for code that may crash, loop or claim all memory when its input is
/// damaged. The child writes nothing to stdout or stderr and leaves no core file. It ends with this object. No other thread of this process
/// may begin or end while one is made: a lock that it holds then would stay locked in the child. Cost: a fork, some tenths of a
/// millisecond; for a request, two copies of its answer.
class ChildServer {
 public:
  struct Limits {
    std::uint64_t memory = std::uint64_t{768} << 20;  ///< bytes that the child may claim beyond what this process has
    unsigned processor_seconds = 2;                   ///< for one request, to the second
    unsigned silence = 30;                            ///< s without an answer, for a child that sleeps; a stalled disk counts as well
    std::uint64_t answer = std::uint64_t{512} << 20;  ///< bytes of an answer
  };
  /// Runs in the child, once a request. Its memory stays in the child.
  using Serve = std::function<std::string(const std::string& request)>;

  /// Starts the child. Errors: MachineError if no process can be started.
  ChildServer(const Serve& serve, const Limits& limits);
  ~ChildServer();
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  /// Returns the answer. Errors: if `serve` throws an InputError or MachineError, this throws one with the same text; ChildLost for any
  /// other end.
  std::string ask(const std::string& request);

 private:
  [[noreturn]] void lose(const std::string& reason);
  [[noreturn]] void lose_dead();
  void receive(void* bytes, std::size_t count);

  Limits limits_;
  int socket_ = -1;
  pid_t process_ = -1;
  std::string lost_;  // why there is no child anymore
};

}  // namespace plethos::scenarios
