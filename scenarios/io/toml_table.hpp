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

/// A table of a TOML file that is read key by key. Every error is an InputError "FILE:LINE: KEY: found X, expected Y"; KEY is dotted from
/// the root, as in `group.start.rectangle`. A key that was never asked for is unknown: see finish().
class TomlTable {
 public:
  TomlTable(const toml::table& table, std::string file, std::string key, std::size_t line)
      : table_(&table), file_(std::move(file)), key_(std::move(key)), line_(line) {}

  bool has(std::string_view key) const { return table_->contains(key); }

  std::optional<std::string> text(const char* key);
  std::optional<bool> boolean(const char* key);
  std::optional<std::int64_t> whole(const char* key, std::int64_t low, std::int64_t high);
  /// Reads a finite number, whole or not.
  std::optional<double> number(const char* key, const ParameterInfo& info);
  /// Reads a number, or [low, high]. A number becomes low = high.
  std::optional<std::pair<double, double>> range(const char* key, const ParameterInfo& info);
  /// Reads the value of a parameter, as the number that stands for it.
  std::optional<double> parameter(const ParameterInfo& info);
  /// Reads a finite number, true, false or a text.
  std::optional<WrittenValue> written(const char* key);
  /// Read lists of one kind with at least one value. A single value becomes a list of one.
  std::optional<std::vector<WrittenValue>> writtens(const char* key);
  std::optional<std::vector<bool>> booleans(const char* key);
  std::optional<std::vector<std::string>> texts(const char* key);
  std::optional<std::vector<std::int64_t>> wholes(const char* key, std::int64_t low, std::int64_t high);
  /// Reads [x, y], of magnitude at most 1e9 m.
  std::optional<Vec2> point(const char* key);
  /// Reads [[x, y], ...] with at least `least` points. `lines`, if given, gets the line of each.
  std::optional<std::vector<Vec2>> points(const char* key, std::size_t least, std::vector<std::size_t>* lines = nullptr);
  /// Reads the vertices of an outline: at least three, or two if it is open. A closed one may repeat the first one at its end.
  std::optional<std::vector<Vec2>> outline(const char* key, bool closed);
  /// Reads closed outlines of at least `least` points: [[x, y], ...] for one, [[[x, y], ...], ...] for several. `lines`, if given, gets the
  /// line of each outline. An outline may repeat its first point at its end.
  std::optional<std::vector<std::vector<Vec2>>> outlines(const char* key, std::size_t least, std::vector<std::size_t>* lines = nullptr);
  std::optional<TomlTable> table(const char* key);
  /// Returns the tables of [[key]], or none.
  std::vector<TomlTable> tables(const char* key);

  /// Returns all keys in the file, and marks them as known.
  std::vector<std::string> all_keys();

  /// Throws InputError for the first key that was not asked for, with the nearest one that was.
  void finish() const;

  /// Returns "FILE:LINE: KEY" of a key of this table. For an empty or missing key it is that of the table itself.
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
  std::int64_t whole_of(const char* key, const toml::node& node, std::int64_t low, std::int64_t high, const std::string& expected) const;
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
