#include "scenarios/cli/option_values.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/error.hpp"
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
    const std::string type = type_of(*option);
    if (option->get_items_expected_max() == 0 || (type != "INT" && type != "UINT" && type != "FLOAT")) continue;
    option->transform(CLI::Validator([type](std::string& text) { return make_plain(text, type); }, ""));
  }
}

}  // namespace plethos::cli
