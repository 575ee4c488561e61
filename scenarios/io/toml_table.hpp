#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/parameter_table.hpp"
#include "core/vec2.hpp"
#include "scenarios/io/toml.hpp"

namespace plethos::scenarios {

/// A table of a TOML file, read key by key. Every error is an InputError "FILE:LINE: KEY: found X, expected Y"; KEY is dotted from the
/// root, as in `group.start.rectangle`. A key that was never asked for is unknown: see finish().
class TomlTable {
 public:
  TomlTable(const toml::table& table, std::string file, std::string key, std::size_t line)
      : table_(&table), file_(std::move(file)), key_(std::move(key)), line_(line) {}

  bool has(std::string_view key) const { return table_->contains(key); }

  std::optional<std::string> text(const char* key);
  std::optional<bool> boolean(const char* key);
  std::optional<std::int64_t> whole(const char* key, std::int64_t low, std::int64_t high);
  /// A finite number, whole or not.
  std::optional<double> number(const char* key, const ParameterInfo& info);
  /// A number, or [low, high]; a number is given back as low = high.
  std::optional<std::pair<double, double>> range(const char* key, const ParameterInfo& info);
  /// The value of a parameter, as the number that stands for it.
  std::optional<double> parameter(const ParameterInfo& info);
  /// A finite number, true, false or a text.
  std::optional<WrittenValue> written(const char* key);
  /// Lists of one kind; one value is given back as a list of one. Lists hold at least one value.
  std::optional<std::vector<WrittenValue>> writtens(const char* key);
  std::optional<std::vector<bool>> booleans(const char* key);
  std::optional<std::vector<std::string>> texts(const char* key);
  std::optional<std::vector<std::int64_t>> wholes(const char* key, std::int64_t low, std::int64_t high);
  /// [x, y], of magnitude at most 1e9 m.
  std::optional<Vec2> point(const char* key);
  /// [[x, y], ...], at least `least` of them; `lines`, if given, receives the line of each.
  std::optional<std::vector<Vec2>> points(const char* key, std::size_t least, std::vector<std::size_t>* lines = nullptr);
  /// Outlines of at least `least` points: [[x, y], ...] for one, [[[x, y], ...], ...] for several; `lines`, if given, receives the line of
  /// each outline.
  std::optional<std::vector<std::vector<Vec2>>> outlines(const char* key, std::size_t least, std::vector<std::size_t>* lines = nullptr);
  std::optional<TomlTable> table(const char* key);
  /// The tables of [[key]], none if there are none.
  std::vector<TomlTable> tables(const char* key);

  /// All keys in the file; marks them as known.
  std::vector<std::string> all_keys();

  /// Throws InputError for the first key that nobody asked for, with the nearest one that somebody asked for.
  void finish() const;

  /// "FILE:LINE: KEY" of a key of this table, or of the table itself for an empty key or one that is not there.
  std::string place(std::string_view key = {}) const;
  [[noreturn]] void fail(std::string_view key, const std::string& found, const std::string& expected) const;

  const std::string& file() const { return file_; }
  const std::string& key() const { return key_; }

 private:
  const toml::node* find(const char* key);
  std::string dotted(std::string_view key) const;
  [[noreturn]] void fail_type(const char* key, const toml::node& node, const std::string& expected) const;
  std::vector<const toml::node*> elements(const char* key, const toml::node& node, const std::string& expected) const;
  WrittenValue written_of(const char* key, const toml::node& node, const std::string& expected) const;
  double finite(const char* key, const toml::node& node, const std::string& expected) const;
  Vec2 point_of(const char* key, const toml::node& node) const;
  std::vector<Vec2> points_of(const char* key, const toml::node& node, const std::string& expected, std::size_t least,
                              std::vector<std::size_t>* lines) const;

  const toml::table* table_;
  std::string file_;
  std::string key_;
  std::size_t line_;
  std::vector<std::string> known_;
};

}  // namespace plethos::scenarios
