#include "scenarios/cli/option_values.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/error.hpp"
#include "core/text.hpp"

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
std::string make_plain(std::string& text, bool whole) {
  if (text.empty()) return {};
  constexpr double largest_exact = 9007199254740992;  // 2^53
  const std::optional<double> number = parse_plain<double>(text);
  if (!whole) {
    if (number && std::isfinite(*number)) return {};
    return "found " + quote_text(text) + ", expected a decimal number, such as 2.5";
  }
  std::optional<std::int64_t> count = parse_plain<std::int64_t>(text);
  if (!count && number && std::abs(*number) <= largest_exact && *number == std::floor(*number)) count = static_cast<std::int64_t>(*number);
  if (!count) return "found " + quote_text(text) + ", expected a whole number, such as 20";
  text = std::to_string(*count);
  return {};
}

}  // namespace

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
    const std::string type = option->get_type_name();
    const bool whole = type.starts_with("INT") || type.starts_with("UINT");
    if (option->get_items_expected_max() == 0 || (!whole && !type.starts_with("FLOAT"))) continue;
    option->transform(CLI::Validator([whole](std::string& text) { return make_plain(text, whole); }, ""));
  }
}

}  // namespace plethos::cli
