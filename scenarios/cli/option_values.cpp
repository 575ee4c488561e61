#include "scenarios/cli/option_values.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/parameter_table.hpp"
#include "core/text.hpp"
#include "core/whole_number.hpp"
#include "scenarios/cli/option_names.hpp"

namespace plethos::cli {
namespace {

template <class Number>
std::optional<Number> parse_plain(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

/// Makes a number plain. Returns what is wrong with it, or nothing. An empty text means that the option was not given.
std::string make_plain(std::string& text, const std::string& type) {
  if (text.empty()) return {};
  if (type == "FLOAT") {
    const std::optional<double> number = parse_plain<double>(text);
    if (number && std::isfinite(*number)) return {};
    return "found " + quote_text(text) + ", expected a decimal number, such as 2.5";
  }
  const std::optional<std::string> digits = whole_number_digits(text);
  const bool fits =
      digits && (type == "UINT" ? parse_plain<std::uint64_t>(*digits).has_value() : parse_plain<std::int64_t>(*digits).has_value());
  if (!fits) return "found " + quote_text(text) + ", expected a whole number, such as 20";
  text = *digits;
  return {};
}

/// Returns a check that a number is in [low, high]; `kind` is what the message calls it.
template <class Number>
CLI::Validator range_check(Number low, Number high, const std::string& kind, const std::string& low_text, const std::string& high_text) {
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        const std::optional<Number> number = parse_plain<Number>(text);
        if (number && *number >= low && *number <= high) return {};
        return "found " + quote_text(text) + ", expected " + kind + " from " + low_text + " to " + high_text;
      },
      "");
}

}  // namespace

CLI::Validator in_range(std::int64_t low, std::int64_t high) {
  return range_check(low, high, "a whole number", std::to_string(low), std::to_string(high));
}

CLI::Validator in_range(double low, double high) { return range_check(low, high, "a number", number_text(low), number_text(high)); }

std::string plain_message(const CLI::App& program, const CLI::ParseError& error) {
  const std::string text = error.what();
  const auto after = [&](std::string_view words) {
    const std::size_t at = text.find(words);
    return at == std::string::npos ? std::string() : text.substr(at + words.size());
  };
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::string extra;
    for (const std::string& argument : program.remaining(true)) extra += (extra.empty() ? "" : " ") + argument;
    return "found " + quote_text(extra) + ", expected no more than a command, its names and its options";
  }
  const std::string name = text.substr(0, text.find(": "));
  for (const auto& [words, expected] : {std::pair(": At Most ", "at most "), std::pair(": At least ", "at least ")}) {
    const std::string limit = after(words).substr(0, after(words).find(' '));
    const std::string received = after("but received ");
    if (!limit.empty()) return name + ": found " + received + (received == "1" ? " value" : " values") + ", expected " + expected + limit;
  }
  return text;
}

void refuse_empty_values(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool follows_option = i > 0 && arguments[i - 1].starts_with("--");
    if (argument.empty()) {
      const std::string place = follows_option ? arguments[i - 1] : "argument " + std::to_string(i + 1);
      throw InputError(place + ": found an empty text, expected a value");
    }
    if (argument.starts_with("--") && argument.find('=') + 1 == argument.size()) {
      throw InputError(argument.substr(0, argument.size() - 1) + ": found an empty text, expected a value");
    }
  }
}

void take_plain_numbers(CLI::App& command) {
  for (CLI::Option* const option : command.get_options()) {
    const std::string type = type_of(*option);
    if (option->get_items_expected_max() == 0 || (type != "INT" && type != "UINT" && type != "FLOAT")) continue;
    option->transform(CLI::Validator([type](std::string& text) { return make_plain(text, type); }, ""));
  }
}

}  // namespace plethos::cli
