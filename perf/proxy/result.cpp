#include "perf/proxy/result.hpp"

#include <cinttypes>
#include <cstdio>
#include <vector>

#include "core/text.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/median.hpp"

namespace plethos::proxy {
namespace {

std::string text_of(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void line(const char* name, const std::string& value) { std::printf("%-18s  %s\n", name, one_line(value).c_str()); }

std::string pieces_text(const Deck& deck, const Measured& measured) {
  return std::to_string(measured.pieces) + " " + deck.piece() + (measured.pieces == 1 ? "" : "s");
}

std::string memory_text(std::uint64_t bytes, std::uint64_t memory) {
  return text_of("%.4g GB", 1e-9 * static_cast<double>(bytes)) +
         text_of(", %.3g%% of the memory", 100 * static_cast<double>(bytes) / static_cast<double>(memory));
}

std::string interval_text(const FigureOfMerit& merit) {
  return text_of("%.4g to ", merit.interval.low) + text_of("%.4g", merit.interval.high);
}

/// Prints numbers of the work as they are called in the JSON.
void print_work(const Json& work) {
  for (const auto& [name, value] : work.items()) {
    std::string words = name;
    for (char& letter : words) letter = letter == '_' ? ' ' : letter;
    line(words.c_str(), value.is_string() ? value.get<std::string>() : value.is_number_float() ? text_of("%.4g", value) : value.dump());
  }
}

}  // namespace

FigureOfMerit figure_of_merit(const Measured& measured) {
  std::vector<double> rates;
  for (const double seconds : measured.seconds) rates.push_back(measured.amount / seconds);
  return {scenarios::median(rates), study::interval_of_median(rates)};
}

Json result_json(const Deck& deck, const DeckSize& size, const Result& result, std::uint64_t memory) {
  const Measured& measured = result.measured;
  const FigureOfMerit merit = figure_of_merit(measured);
  Json json{{"memory_share", result.share > 0 ? Json(result.share) : Json()},
            {"pieces", measured.pieces},
            {"piece", deck.piece()},
            {"limit", measured.limit.empty() ? Json() : Json(measured.limit)},
            {"figure_of_merit",
             {{"unit", deck.unit()},
              {"value", merit.value},
              {"low", merit.interval.low},
              {"high", merit.interval.high},
              {"confidence", merit.interval.confidence}}},
            {"amount_of_a_repetition", measured.amount},
            {"seconds", measured.seconds},
            {"setup_s", measured.setup_seconds},
            {"bytes", measured.bytes},
            {"memory_bytes", memory},
            {"work", measured.work},
            {"verified", result.difference.empty()},
            {"difference", result.difference.empty() ? Json() : Json(result.difference)},
            {"sums", Json::array()}};
  for (const std::uint64_t sum : sums_of_kinds(size, measured)) json["sums"].push_back(scenarios::hexadecimal(sum));
  return json;
}

void print(const Deck& deck, const std::vector<Result>& results, std::uint64_t memory) {
  if (results.size() == 1) {
    const Measured& measured = results.front().measured;
    const FigureOfMerit merit = figure_of_merit(measured);
    std::printf("\n");
    line("pieces", pieces_text(deck, measured) + (measured.limit.empty() ? "" : "; " + measured.limit));
    print_work(measured.work);
    line("setup", text_of("%.3g s", measured.setup_seconds));
    line("memory", memory_text(measured.bytes, memory));
    line("repetitions", std::to_string(measured.seconds.size()) + " of " + text_of("%.4g s", scenarios::median(measured.seconds)));
    line("figure of merit", text_of("%.4g ", merit.value) + deck.unit());
    line("interval", interval_text(merit) + text_of(", with %.3g%%", 100 * merit.interval.confidence));
    return;
  }
  std::printf("\nshare  %14s  %10s  %8s  %14s  interval\n", (std::string(deck.piece()) + "s").c_str(), "memory, GB", "setup, s",
              deck.unit());
  for (const Result& result : results) {
    const FigureOfMerit merit = figure_of_merit(result.measured);
    std::printf("%4.0f%%  %14" PRId64 "  %10.4g  %8.3g  %14.4g  %s%s\n", 100 * result.share, result.measured.pieces,
                1e-9 * static_cast<double>(result.measured.bytes), result.measured.setup_seconds, merit.value, interval_text(merit).c_str(),
                result.difference.empty() ? "" : "  other sums");
  }
  for (const Result& result : results) {
    if (!result.measured.limit.empty()) std::printf("at %.0f%%: %s\n", 100 * result.share, result.measured.limit.c_str());
  }
}

}  // namespace plethos::proxy
