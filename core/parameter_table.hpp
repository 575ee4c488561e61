#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace plethos {

enum class ParameterKind {
  number,
  whole,   ///< a number without a fraction
  yes_no,  ///< true or false; as a number 1 or 0
  choice   ///< one of some words; as a number its index among them
};

/// A parameter as files, flags and reports use it.
struct ParameterInfo {
  std::string name;
  std::string unit;
  double minimum = 0;  ///< a value lies in [minimum, maximum]
  double maximum = 1;
  std::string description;
  double default_value = 0;
  ParameterKind kind = ParameterKind::number;
  std::vector<std::string> choices = {};  ///< the words of a choice
  bool same_result = false;               ///< the parameter changes how a run is computed, and none of its results
  bool by_group = false;                  ///< a group of agents may have a value of its own
  std::string irreproducible = {};        ///< the word of a choice with which two runs of the same may end differently; empty: none
};

/// A value in a file or a flag: a number, true or false, or a text.
class WrittenValue : public std::variant<double, bool, std::string> {
 public:
  using variant::variant;
  /// A whole number is a number.
  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) WrittenValue(Whole value) : variant(static_cast<double>(value)) {}
};

/// Values by the names of their parameters. A parameter without a value here has its default.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// Returns a number as a person would write it, such as 0.1 or 100000.
std::string number_text(double value);
/// Returns a written value as a text, such as 0.1, true or 'nested'.
std::string written_text(const WrittenValue& value);
/// Returns the same without quotes.
std::string plain_text(const WrittenValue& value);

/// Returns the range of a parameter for messages: "a number from LOW to HIGH", "true or false" or the words.
std::string range_text(const ParameterInfo& info);
/// Return a parameter's value as a person would write it, and as a file holds it.
std::string value_text(const ParameterInfo& info, double value);
WrittenValue written_value(const ParameterInfo& info, double value);
/// Returns what a parameter expects instead of the value, or an empty text if it takes the value.
std::string expected_instead(const ParameterInfo& info, const WrittenValue& value);
/// Returns the number that a written value stands for. Errors: InputError "NAME: found X, expected Y", without the place, for a value of
/// another kind, not finite or out of range, or for a fraction where a whole number is needed.
double read_value(const ParameterInfo& info, const WrittenValue& value);

/// Throws InputError for a number that no written value of a parameter stands for: one out of its range, or a fraction where there is none.
void require_number(const ParameterInfo& info, double value);

/// Returns the parameter called `name`, or null.
const ParameterInfo* find_parameter(const std::vector<ParameterInfo>& infos, std::string_view name);
/// Returns the parameter called `name`; messages call it a `kind`. Errors: InputError for an unknown name.
const ParameterInfo& require_parameter(const std::vector<ParameterInfo>& infos, std::string_view name, const char* kind);

/// The parameters of a structure, one row for each member. The table is made once beside the structure, and all other code uses only the
/// table.
template <class Owner>
class ParameterTable {
 public:
  /// Adds a member. It fills in the default of `info` from the member, and the kind. The words of a choice are given, in the order of the
  /// enumeration; the range of a choice, and of a yes or no, follows.
  template <class Value, class Base>
  ParameterTable& add(Value Base::*member, ParameterInfo info) {
    info.default_value = static_cast<double>(Owner{}.*member);
    if constexpr (std::is_same_v<Value, bool>) {
      info.kind = ParameterKind::yes_no;
    } else if constexpr (std::is_enum_v<Value>) {
      info.kind = ParameterKind::choice;
      info.maximum = static_cast<double>(info.choices.size()) - 1;
    } else if constexpr (std::is_integral_v<Value>) {
      info.kind = ParameterKind::whole;
    }
    return add(
        std::move(info), [member](Owner& owner, double value) { owner.*member = static_cast<Value>(value); },
        [member](const Owner& owner) { return static_cast<double>(owner.*member); });
  }
  /// Adds all parameters of a structure that `Owner` inherits from.
  template <class Base>
  ParameterTable& add(const ParameterTable<Base>& base) {
    for (std::size_t i = 0; i < base.infos_.size(); ++i) add(base.infos_[i], base.set_[i], base.get_[i]);
    return *this;
  }

  /// Returns the parameters in the order in which they were added.
  const std::vector<ParameterInfo>& infos() const { return infos_; }

  /// Set a parameter by name, or return its value. Errors: InputError for an unknown name; as read_value().
  void set(Owner& owner, std::string_view name, const WrittenValue& value) const {
    const std::size_t row = find(name);
    set_[row](owner, read_value(infos_[row], value));
  }
  double get(const Owner& owner, std::string_view name) const { return get_[find(name)](owner); }
  /// Returns the value of the parameter at place `row` of infos().
  double get(const Owner& owner, std::size_t row) const { return get_[row](owner); }

  /// Returns a structure with those of the values that are its own. Errors: as require_number().
  Owner read(const ParameterValues& values) const {
    Owner owner;
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      const auto value = values.find(infos_[i].name);
      if (value == values.end()) continue;
      require_number(infos_[i], value->second);
      set_[i](owner, value->second);
    }
    return owner;
  }

 private:
  template <class>
  friend class ParameterTable;

  ParameterTable& add(ParameterInfo info, std::function<void(Owner&, double)> set, std::function<double(const Owner&)> get) {
    infos_.push_back(std::move(info));
    set_.push_back(std::move(set));
    get_.push_back(std::move(get));
    return *this;
  }
  std::size_t find(std::string_view name) const {
    return static_cast<std::size_t>(&require_parameter(infos_, name, "parameter") - infos_.data());
  }

  std::vector<ParameterInfo> infos_;
  std::vector<std::function<void(Owner&, double)>> set_;
  std::vector<std::function<double(const Owner&)>> get_;
};

}  // namespace plethos
