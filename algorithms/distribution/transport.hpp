#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/distribution/cuts.hpp"
#include "algorithms/distribution/gpu_path.hpp"
#include "algorithms/distribution/peer_lines.hpp"
#include "backends/beside.hpp"
#include "backends/execution.hpp"
#include "backends/fetch.hpp"
#include "backends/marker.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/error.hpp"
#include "core/to_view.hpp"

namespace plethos::distribution {

/// What tells other ranks' devices of the memory of this one's; nothing on a host, and for a kind of device that cannot.
struct NoPeerLines {};
template <class Execution>
struct PeerLinesOf {
  using type = NoPeerLines;
};
template <class Space>
requires(!std::is_void_v<typename backends::CallsOf<Space>::type>) struct PeerLinesOf<backends::DeviceExecution<Space>> {
  using type = PeerLines<Space>;
};
template <class Execution>
inline constexpr bool has_peers = !std::is_same_v<typename PeerLinesOf<Execution>::type, NoPeerLines>;

/// Together: returns how messages of this rank's device go. Without a wish it is GpuPath::peers where all ranks are of one host and their
/// devices read each other's memory, which is tried out, else what MPI can do. Errors: MachineError if GpuPath::peers is wished for and
/// fails.
template <class Execution>
GpuPath choose_path(const backends::Ranks& ranks, std::optional<GpuPath> wish) {
  if (wish && *wish != GpuPath::peers) return *wish;
  const bool may = has_peers<Execution> && ranks.ranks_on_host() == ranks.size();
  std::string why = "not all ranks have a GPU of one host";
  bool works = ranks.least(static_cast<std::int64_t>(may)) != 0;
  if constexpr (has_peers<Execution>) {
    if (works) std::tie(works, why) = PeerLinesOf<Execution>::type::reach(ranks);
  }
  if (works) return GpuPath::peers;
  if (wish) throw MachineError("between GPUs: ipc: " + (why.empty() ? "another rank cannot reach a GPU's memory" : why));
  return ranks.takes_device_memory() ? GpuPath::mpi : GpuPath::host;
}

/// Records that have come from other ranks, in the order of ranks.
template <class MemorySpace>
struct Post {
  Kokkos::View<std::uint32_t*, MemorySpace> records;
  std::int32_t words = 0;           ///< of a record
  std::vector<std::int32_t> count;  ///< from each rank
  std::int32_t total = 0;
};

/// Sends records, of so many words each, from an execution's memory to other ranks: once, to ranks that do not know how many will come, or,
/// after connect(), again and again. It keeps its memory, which grows with the largest amount: a GPU takes a millisecond to claim and free
/// page-locked memory.
template <class Execution>
class Transport {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  using HostWords = Kokkos::View<std::uint32_t*, typename backends::StagingMemory<Execution>::type>;

  /// `path`: of messages of a device. What it needs must be there.
  explicit Transport(GpuPath path = GpuPath::host) : direct_(on_host || path == GpuPath::mpi) {
    if (path == GpuPath::peers) peers_ = std::make_unique<typename PeerLinesOf<Execution>::type>();
  }

  /// Together: sends records in the order of `cuts`, which the kernels that write(records) launches put there. Returns what has come, which
  /// stays until the next call. Waits. Cost: copies of the records between the execution's memory and the host's.
  template <class Write>
  Post<MemorySpace> send(const Execution& execution, const backends::Ranks& ranks, const Cuts& cuts, std::int32_t words,
                         const Write& write);
  /// Together: sends records that lie in host memory, outgoing[r] to each rank r. Returns what has come, as send() does.
  Post<MemorySpace> deliver(const Execution& execution, const backends::Ranks& ranks,
                            const std::vector<std::span<const std::byte>>& outgoing, std::int32_t words);

  /// Together: connects ranks that send the records of `cuts` to each other, and get count_from[r] of each rank r. `channel` sets apart
  /// messages of which several are under way. While they are connected, neither send() nor deliver() may be called.
  void connect(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
               const std::vector<std::int32_t>& count_from);
  void disconnect() {
    messages_.reset();
    if constexpr (has_peers<Execution>) {
      if (peers_) peers_->disconnect();
    }
  }
  /// The memory to write to for the next post(), until receive().
  std::uint32_t* outgoing() const {
    if constexpr (has_peers<Execution>) {
      if (peers_) return peers_->outgoing();
    }
    return outgoing_.words.data();
  }
  const std::uint32_t* incoming() const { return incoming_.words.data(); }
  /// Notes that kernels that write to outgoing() have been launched. On a host they are done, and it sends what they have written. On a
  /// device start() sends it, and waits for these kernels only. Words are copied to and from a device beside its kernels.
  void post(const Execution& execution);
  /// Lets what was sent proceed on a host.
  void start();
  /// Waits for what other ranks have sent, so that kernels find it in incoming().
  void receive(const Execution& execution);
  /// Returns the seconds for which this rank, or its device, has waited in receive() since the last call. Waits until that is known.
  double waited();

  std::uint64_t bytes() const {
    std::uint64_t bytes = 4 * (outgoing_.claimed.size() + incoming_.claimed.size());
    if constexpr (has_peers<Execution>) bytes += peers_ ? peers_->bytes() : 0;
    return bytes;
  }

 private:
  static constexpr bool on_host = in_host_memory<MemorySpace>;

