#pragma once

#include <concepts>
#include <cstddef>
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
  bool one_world = false;                 ///< with another value than the default no ensemble of several worlds can use the method
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

/// The part of ParameterTable that is the same for every structure, so that the compiler makes it once.
class ParameterRows {
 public:
  /// Returns the parameters in the order in which they were added.
  const std::vector<ParameterInfo>& infos() const { return infos_; }

 protected:
  enum class Type { float32, float64, int32, int64, uint32, uint64, yes_no };
  /// A member, so many bytes behind the beginning of its structure.
  struct Member {
    std::ptrdiff_t offset;
    Type type;
  };

  template <class Value>
  static constexpr Type type_of() {
    if constexpr (std::is_enum_v<Value>) {
      return type_of<std::underlying_type_t<Value>>();
    } else if constexpr (std::is_same_v<Value, bool>) {
      return Type::yes_no;
    } else if constexpr (std::is_floating_point_v<Value>) {
      return sizeof(Value) == 4 ? Type::float32 : Type::float64;
    } else {
      static_assert(std::is_integral_v<Value> && sizeof(Value) >= 4);
      if constexpr (std::is_signed_v<Value>) return sizeof(Value) == 4 ? Type::int32 : Type::int64;
      return sizeof(Value) == 4 ? Type::uint32 : Type::uint64;
    }
  }
  static std::ptrdiff_t between(const void* owner, const void* part) {
    return static_cast<const char*>(part) - static_cast<const char*>(owner);
  }

  /// `defaults`: a structure that has them.
  void add_row(const void* defaults, const Member& member, bool is_choice, ParameterInfo&& info);
  void add_rows(const ParameterRows& base, std::ptrdiff_t offset);
  std::size_t find(std::string_view name) const;
  void write(void* owner, std::size_t row, double value) const;
  double read_row(const void* owner, std::size_t row) const;
  void read_values(void* owner, const ParameterValues& values) const;

 private:
  std::vector<ParameterInfo> infos_;
  std::vector<Member> members_;
};

/// The parameters of a structure, one row for each member. The table is made once beside the structure, and all other code uses only the
/// table.
template <class Owner>
class ParameterTable : public ParameterRows {
 public:
  /// Adds a member. It fills in the default of `info` from the member, and the kind. The words of a choice are given, in the order of the
  /// enumeration; the range of a choice, and of a yes or no, follows.
  template <class Value, class Base>
  ParameterTable& add(Value Base::*member, ParameterInfo info) {
    const Owner owner{};
    add_row(&owner, {between(&owner, &(owner.*member)), type_of<Value>()}, std::is_enum_v<Value>, std::move(info));
    return *this;
  }
  /// Adds all parameters of a structure that `Owner` inherits from.
  template <class Base>
  ParameterTable& add(const ParameterTable<Base>& base) {
    const Owner owner{};
    add_rows(base, between(&owner, static_cast<const Base*>(&owner)));
    return *this;
  }

  /// Set a parameter by name, or return its value. Errors: InputError for an unknown name; as read_value().
  void set(Owner& owner, std::string_view name, const WrittenValue& value) const {
    const std::size_t row = find(name);
    write(&owner, row, read_value(infos()[row], value));
  }
  double get(const Owner& owner, std::string_view name) const { return get(owner, find(name)); }
  /// Returns the value of the parameter at place `row` of infos().
  double get(const Owner& owner, std::size_t row) const { return read_row(&owner, row); }

  /// Returns a structure with those of the values that are its own. Errors: as require_number().
  Owner read(const ParameterValues& values) const {
    Owner owner;
    read_values(&owner, values);
    return owner;
  }
};

}  // namespace plethos
