#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"

// What is written once over the calls of a kind of GPU: `Calls` is the table of them in its folder's device.hpp.

namespace plethos::backends {

/// What an event is for, besides order.
enum class EventUse {
  order,
  time,   ///< seconds_since()
  peers,  ///< handle(), for other processes of the host
};

template <class Calls>
void require_done(typename Calls::Error status) {
  if (status == Calls::success) return;
  static_cast<void>(Calls::take_error());  // so that the next call does not report it, too
  throw MachineError(std::string(Calls::name) + ": " + Calls::error_text(status));
}

/// A place in the order of what is launched on a space: record(space) sets it, hold(space) lets another one's launches from now on wait for
/// it, and wait() the host. Before the first record() the last two do nothing.
template <class Calls>
class EventBy {
 public:
  using Space = typename Calls::Space;
  using Handle = typename Calls::EventHandle;

  explicit EventBy(EventUse use = EventUse::order) : use_(use) {}
  /// Returns the event of another process of this host. It may be held by, and must not be recorded or waited for. Errors: MachineError if
  /// it cannot be reached.
  static EventBy opened(const Handle& handle) {
    EventBy event;
    typename Calls::Event made = nullptr;
    require_done<Calls>(Calls::open_event(&made, handle));
    event.own(made);
    return event;
  }

  void record(const Space& space) {
    create();
    require_done<Calls>(Calls::record_event(event_.get(), Calls::stream(space)));
  }
  void hold(const Space& other) const {
    if (event_) require_done<Calls>(Calls::hold_stream(Calls::stream(other), event_.get(), 0));
  }
  void wait() const {
    if (event_) require_done<Calls>(Calls::wait_for_event(event_.get()));
  }
  /// Returns the seconds from an earlier place to this one, both of EventUse::time and recorded. Waits for this one.
  double seconds_since(const EventBy& earlier) const {
    wait();
    float milliseconds = 0;
    require_done<Calls>(Calls::elapsed(&milliseconds, earlier.event_.get(), event_.get()));
    return 1e-3 * static_cast<double>(milliseconds);
  }
  /// Returns what another process opens this event by, which is of EventUse::peers.
  Handle handle() {
    create();
    Handle handle;
    require_done<Calls>(Calls::event_handle(&handle, event_.get()));
    return handle;
  }

 private:
  void create() {
    if (event_) return;
    typename Calls::Event event = nullptr;
    require_done<Calls>(Calls::create_event(&event, use_ == EventUse::time    ? Calls::timed
                                                    : use_ == EventUse::peers ? Calls::untimed | Calls::interprocess
                                                                              : Calls::untimed));
    own(event);
  }
  void own(typename Calls::Event event) {
    event_.reset(event, [](typename Calls::Event made) { static_cast<void>(Calls::destroy_event(made)); });
  }

  EventUse use_;
  std::shared_ptr<std::remove_pointer_t<typename Calls::Event>> event_;
};

/// Words in a device's memory, and an event, that other processes of this host may open. Nobody says when they have closed them, so they
/// are kept to the end of the process: the next one takes them.
template <class Calls>
class SharedWordsBy {
 public:
  struct Handle {
    typename Calls::MemoryHandle words;
    typename Calls::EventHandle written;
  };

  SharedWordsBy() = default;
  /// Claims at least so many words. Errors: MachineError if they do not fit.
  explicit SharedWordsBy(std::size_t words) : block_(take(4 * words)) {}
  ~SharedWordsBy() {
    if (block_) left().push_back(std::move(block_));
  }
  SharedWordsBy(SharedWordsBy&& other) noexcept = default;
  SharedWordsBy& operator=(SharedWordsBy&& other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }

  std::uint32_t* data() const { return static_cast<std::uint32_t*>(block_->memory); }
  std::size_t size() const { return block_ ? block_->bytes / 4 : 0; }
  EventBy<Calls>& written() const { return block_->written; }
  /// Returns what another process opens them by. Errors: MachineError if the device cannot share memory.
  Handle handle() const {
    Handle handle{};
    require_done<Calls>(Calls::memory_handle(&handle.words, block_->memory));
    handle.written = block_->written.handle();
    return handle;
  }

 private:
  struct Block {
    void* memory = nullptr;
    std::size_t bytes = 0;
    EventBy<Calls> written{EventUse::peers};
  };
  /// What is opened is shared in pieces of so many bytes.
  static constexpr std::size_t piece = std::size_t{2} << 20;

  static std::vector<std::unique_ptr<Block>>& left() {
    // At the end of the process, the device may be gone before an object of this function is.
    static auto& blocks = *new std::vector<std::unique_ptr<Block>>;
    return blocks;
  }
  static std::unique_ptr<Block> take(std::size_t bytes) {
    for (std::unique_ptr<Block>& block : left()) {
      if (block->bytes < bytes) continue;
      std::swap(block, left().back());
      std::unique_ptr<Block> taken = std::move(left().back());
      left().pop_back();
      return taken;
    }
    auto block = std::make_unique<Block>();
    block->bytes = (bytes / piece + 1) * piece;
    require_done<Calls>(Calls::claim(&block->memory, block->bytes));
    return block;
  }

  std::unique_ptr<Block> block_;
};

/// The shared words of another process, opened until this is destroyed, and its event.
template <class Calls>
class PeerWordsBy {
 public:
  /// Errors: MachineError if they cannot be reached.
  explicit PeerWordsBy(const typename SharedWordsBy<Calls>::Handle& handle) : written_(EventBy<Calls>::opened(handle.written)) {
    void* memory = nullptr;
    require_done<Calls>(Calls::open_memory(&memory, handle.words, Calls::reach_peer));
    memory_.reset(static_cast<std::uint32_t*>(memory), [](std::uint32_t* opened) { static_cast<void>(Calls::close_memory(opened)); });
  }
  const std::uint32_t* data() const { return memory_.get(); }
  const EventBy<Calls>& written() const { return written_; }

 private:
  EventBy<Calls> written_;
  std::shared_ptr<std::uint32_t> memory_;
};

}  // namespace plethos::backends
