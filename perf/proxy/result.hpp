#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "perf/proxy/measure.hpp"
#include "perf/study/statistics.hpp"

namespace plethos::proxy {

/// A deck's figure of merit: the median over its repetitions, and the interval of that.
struct FigureOfMerit {
  double value;
  study::Interval interval;
};
FigureOfMerit figure_of_merit(const Measured& measured);

/// One size of a deck as it was measured, with the share of the memory that was asked for.
struct Result {
  double share;  ///< 0: the size takes none
  Measured measured;
  std::string difference;  ///< first_difference()
};

/// Returns an element of `results` in the JSON (docs/guide/proxy.md).
Json result_json(const Deck& deck, const DeckSize& size, const Result& result, std::uint64_t memory);

/// Prints one result as lines for people, several as a table.
void print(const Deck& deck, const std::vector<Result>& results, std::uint64_t memory);

}  // namespace plethos::proxy
