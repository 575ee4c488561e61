#include "scenarios/io/toml_table.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/point_text.hpp"
#include "core/text.hpp"
#include "scenarios/exact_number.hpp"
#include "scenarios/io/line_reader.hpp"

namespace plethos::scenarios {
namespace {

/// Removes the last point of a closed outline if it is the first one again, as in well-known text.
void remove_repeated_end(std::vector<Vec2>& ring) {
  if (ring.size() > 3 && ring.back() == ring.front()) ring.pop_back();
}

std::string describe(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (const toml::array* array = node.as_array()) return "an array of " + std::to_string(array->size());
  if (const auto* text = node.as_string()) return quote_text(text->get());
  if (const auto* number = node.as_floating_point()) return number_text(number->get());
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  return "a date or time";
}

}  // namespace

std::string TomlTable::dotted(std::string_view key) const {
  if (key.empty()) return key_.empty() ? "file" : key_;
  return key_.empty() ? std::string(key) : key_ + "." + std::string(key);
}

std::string TomlTable::place(std::string_view key) const {
  const toml::node* node = key.empty() ? nullptr : table_->get(key);
  const std::size_t line = node != nullptr && node->source().begin.line > 0 ? node->source().begin.line : line_;
  return one_line(file_ + ":" + std::to_string(line) + ": " + dotted(key));
}

void TomlTable::fail(std::string_view key, const std::string& found, const std::string& expected) const {
  throw InputError(one_line(place(key) + ": found " + found + ", expected " + expected));
}

void TomlTable::fail_type(const char* key, const toml::node& node, const std::string& expected) const {
  // Elements of arrays have lines of their own.
  throw InputError(one_line(file_ + ":" + std::to_string(node.source().begin.line) + ": " + dotted(key) + ": found " + describe(node) +
                            ", expected " + expected));
}

const toml::node* TomlTable::find(const char* key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_->get(key);
}

std::optional<std::string> TomlTable::text(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (!node->is_string()) fail_type(key, *node, "a text in quotes");
  return node->as_string()->get();
}

std::optional<bool> TomlTable::boolean(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (!node->is_boolean()) fail_type(key, *node, "true or false");
  return node->as_boolean()->get();
}

std::optional<std::int64_t> TomlTable::whole(const char* key, std::int64_t low, std::int64_t high) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  return whole_of(key, *node, low, high, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

std::int64_t TomlTable::whole_of(const char* key, const toml::node& node, std::int64_t low, std::int64_t high,
                                 const std::string& expected) const {
  // TOML calls 1e3 a float.
  const auto* real = node.as_floating_point();
  const bool is_exact = real != nullptr && std::abs(real->get()) <= largest_exact && real->get() == std::trunc(real->get());
  if (!node.is_integer() && !is_exact) fail_type(key, node, expected);
  const std::int64_t value = node.is_integer() ? node.as_integer()->get() : static_cast<std::int64_t>(real->get());
  if (value < low || value > high) fail_type(key, node, expected);
  return value;
}

double TomlTable::finite(const char* key, const toml::node& node, const std::string& expected) const {
  if (const auto* whole = node.as_integer()) {
    const auto value = static_cast<double>(whole->get());
    if (is_rounded(std::to_string(whole->get()), value)) fail_type(key, node, exact_number);
    return value;
  }
  if (!node.is_floating_point() || !std::isfinite(node.as_floating_point()->get())) fail_type(key, node, expected);
  return node.as_floating_point()->get();
}

std::optional<double> TomlTable::number(const char* key, const ParameterInfo& info) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const double value = finite(key, *node, range_text(info));
  if (value < info.minimum || value > info.maximum) fail_type(key, *node, range_text(info));
  return value;
}

std::optional<std::pair<double, double>> TomlTable::range(const char* key, const ParameterInfo& info) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    const double value = *number(key, info);
    return std::pair{value, value};
  }
  const std::string expected = range_text(info) + ", or [low, high] of such numbers";
  if (array->size() != 2) fail_type(key, *node, expected);
  const double low = finite(key, (*array)[0], expected);
  const double high = finite(key, (*array)[1], expected);
  if (low < info.minimum || high > info.maximum || low > high) {
    fail(key, "[" + number_text(low) + ", " + number_text(high) + "]", expected);
  }
  return std::pair{low, high};
}

std::optional<double> TomlTable::parameter(const ParameterInfo& info) {
  const char* key = info.name.c_str();
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const WrittenValue value = written_of(key, *node, range_text(info));
  if (const std::string expected = expected_instead(info, value); !expected.empty()) fail_type(key, *node, expected);
  return read_value(info, value);
}

WrittenValue TomlTable::written_of(const char* key, const toml::node& node, const std::string& expected) const {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* boolean = node.as_boolean()) return boolean->get();
  return finite(key, node, expected);
}

std::optional<WrittenValue> TomlTable::written(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  return written_of(key, *node, "a number, true, false or a text in quotes");
}

std::optional<std::vector<WrittenValue>> TomlTable::writtens(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "numbers, texts in quotes, true or false, one or a list";
  std::vector<WrittenValue> result;
  for (const toml::node* element : elements(key, *node, expected)) result.push_back(written_of(key, *element, expected));
  return result;
}

