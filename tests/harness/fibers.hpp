#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

namespace plethos::tests {

/// Runs several calls of a function by turns on one thread. Each goes on until it waits for the others. They do so in the same order every
/// time, forth and back: who has come last to where they meet goes on first.
///
/// AddressSanitizer is told of the stacks; it says once that it does not know all of swapcontext(). For ThreadSanitizer the calls are
/// threads: it takes what two of them do for a race if no meet_in_order() lies between.
class Fibers {
 public:
  explicit Fibers(int count);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Calls body(0) to body(count - 1). Errors: those of a body; logic_error if bodies do not meet by the same calls, or have met a million
  /// times without an end.
  void run(const std::function<void(int)>& body);

  /// Lets a body wait until all have come. `call` names where.
  void meet(const char* call);
  /// The same. What a body has done before, all others see behind it.
  void meet_in_order(const char* call);
  /// Returns the number of the body that runs.
  int current() const;
  /// Returns how often all have met. It is the same for all until they meet.
  std::uint64_t meetings() const;

 private:
  struct Context {
    ucontext_t registers{};
    std::unique_ptr<std::byte[]> memory;  ///< of the stack
    const void* stack = nullptr;          ///< its lower end
    std::size_t stack_bytes = 0;
    void* asan_stack = nullptr;
    void* tsan_fiber = nullptr;
    bool left = false;
  };

  static void enter();
  void body_of_fiber();
  void switch_to(int next);
  void arrived(int before);
  int next_to_leave() const;

  int count_;
  std::vector<Context> contexts_;  ///< and at the end that of run()
  const std::function<void(int)>* body_ = nullptr;
  std::exception_ptr fault_;
  bool failed_ = false;
  bool forth_ = true;
  int current_ = 0, previous_ = 0;
  int waiting_ = 0;
  const char* call_ = nullptr;
  std::uint64_t meetings_ = 0;
  char begun_ = 0, ended_ = 0, ordered_[2] = {};  ///< ThreadSanitizer knows what comes before what by their addresses
};

}  // namespace plethos::tests
