#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/json.hpp"
#include "scenarios/run/utc_date.hpp"

namespace plethos::cli {

/// What a command's JSON says of the call itself: when it began, with which arguments, and how long it took.
class CallRecord {
 public:
  /// The call begins now. `arguments` are those of main().
  explicit CallRecord(char* const* arguments) {
    for (; *arguments != nullptr; ++arguments) command_.emplace_back(*arguments);
  }

  /// Returns the keys that the JSON of a command begins with: `schema`, by which files are known as ours, `schema_version`, `date` and
  /// `command`.
  Json json(const char* schema) const { return {{"schema", schema}, {"schema_version", 1}, {"date", date_}, {"command", command_}}; }
  /// Returns when the call began.
  std::chrono::steady_clock::time_point start() const { return start_; }
  /// Returns the seconds since the call began.
  double wall_seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string date_ = scenarios::utc_date();
  std::vector<std::string> command_;
};

}  // namespace plethos::cli