std::optional<std::vector<bool>> TomlTable::booleans(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "true or false, or a list of such";
  std::vector<bool> result;
  for (const toml::node* element : elements(key, *node, expected)) {
    const auto* boolean = element->as_boolean();
    if (boolean == nullptr) fail_type(key, *element, expected);
    result.push_back(boolean->get());
  }
  return result;
}

std::vector<const toml::node*> TomlTable::elements(const char* key, const toml::node& node, const std::string& expected) const {
  const toml::array* array = node.as_array();
  if (array == nullptr) return {&node};
  if (array->empty()) fail_type(key, node, expected);
  std::vector<const toml::node*> result;
  for (const toml::node& element : *array) result.push_back(&element);
  return result;
}

std::optional<std::vector<std::string>> TomlTable::texts(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "a text in quotes, or a list of such";
  std::vector<std::string> result;
  for (const toml::node* element : elements(key, *node, expected)) {
    if (!element->is_string()) fail_type(key, *element, expected);
    result.push_back(element->as_string()->get());
  }
  return result;
}

std::optional<std::vector<std::int64_t>> TomlTable::wholes(const char* key, std::int64_t low, std::int64_t high) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", or a list of such";
  std::vector<std::int64_t> result;
  for (const toml::node* element : elements(key, *node, expected)) {
    result.push_back(whole_of(key, *element, low, high, expected));
  }
  return result;
}

Vec2 TomlTable::point_of(const char* key, const toml::node& node) const {
  const std::string expected = "[x, y] in metres, at most " + number_text(double{largest_coordinate}) + " from the origin";
  const toml::array* array = node.as_array();
  if (array == nullptr || array->size() != 2) fail_type(key, node, expected);
  const double x = finite(key, (*array)[0], expected);
  const double y = finite(key, (*array)[1], expected);
  if (std::abs(x) > double{largest_coordinate}) fail_type(key, (*array)[0], expected);
  if (std::abs(y) > double{largest_coordinate}) fail_type(key, (*array)[1], expected);
  return {static_cast<float>(x), static_cast<float>(y)};
}

std::optional<Vec2> TomlTable::point(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  return point_of(key, *node);
}

std::optional<std::vector<Vec2>> TomlTable::points(const char* key, std::size_t least, std::vector<std::size_t>* lines) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  return points_of(key, *node, "a list [[x, y], ...] of at least " + std::to_string(least), least, lines);
}

std::optional<std::vector<Vec2>> TomlTable::outline(const char* key, bool closed) {
  auto result = points(key, closed ? 3 : 2);
  if (result && closed) remove_repeated_end(*result);
  return result;
}

std::vector<Vec2> TomlTable::points_of(const char* key, const toml::node& node, const std::string& expected, std::size_t least,
                                       std::vector<std::size_t>* lines) const {
  const toml::array* array = node.as_array();
  if (array == nullptr || array->size() < least) fail_type(key, node, expected);
  std::vector<Vec2> result;
  for (const toml::node& element : *array) {
    result.push_back(point_of(key, element));
    if (lines != nullptr) lines->push_back(element.source().begin.line);
  }
  return result;
}

std::optional<std::vector<std::vector<Vec2>>> TomlTable::outlines(const char* key, std::size_t least, std::vector<std::size_t>* lines) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "a list [[x, y], ...] of at least " + std::to_string(least) + " points, or a list of such lists";
  const toml::array* array = node->as_array();
  if (array == nullptr || array->empty()) fail_type(key, *node, expected);
  // A list of lists of lists holds several outlines.
  const toml::array* first = (*array)[0].as_array();
  const bool several = first != nullptr && !first->empty() && (*first)[0].is_array();
  std::vector<std::vector<Vec2>> result;
  for (const toml::node* outline : several ? elements(key, *node, expected) : std::vector<const toml::node*>{node}) {
    result.push_back(points_of(key, *outline, expected, least, nullptr));
    remove_repeated_end(result.back());
    if (lines != nullptr) lines->push_back(outline->source().begin.line);
  }
  return result;
}

std::optional<TomlTable> TomlTable::table(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (!node->is_table()) fail_type(key, *node, "a table");
  return TomlTable(*node->as_table(), file_, dotted(key), node->source().begin.line);
}

std::vector<TomlTable> TomlTable::tables(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string expected = "tables, each begun with [[" + std::string(key) + "]]";
  if (!node->is_array()) fail_type(key, *node, expected);
  std::vector<TomlTable> result;
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_table()) fail_type(key, element, expected);
    result.emplace_back(*element.as_table(), file_, dotted(key), element.source().begin.line);
  }
  return result;
}

std::vector<std::string> TomlTable::all_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, value] : *table_) keys.emplace_back(key.str());
  known_.insert(known_.end(), keys.begin(), keys.end());
  return keys;
}

void TomlTable::finish() const {
  // The fault is reported for the first unknown key in the file, although the table is sorted by name.
  const toml::key* first = nullptr;
  for (const auto& [key, value] : *table_) {
    if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) continue;
    if (first == nullptr || key.source().begin.line < first->source().begin.line) first = &key;
  }
  if (first == nullptr) return;
  throw InputError(one_line(file_ + ":" + std::to_string(first->source().begin.line) + ": " + dotted(first->str()) + ": " +
                            unknown_name_message("key", first->str(), known_)));
}

}  // namespace plethos::scenarios
