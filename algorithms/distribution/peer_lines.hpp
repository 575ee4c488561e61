#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/distribution/cuts.hpp"
#include "backends/beside.hpp"
#include "backends/device_calls.hpp"
#include "backends/execution.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/copy_view.hpp"

namespace plethos::distribution {

/// Words that ranks of one host tell each other again and again, each with a device: a rank's device reads them in the memory of the
/// others' devices. Hosts only tell each other that a rank has launched what writes its words, and devices wait for that themselves, so
/// that a host can launch what follows at once.
///
/// Each rank writes to two memories in turn. Ranks tell each other both ways or not at all, so who has read what others wrote last knows
/// that they have read what it wrote before that, and that memory is free again.
template <class Space>
class PeerLines {
 public:
  using Execution = backends::DeviceExecution<Space>;
  using Calls = typename backends::CallsOf<Space>::type;
  using Words = Kokkos::View<std::uint32_t*, typename Execution::memory_space>;

  /// Together: looks whether all ranks, on devices of one host, read what others write, by telling each other a word of their own twice.
  /// Returns why not, of one rank for which it fails and only there, and whether it works for all.
  static std::pair<bool, std::string> reach(const backends::Ranks& ranks);

  /// Together: as Transport::connect() has it. No rank may be in a step. Errors: MachineError if a device cannot reach another's memory.
  void connect(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
               const std::vector<std::int32_t>& count_from);
  void disconnect() { messages_.reset(); }
  /// The memory to write to, until receive().
  std::uint32_t* outgoing() const { return sides_[side_].data(); }
  /// Tells others that kernels that write to outgoing() have been launched.
  void post(const Execution& execution);
  /// Lets kernels launched from now on find what others have sent in `incoming`, in the order of ranks.
  void receive(const Execution& execution, const Words& incoming);
  /// Returns the seconds for which kernels waited in receive() since the last call. Waits for them.
  double waited();

  std::uint64_t bytes() const { return 4 * (sides_[0].size() + sides_[1].size()); }

 private:
  using Event = backends::DeviceEvent<Space>;
  using Shared = backends::SharedWordsBy<Calls>;
  using Opened = backends::PeerWordsBy<Calls>;

  /// By what a rank reaches another's memory. It is sent again each time, to say that the words are being written.
  struct Note {
    typename Shared::Handle sides[2];
    std::uint64_t first;  ///< the word at which those for the receiver begin
  };
  /// Another rank's memory.
  struct Reached {
    Note note;
    std::vector<Opened> sides;
  };
  struct Neighbor {
    int rank;
    std::size_t at, count;  ///< its words in what comes
    const Reached* reached;
  };
  struct Wait {
    Event begin{backends::EventUse::time}, end{backends::EventUse::time};
  };

  Note own_note(std::uint64_t first) {
    Note note{};
    for (std::size_t side = 0; side < 2; ++side) note.sides[side] = sides_[side].handle();
    note.first = first;
    return note;
  }
  /// Together, but for errors: each rank gets the notes of those that it tells something.
  void swap_notes(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
                  const std::vector<std::int32_t>& count_from);
  void open();

