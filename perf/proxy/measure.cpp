#include "perf/proxy/measure.hpp"

#include <algorithm>
#include <cmath>

#include "backends/out_of_memory.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/run/json_file.hpp"

namespace plethos::proxy {

std::optional<Measured> measure(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved) {
  switch (deck.work) {
    case Work::crowd:
      return measure_crowd(deck, size, place, moved);
    case Work::fields:
      return measure_fields(deck, size, place, moved);
    case Work::queries:
      return measure_queries(deck, size, place, moved);
  }
  return {};
}

std::int64_t pieces_of_share(const Deck& deck, const DeckSize& size, const Place& place, double base, double piece, double elsewhere) {
  const backends::Memory memory = backends::memory(place.backend);
  const double room = place.share * static_cast<double>(memory.total) - base;
  const auto pieces = static_cast<std::int64_t>(std::max(0., room / piece));
  const std::string what = number_text(100 * place.share) + "% of the memory";
  if (pieces < size.kinds) {
    const double least = (base + static_cast<double>(size.kinds) * piece) / static_cast<double>(memory.total);
    throw InputError("--memory-share: found " + what + " with room for " + std::to_string(pieces) + " pieces of deck " + deck.name + " (" +
                     deck.piece() + "), expected one for each of " + std::to_string(size.kinds) + ": " +
                     number_text(std::ceil(100 * least)) + "% or more");
  }
  const auto all = static_cast<double>(pieces);
  const bool in_main_memory = !backends::on_device(place.backend.name);
  const auto main_memory = static_cast<std::uint64_t>(elsewhere * all + (in_main_memory ? base + piece * all : 0));
  if (main_memory > backends::host_memory().free) {
    throw backends::lack_of_memory(what + " and what it is made from", main_memory, backends::host_memory().free);
  }
  return pieces;
}

void require_one_rank(const Deck& deck, const DeckSize& size, const backends::Ranks& ranks, const char* why) {
  if (ranks.alone()) return;
  throw InputError("proxy " + deck.name + " --size " + size.name + ": found " + std::to_string(ranks.size()) +
                   " ranks, expected one: " + why);
}

std::string first_difference(const Deck& deck, const DeckSize& size, const Measured& measured) {
  if (size.sums.empty()) return "deck " + deck.name + ", size " + size.name + ": found no sums on record";
  for (std::size_t k = 0; k < measured.sums.size(); ++k) {
    const std::uint64_t expected = size.sums[k % size.sums.size()];
    if (measured.sums[k] == expected) continue;
    return "deck " + deck.name + ", size " + size.name + ": " + deck.piece() + " " + std::to_string(k + 1) + " of " +
           std::to_string(measured.sums.size()) + ": found checksum " + scenarios::hexadecimal(measured.sums[k]) + ", expected " +
           scenarios::hexadecimal(expected);
  }
  return {};
}

std::vector<std::uint64_t> sums_of_kinds(const DeckSize& size, const Measured& measured) {
  const std::size_t kinds = std::min(static_cast<std::size_t>(size.kinds), measured.sums.size());
  return {measured.sums.begin(), measured.sums.begin() + static_cast<std::ptrdiff_t>(kinds)};
}

double Watch::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

}  // namespace plethos::proxy
