#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace plethos::backends {

/// One message of a set that is sent again and again: bytes that go to another rank, or come from it.
struct Message {
  int rank;
  std::span<std::byte> bytes;
};

/// Messages between the same ranks, of the same sizes and at the same places in memory, each time that they are sent.
class Messages {
 public:
  virtual ~Messages() = default;
  /// Sends what lies in the outgoing bytes now, and begins to receive. The bytes must not be touched until wait() has returned.
  virtual void start() = 0;
  /// Lets what was started proceed, and returns at once. MPI may move large messages only while it is called.
  virtual void progress() = 0;
  /// Waits until all that was started is sent and received.
  virtual void wait() = 0;
};

/// Takes the bytes of a rank.
using GatherTaker = std::function<void(int rank, std::span<const std::byte> bytes)>;

/// Returns memory for so many bytes.
using ClaimBytes = std::function<std::byte*(std::size_t bytes)>;

/// What is to be divided among ranks: points in a plane with weights of at least 0.
struct WeightedPoints {
  std::vector<float> x, y;  ///< m
  std::vector<float> weight;
};

/// The processes that share a run, numbered from 0. One process by itself is one rank. All ranks call the functions that are marked
/// `together`, in the same order; such a call may wait for all of them. Results of reductions are exact: they do not depend on the number
/// of ranks or on any order. Errors: a fault of the connection ends all ranks.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The ranks on this host, and those of them that may run on the same processors as this one, by their affinity.
  virtual int ranks_on_host() const = 0;
  virtual int ranks_on_processors() const = 0;
  /// What connects the ranks, for people, such as "Open MPI 4.1.6"; empty for one process.
  virtual std::string library() const = 0;
  /// Whether what connects the ranks says that messages may lie in a GPU's memory.
  virtual bool takes_device_memory() const = 0;
  bool alone() const { return size() == 1; }

  /// Together: each element becomes the sum, the least or the greatest of all ranks'.
  virtual void sum(std::span<std::uint64_t> values) const = 0;
  virtual void least(std::span<std::int64_t> values) const = 0;
  virtual void least(std::span<float> values) const = 0;
  virtual void greatest(std::span<std::int64_t> values) const = 0;
  virtual void greatest(std::span<double> values) const = 0;
  /// Together: the bytes become those of rank 0.
  virtual void broadcast(std::span<std::byte> bytes) const = 0;
  /// Together: sends outgoing[r] to each rank r, in messages of at most 64 MB. What comes is put into room(bytes of all ranks), that of
  /// rank 0 first. Returns the bytes from each rank.
  virtual std::vector<std::size_t> exchange(const std::vector<std::span<const std::byte>>& outgoing, const ClaimBytes& claim) const = 0;
  /// Together: sends values[r] to each rank r. Returns what each rank has sent to this one.
  virtual std::vector<std::int32_t> swap(std::span<const std::int32_t> values) const = 0;
  /// Together: sends bytes to rank 0, which gets those of rank 0, 1, ... by calls of take(rank, bytes) in this order, with one rank's bytes
  /// in memory at a time. Other ranks get no call.
  virtual void gather(std::span<const std::byte> bytes, const GatherTaker& take) const = 0;
  /// Returns messages to be sent many times. For each message to another rank, that rank has one of the same size from this one. At most
  /// one goes from a rank to another. The bytes stay where they are until the result is destroyed. Sets of messages that are under way at
  /// the same time have different channels, numbers from 0.
  virtual std::unique_ptr<Messages> messages(int channel, std::span<const Message> outgoing, std::span<const Message> incoming) const = 0;
  /// Together: divides points into `parts` by recursive coordinate bisection, so that parts have about the same weight and each lies in a
  /// rectangle of its own. Returns the part of each point, from 0; a part may be empty. The points of rank 0 count.
  virtual std::vector<std::int32_t> bisect(const WeightedPoints& points, int parts) const = 0;
  /// Together: returns the first `count` ranks, at least 1, as ranks by themselves; null on the others.
  virtual std::unique_ptr<Ranks> first(int count) const = 0;
  /// Together: waits, asleep, until all ranks have called this. Cost: up to a millisecond, but no work of a processor.
  virtual void meet() const = 0;
  /// For a rank that cannot go on: returns whether all ranks call this within some seconds, because all have met the same fault.
  virtual bool all_fail() const = 0;
  /// Ends all ranks with an exit code.
  [[noreturn]] virtual void abort(int exit_code) const = 0;

  // For one value.
  std::uint64_t sum(std::uint64_t value) const {
    sum(std::span(&value, 1));
    return value;
  }
  std::int64_t least(std::int64_t value) const {
    least(std::span(&value, 1));
    return value;
  }
  float least(float value) const {
    least(std::span(&value, 1));
    return value;
  }
  std::int64_t greatest(std::int64_t value) const {
    greatest(std::span(&value, 1));
    return value;
  }
  double greatest(double value) const {
    greatest(std::span(&value, 1));
    return value;
  }
};

}  // namespace plethos::backends