  std::array<Shared, 2> sides_;
  std::size_t side_ = 0;  // that is written to
  std::vector<Note> own_notes_, notes_;
  std::vector<Neighbor> neighbors_;
  std::map<int, Reached> reached_;
  std::unique_ptr<Execution> copies_;
  Event copied_;
  std::vector<Wait> waits_;
  std::size_t waits_used_ = 0;
  std::unique_ptr<backends::Messages> messages_;
};

template <class Space>
void PeerLines<Space>::swap_notes(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
                                  const std::vector<std::int32_t>& count_from) {
  const auto words_of = [&](std::int32_t records) { return static_cast<std::size_t>(records) * static_cast<std::size_t>(words); };
  neighbors_.clear();
  own_notes_.clear();
  std::size_t at = 0, first = 0;
  for (std::size_t rank = 0; rank < count_from.size(); ++rank) {
    const std::size_t comes = words_of(count_from[rank]), goes = words_of(cuts.count(rank));
    if (comes + goes > 0) {
      neighbors_.push_back({static_cast<int>(rank), at, comes, nullptr});
      own_notes_.push_back(own_note(first));
    }
    at += comes;
    first += goes;
  }
  notes_.assign(neighbors_.size(), {});
  std::vector<backends::Message> to, from;
  for (std::size_t k = 0; k < neighbors_.size(); ++k) {
    to.push_back({neighbors_[k].rank, std::as_writable_bytes(std::span(&own_notes_[k], 1))});
    from.push_back({neighbors_[k].rank, std::as_writable_bytes(std::span(&notes_[k], 1))});
  }
  messages_ = ranks.messages(channel, to, from);
  messages_->start();
  messages_->wait();
}

template <class Space>
void PeerLines<Space>::open() {
  std::map<int, Reached> before = std::exchange(reached_, {});
  for (std::size_t k = 0; k < neighbors_.size(); ++k) {
    Reached& reached = reached_[neighbors_[k].rank];
    reached = std::move(before[neighbors_[k].rank]);
    if (reached.sides.empty() || std::memcmp(reached.note.sides, notes_[k].sides, sizeof(Note::sides)) != 0) {
      reached.sides.clear();
      for (const auto& handle : notes_[k].sides) reached.sides.emplace_back(handle);
    }
    reached.note = notes_[k];
    neighbors_[k].reached = &reached;
  }
}

template <class Space>
void PeerLines<Space>::connect(const backends::Ranks& ranks, int channel, std::int32_t words, const Cuts& cuts,
                               const std::vector<std::int32_t>& count_from) {
  disconnect();
  const std::size_t size = static_cast<std::size_t>(cuts.total()) * static_cast<std::size_t>(words);
  for (Shared& side : sides_) {
    if (side.size() <= size) side = Shared(size + size / 8 + 1);
  }
  swap_notes(ranks, channel, words, cuts, count_from);
  open();
}

template <class Space>
void PeerLines<Space>::post(const Execution& execution) {
  sides_[side_].written().record(execution.space);
  messages_->start();
}

template <class Space>
void PeerLines<Space>::receive(const Execution& execution, const Words& incoming) {
  using Source = Kokkos::View<const std::uint32_t*, typename Execution::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if (waits_used_ == waits_.size()) waits_.emplace_back();
  Wait& wait = waits_[waits_used_++];
  wait.begin.record(execution.space);
  messages_->wait();
  if (!copies_) copies_ = std::make_unique<Execution>(backends::beside(execution));
  // What came before has been taken over by then.
  sides_[side_].written().hold(copies_->space);
  for (const Neighbor& neighbor : neighbors_) {
    const Opened& side = neighbor.reached->sides[side_];
    side.written().hold(copies_->space);
    if (neighbor.count == 0) continue;
    Kokkos::deep_copy(copies_->space, Kokkos::subview(incoming, std::pair(neighbor.at, neighbor.at + neighbor.count)),
                      Source(side.data() + neighbor.reached->note.first, neighbor.count));
  }
  copied_.record(copies_->space);
  copied_.hold(execution.space);
  wait.end.record(execution.space);
  side_ = 1 - side_;
}

template <class Space>
double PeerLines<Space>::waited() {
  double seconds = 0;
  for (std::size_t k = 0; k < waits_used_; ++k) seconds += waits_[k].end.seconds_since(waits_[k].begin);
  waits_used_ = 0;
  return seconds;
}

template <class Space>
std::pair<bool, std::string> PeerLines<Space>::reach(const backends::Ranks& ranks) {
  std::string why;
  const auto all = [&](const auto& part) {
    bool works = true;
    try {
      works = part();
    } catch (const std::exception& error) {
      why = error.what();
      works = false;
    }
    return ranks.least(static_cast<std::int64_t>(works)) != 0;
  };
  PeerLines lines;
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<std::int32_t> rank_of_word;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    if (rank != ranks.rank()) rank_of_word.push_back(rank);
  }
  const Slots slots(rank_of_word, ranks.size());
  std::vector<std::int32_t> count_from(size, 1);
  count_from[static_cast<std::size_t>(ranks.rank())] = 0;
  if (!all([&] {
        for (Shared& side : lines.sides_) side = Shared(size);
        lines.own_note(0);
        return true;
      })) {
    return {false, why};
  }
  lines.swap_notes(ranks, 0, 1, slots, count_from);
  if (!all([&] {
        lines.open();
        return true;
      })) {
    return {false, why};
  }
  const Execution execution{Space()};
  const Words incoming("plethos::distribution::incoming", size - 1);
  for (std::uint32_t round = 1; round <= 2; ++round) {
    const auto told = [&](int rank) { return 1000 * round + static_cast<std::uint32_t>(rank); };
    if (!all([&] {
          const std::vector<std::uint32_t> own(size - 1, told(ranks.rank()));
          copy_bytes(lines.outgoing(), false, own.data(), true, 4 * own.size());
          return true;
        })) {
      return {false, why};
    }
    lines.post(execution);
    if (!all([&] {
          lines.receive(execution, incoming);
          execution.fence();
          const auto found = host_view(incoming);
          for (std::size_t k = 0; k + 1 < size; ++k) {
            if (found(k) != told(rank_of_word[k])) why = "a GPU read other words than another had written";
          }
          return why.empty();
        })) {
      return {false, why};
    }
  }
  return {true, {}};
}

}  // namespace plethos::distribution
