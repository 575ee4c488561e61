#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "backends/backend.hpp"
#include "backends/ranks/ranks.hpp"
#include "perf/proxy/deck.hpp"
#include "scenarios/json.hpp"

namespace plethos::proxy {

/// Where a deck is computed.
struct Place {
  const backends::Backend& backend;
  const backends::Ranks& ranks;
  double share = 0;  ///< of the backend's memory, for a size that takes one
};

/// What came of a deck.
struct Measured {
  std::int64_t pieces = 0;
  double setup_seconds = 0;         ///< until the first step or pass
  double amount = 0;                ///< units of the figure of merit in a repetition
  std::vector<double> seconds;      ///< of each repetition
  std::uint64_t bytes = 0;          ///< that are claimed of the backend's memory, on all ranks
  std::vector<std::uint64_t> sums;  ///< of each piece; of several ranks on rank 0 alone
  std::string limit;                ///< why there are fewer pieces than the share has room for; empty: there are not
  Json work = Json::object();       ///< what the pieces are, and what was done with them
};

/// Takes the work done so far, of all of it.
using Moved = std::function<void(std::int64_t done, std::int64_t all)>;

/// Makes the pieces of a size, works on them until they are warm, and then times its repetitions: steps of a crowd that follow each other,
/// or passes that do the same again. Returns nothing if it was interrupted. Needs a backends::Runtime. Together; fields and queries need
/// one rank, and so do crowds of several worlds. Errors: InputError for what a size cannot be made of, such as a share with no room for one
/// piece of each kind; MachineError for lack of memory.
std::optional<Measured> measure(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved);

/// For works of each kind, which measure() calls.
std::optional<Measured> measure_crowd(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved);
std::optional<Measured> measure_fields(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved);
std::optional<Measured> measure_queries(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved);

/// Returns how many pieces lie in a share of the backend's memory. `base`: bytes beside them, `piece`: bytes of one, `elsewhere`: bytes of
/// main memory that each takes as well while they are made. Errors: InputError if there is no room for one piece of each kind; MachineError
/// if so much is not free.
std::int64_t pieces_of_share(const Deck& deck, const DeckSize& size, const Place& place, double base, double piece, double elsewhere);

/// Throws InputError if several ranks would share what one has to do.
void require_one_rank(const Deck& deck, const DeckSize& size, const backends::Ranks& ranks, const char* why);

/// Returns a line for people: which piece first has another sum than is on record; empty: none has.
std::string first_difference(const Deck& deck, const DeckSize& size, const Measured& measured);

/// Returns the sum of each kind, of as many as there are pieces of.
std::vector<std::uint64_t> sums_of_kinds(const DeckSize& size, const Measured& measured);

/// Measures seconds.
class Watch {
 public:
  double seconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace plethos::proxy
