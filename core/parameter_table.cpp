#include "core/parameter_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "core/text.hpp"

namespace plethos {
namespace {

/// Returns the place of a written value among the words of a choice, or their number if it is none of them. A word can be a number.
std::size_t place_among(const ParameterInfo& info, const WrittenValue& value) {
  const std::string word = std::holds_alternative<bool>(value) ? "" : plain_text(value);
  return static_cast<std::size_t>(std::find(info.choices.begin(), info.choices.end(), word) - info.choices.begin());
}

}  // namespace

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // A value that was stored as float32 is shown with the digits that a float32 has.
  char text[64];
  const auto narrow = static_cast<float>(value);
  const auto format =
      std::abs(value) < 1e17 && (value == 0 || std::abs(value) >= 1e-5) ? std::chars_format::fixed : std::chars_format::general;
  const auto result = static_cast<double>(narrow) == value ? std::to_chars(text, text + sizeof text, narrow, format)
                                                           : std::to_chars(text, text + sizeof text, value, format);
  return {text, result.ptr};
}

std::string written_text(const WrittenValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? "true" : "false";
  return quote_text(std::get<std::string>(value));
}

std::string plain_text(const WrittenValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : written_text(value);
}

std::string range_text(const ParameterInfo& info) {
  switch (info.kind) {
    case ParameterKind::yes_no:
      return "true or false";
    case ParameterKind::choice:
      return joined_text(info.choices, "or");
    default:
      return "a number from " + number_text(info.minimum) + " to " + number_text(info.maximum);
  }
}

WrittenValue written_value(const ParameterInfo& info, double value) {
  if (info.kind == ParameterKind::yes_no) return value != 0;
  if (info.kind == ParameterKind::choice) return info.choices.at(static_cast<std::size_t>(value));
  return value;
}

std::string value_text(const ParameterInfo& info, double value) { return plain_text(written_value(info, value)); }

std::string expected_instead(const ParameterInfo& info, const WrittenValue& value) {
  if (info.kind == ParameterKind::yes_no) return std::holds_alternative<bool>(value) ? "" : range_text(info);
  if (info.kind == ParameterKind::choice) return place_among(info, value) < info.choices.size() ? "" : range_text(info);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || !(*number >= info.minimum && *number <= info.maximum)) return range_text(info);
  return info.kind == ParameterKind::whole && *number != std::floor(*number) ? "a whole number" : "";
}

double read_value(const ParameterInfo& info, const WrittenValue& value) {
  if (const std::string expected = expected_instead(info, value); !expected.empty()) {
    throw InputError(info.name + ": found " + written_text(value) + ", expected " + expected);
  }
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? 1 : 0;
  if (info.kind == ParameterKind::choice) return static_cast<double>(place_among(info, value));
  return std::get<double>(value);
}

void require_number(const ParameterInfo& info, double value) {
  const bool is_whole = info.kind != ParameterKind::number;
  if (value >= info.minimum && value <= info.maximum && !(is_whole && value != std::floor(value))) return;
  throw InputError(info.name + ": found " + number_text(value) + ", expected " + (is_whole ? "a whole number from " : "a number from ") +
                   number_text(info.minimum) + " to " + number_text(info.maximum) +
                   (info.kind == ParameterKind::choice ? ", for " + range_text(info) : ""));
}

const ParameterInfo* find_parameter(const std::vector<ParameterInfo>& infos, std::string_view name) {
  for (const ParameterInfo& info : infos) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

const ParameterInfo& require_parameter(const std::vector<ParameterInfo>& infos, std::string_view name, const char* kind) {
  if (const ParameterInfo* info = find_parameter(infos, name)) return *info;
  std::vector<std::string> names;
  for (const ParameterInfo& info : infos) names.push_back(info.name);
  throw InputError(unknown_name_message(kind, name, names));
}

void ParameterRows::add_row(const void* defaults, const Member& member, bool is_choice, ParameterInfo&& info) {
  if (is_choice) {
    info.kind = ParameterKind::choice;
    info.maximum = static_cast<double>(info.choices.size()) - 1;
  } else if (member.type == Type::yes_no) {
    info.kind = ParameterKind::yes_no;
  } else if (member.type != Type::float32 && member.type != Type::float64) {
    info.kind = ParameterKind::whole;
  }
  infos_.push_back(std::move(info));
  members_.push_back(member);
  infos_.back().default_value = read_row(defaults, infos_.size() - 1);
}

void ParameterRows::add_rows(const ParameterRows& base, std::ptrdiff_t offset) {
  infos_.insert(infos_.end(), base.infos_.begin(), base.infos_.end());
  for (const Member& member : base.members_) members_.push_back({member.offset + offset, member.type});
}

std::size_t ParameterRows::find(std::string_view name) const {
  return static_cast<std::size_t>(&require_parameter(infos_, name, "parameter") - infos_.data());
}

void ParameterRows::write(void* owner, std::size_t row, double value) const {
  const Member& member = members_[row];
  const auto store = [&](auto stored) { std::memcpy(static_cast<char*>(owner) + member.offset, &stored, sizeof stored); };
  switch (member.type) {
    case Type::float32:
      return store(static_cast<float>(value));
    case Type::float64:
      return store(value);
    case Type::int32:
      return store(static_cast<std::int32_t>(value));
    case Type::int64:
      return store(static_cast<std::int64_t>(value));
    case Type::uint32:
      return store(static_cast<std::uint32_t>(value));
    case Type::uint64:
      return store(static_cast<std::uint64_t>(value));
    case Type::yes_no:
      return store(value != 0);
  }
}

double ParameterRows::read_row(const void* owner, std::size_t row) const {
  const Member& member = members_[row];
  const auto stored = [&](auto number) {
    std::memcpy(&number, static_cast<const char*>(owner) + member.offset, sizeof number);
    return static_cast<double>(number);
  };
  switch (member.type) {
    case Type::float32:
      return stored(float());
    case Type::float64:
      return stored(double());
    case Type::int32:
      return stored(std::int32_t());
    case Type::int64:
      return stored(std::int64_t());
    case Type::uint32:
      return stored(std::uint32_t());
    case Type::uint64:
      return stored(std::uint64_t());
    default:
      return stored(bool());
  }
}

void ParameterRows::read_values(void* owner, const ParameterValues& values) const {
  for (std::size_t row = 0; row < infos_.size(); ++row) {
    const auto value = values.find(infos_[row].name);
    if (value == values.end()) continue;
    require_number(infos_[row], value->second);
    write(owner, row, value->second);
  }
}

}  // namespace plethos