  /// The words that go one way, and memory for as many as ever: where kernels find them, and where messages do unless they are direct.
  struct Way {
    Words words, claimed;
    HostWords host_words, host_claimed;
  };
  /// Claims memory for words that go that way. Returns where messages find them.
  std::uint32_t* claim(const char* label, std::size_t size, Way& way) const {
    way.words = claim_view(label, size, way.claimed);
    if (direct_) return way.words.data();
    way.host_words = claim_view(label, size, way.host_claimed);
    return way.host_words.data();
  }

  bool direct_;
  Way outgoing_, incoming_;
  std::unique_ptr<Execution> copies_;  // on a device, if messages go through the host's memory
  backends::Marker<Execution> written_, copied_;
  std::unique_ptr<backends::Messages> messages_;
  std::unique_ptr<typename PeerLinesOf<Execution>::type> peers_;
  double waited_ = 0;  // s
};

template <class Execution>
template <class Write>
Post<typename Execution::memory_space> Transport<Execution>::send(const Execution& execution, const backends::Ranks& ranks,
                                                                  const Cuts& cuts, std::int32_t words, const Write& write) {
  const auto stride = static_cast<std::size_t>(words), size = stride * static_cast<std::size_t>(cuts.total());
  const std::uint32_t* const messages = claim("plethos::distribution::outgoing", size, outgoing_);
  if (size > 0) write(outgoing_.words);
  if constexpr (!on_host) {
    if (!direct_ && size > 0) Kokkos::deep_copy(execution.space, outgoing_.host_words, outgoing_.words);
  }
  execution.fence();
  return deliver(execution, ranks, cuts.parts(std::span(messages, size), stride), words);
}

template <class Execution>
Post<typename Execution::memory_space> Transport<Execution>::deliver(const Execution& execution, const backends::Ranks& ranks,
                                                                     const std::vector<std::span<const std::byte>>& outgoing,
                                                                     std::int32_t words) {
  const std::vector<std::size_t> bytes = ranks.exchange(outgoing, [&](std::size_t all) {
    return reinterpret_cast<std::byte*>(claim("plethos::distribution::incoming", all / 4, incoming_));
  });
  Post<MemorySpace> post{incoming_.words, words, {}, 0};
  for (const std::size_t part : bytes) {
    post.count.push_back(static_cast<std::int32_t>(part / (4 * static_cast<std::size_t>(words))));
    post.total += post.count.back();
  }
  if constexpr (!on_host) {
    if (!direct_) {
      Kokkos::deep_copy(execution.space, incoming_.words, incoming_.host_words);
      execution.fence();
    }
  }
  return post;
}

template <class Execution>
void Transport<Execution>::connect(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
                                   const std::vector<std::int32_t>& count_from) {
  const auto words_of = [&](std::int32_t records) { return static_cast<std::size_t>(records) * static_cast<std::size_t>(words); };
  const std::int32_t expected = std::reduce(count_from.begin(), count_from.end());
  if constexpr (has_peers<Execution>) {
    if (peers_) {
      incoming_.words = claim_view("plethos::distribution::incoming", words_of(expected), incoming_.claimed);
      peers_->connect(ranks, channel, words, cuts, count_from);
      return;
    }
  }
  std::uint32_t* sent = claim("plethos::distribution::outgoing", words_of(cuts.total()), outgoing_);
  std::uint32_t* received = claim("plethos::distribution::incoming", words_of(expected), incoming_);
  std::vector<backends::Message> to, from;
  for (std::size_t rank = 0; rank < count_from.size(); ++rank) {
    const auto add = [&](std::vector<backends::Message>& messages, std::uint32_t*& memory, std::int32_t records) {
      const std::span part(memory, words_of(records));
      if (records > 0) messages.push_back({static_cast<int>(rank), std::as_writable_bytes(part)});
      memory += part.size();
    };
    add(to, sent, cuts.count(rank));
    add(from, received, count_from[rank]);
  }
  messages_ = ranks.messages(channel, to, from);
}

template <class Execution>
void Transport<Execution>::post(const Execution& execution) {
  if constexpr (on_host) {
    messages_->start();
  } else {
    if constexpr (has_peers<Execution>) {
      if (peers_) return peers_->post(execution);
    }
    written_.set(execution);
    if (direct_) return;
    if (!copies_) copies_ = std::make_unique<Execution>(backends::beside(execution));
    written_.hold(*copies_);
    Kokkos::deep_copy(copies_->space, outgoing_.host_words, outgoing_.words);
    copied_.set(*copies_);
  }
}

template <class Execution>
void Transport<Execution>::start() {
  if constexpr (on_host) {
    messages_->progress();
  } else {
    if (peers_) return;
    (direct_ ? written_ : copied_).wait();
    messages_->start();
  }
}

template <class Execution>
void Transport<Execution>::receive(const Execution& execution) {
  if constexpr (has_peers<Execution>) {
    if (peers_) return peers_->receive(execution, incoming_.words);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  messages_->wait();
  waited_ += std::chrono::duration<double>(Clock::now() - start).count();
  if constexpr (!on_host) {
    if (direct_) return;
    Kokkos::deep_copy(copies_->space, incoming_.words, incoming_.host_words);
    copied_.set(*copies_);
    copied_.hold(execution);
  }
}

template <class Execution>
double Transport<Execution>::waited() {
  double seconds = std::exchange(waited_, 0.);
  if constexpr (has_peers<Execution>) seconds += peers_ ? peers_->waited() : 0.;
  return seconds;
}

}  // namespace plethos::distribution
