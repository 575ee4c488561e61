#include "tests/harness/fibers.hpp"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef PLETHOS_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace plethos::tests {
namespace {

constexpr std::size_t stack_bytes = std::size_t{1} << 18;
constexpr std::uint64_t most_meetings = 1'000'000;

/// Ends a body because another one has failed.
struct Stopped {};

thread_local Fibers* running = nullptr;

void happens_before([[maybe_unused]] char& place) {
#ifdef PLETHOS_THREAD_SANITIZER
  __tsan_release(&place);
#endif
}
void happens_after([[maybe_unused]] char& place) {
#ifdef PLETHOS_THREAD_SANITIZER
  __tsan_acquire(&place);
#endif
}

}  // namespace

Fibers::Fibers(int count) : count_(count), contexts_(static_cast<std::size_t>(count) + 1) {
  for (int k = 0; k < count; ++k) {
    Context& context = contexts_[static_cast<std::size_t>(k)];
    context.memory = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
    context.stack = context.memory.get();
    context.stack_bytes = stack_bytes;
  }
}

Fibers::~Fibers() = default;

void Fibers::run(const std::function<void(int)>& body) {
  body_ = &body;
  fault_ = nullptr;
  failed_ = false;
  forth_ = true;
  waiting_ = 0;
  meetings_ = 0;
  for (int k = 0; k < count_; ++k) {
    Context& context = contexts_[static_cast<std::size_t>(k)];
    context.left = false;
    getcontext(&context.registers);
    context.registers.uc_stack.ss_sp = context.memory.get();
    context.registers.uc_stack.ss_size = stack_bytes;
    context.registers.uc_link = nullptr;
    makecontext(&context.registers, &Fibers::enter, 0);
#ifdef PLETHOS_THREAD_SANITIZER
    context.tsan_fiber = __tsan_create_fiber(0);
#endif
  }
#ifdef PLETHOS_THREAD_SANITIZER
  contexts_.back().tsan_fiber = __tsan_get_current_fiber();
#endif
  Fibers* const outer = std::exchange(running, this);
  happens_before(begun_);
  current_ = count_;
  switch_to(0);
  happens_after(ended_);
  running = outer;
#ifdef PLETHOS_THREAD_SANITIZER
  for (int k = 0; k < count_; ++k) __tsan_destroy_fiber(contexts_[static_cast<std::size_t>(k)].tsan_fiber);
#endif
  if (fault_) std::rethrow_exception(fault_);
}

void Fibers::enter() {
  running->arrived(running->current_);
  running->body_of_fiber();
}

void Fibers::body_of_fiber() {
  const int own = current_;
  happens_after(begun_);
  // No fiber is left while an exception is handled: the handlers of a thread are one stack.
  try {
    if (!failed_) {
      (*body_)(own);
      meet("the end");
    }
  } catch (const Stopped&) {
  } catch (...) {
    fault_ = std::current_exception();
    failed_ = true;
  }
  happens_before(ended_);
  contexts_[static_cast<std::size_t>(own)].left = true;
  switch_to(next_to_leave());
}

int Fibers::next_to_leave() const {
  for (int k = 0; k < count_; ++k) {
    if (!contexts_[static_cast<std::size_t>(k)].left) return k;
  }
  return count_;
}

void Fibers::switch_to(int next) {
  const int own = current_;
  Context& from = contexts_[static_cast<std::size_t>(own)];
  Context& to = contexts_[static_cast<std::size_t>(next)];
  previous_ = own;
  current_ = next;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(from.left ? nullptr : &from.asan_stack, to.stack, to.stack_bytes);
#endif
#ifdef PLETHOS_THREAD_SANITIZER
  __tsan_switch_to_fiber(to.tsan_fiber, __tsan_switch_to_fiber_no_sync);
#endif
  swapcontext(&from.registers, &to.registers);
  arrived(own);
}

void Fibers::arrived([[maybe_unused]] int own) {
#ifdef __SANITIZE_ADDRESS__
  // This also tells the stack of run(), from which the first fiber comes.
  Context& from = contexts_[static_cast<std::size_t>(previous_)];
  void* const stack = std::exchange(contexts_[static_cast<std::size_t>(own)].asan_stack, nullptr);
  __sanitizer_finish_switch_fiber(stack, &from.stack, &from.stack_bytes);
#endif
}

int Fibers::current() const { return current_; }
std::uint64_t Fibers::meetings() const { return meetings_; }

void Fibers::meet(const char* call) {
  if (waiting_ == 0) {
    call_ = call;
  } else if (std::strcmp(call, call_) != 0) {
    throw std::logic_error("thread " + std::to_string(current_) + " calls '" + call + "', and others '" + call_ + "'");
  }
  if (meetings_ == most_meetings) throw std::logic_error("found " + std::to_string(meetings_) + " calls and no end");
  if (++waiting_ < count_) {
    switch_to(current_ + (forth_ ? 1 : -1));
    if (failed_) throw Stopped{};
    return;
  }
  waiting_ = 0;
  forth_ = !forth_;
  ++meetings_;
}

void Fibers::meet_in_order(const char* call) {
  // Who goes on first may meet the others once more before the last one is here.
  char& order = ordered_[meetings() % 2];
  happens_before(order);
  meet(call);
  happens_after(order);
}

}  // namespace plethos::tests
