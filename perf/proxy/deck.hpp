#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/embedded_text.hpp"
#include "scenarios/request.hpp"

namespace plethos::proxy {

/// A size of a deck. Its work are pieces: worlds of a crowd, fields, or sets of queries. Piece k is of the kind k % kinds, and each kind
/// has a sum on record, so that any number of pieces has known sums.
struct DeckSize {
  std::string name;            ///< small, node or machine
  std::int64_t pieces = 0;     ///< 0: as many as a share of the memory has room for
  std::int64_t kinds = 1;      ///< of pieces: seeds of worlds and of queries from 1 on, or goals
  std::int64_t warm_up = 0;    ///< before the first repetition: steps of a crowd, otherwise passes over all pieces
  std::int64_t repetitions{};  ///< that are timed
  /// Of each kind, at the end of all repetitions; empty: they are not on record.
  std::vector<std::uint64_t> sums;

  std::int64_t agents = 0;       ///< of a world
  std::int64_t steps = 0;        ///< of a repetition
  scenarios::DrawnMap drawn;     ///< of fields and queries
  std::int64_t queries = 0;      ///< of a set
  std::int64_t search_memory{};  ///< MB for searches; 0: a share of the memory
  scenarios::Settings settings;  ///< beside those of the deck

  /// Whether it is as large as a share of the memory says.
  bool takes_share() const { return pieces == 0 || (queries > 0 && search_memory == 0); }
};

/// What a deck lets a machine do.
enum class Work { crowd, fields, queries };

/// Work that stands for a kind of programs, with one figure of merit, sizes, and sums that hold on every machine.
struct Deck {
  std::string name, title, description;
  std::string source;  ///< the file's text
  Work work{};
  scenarios::ScenarioRequest request;  ///< scenario, settings and methods; of queries the methods have the planner
  std::vector<DeckSize> sizes;

  /// Returns a size. Errors: InputError if there is none of that name.
  const DeckSize& size(const std::string& of) const;
  /// Returns the unit of the figure of merit, such as "agent-steps/s".
  const char* unit() const;
  /// Returns what a piece is called, such as "world".
  const char* piece() const;
};

/// The names of all sizes, the least first.
std::vector<std::string> size_names();

/// Returns the files of perf/decks/, by name.
std::span<const scenarios::EmbeddedText> deck_texts();

/// Returns names and titles of the decks that the program contains.
std::vector<std::pair<std::string, std::string>> list_decks();

/// Returns the deck of that name, or of that TOML file (a name that ends in .toml or holds a '/'). Errors: InputError for an unknown name,
/// or "FILE:LINE: KEY: found X, expected Y" (docs/guide/proxy.md says what a file may hold).
Deck find_deck(const std::string& name);

/// Reads a deck from a text; `source` stands for the file in messages. Errors: as find_deck().
Deck parse_deck(std::string_view text, const std::string& source);

}  // namespace plethos::proxy
