#include "perf/proxy/deck.hpp"

#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {

void read_deck(std::string_view bytes) {
  expect_one_line([&] {
    const proxy::Deck deck = proxy::parse_deck(bytes, "input.toml");
    if (deck.sizes.empty()) fail("a deck without sizes");
    for (const proxy::DeckSize& size : deck.sizes) {
      if (size.pieces > 0 && size.pieces < size.kinds) fail("a kind without a piece");
      if (!size.sums.empty() && size.sums.size() != static_cast<std::size_t>(size.kinds)) fail("a kind without a sum");
    }
  });
}

}  // namespace plethos::fuzz
