#pragma once

#include <optional>
#include <string>

#include "scenarios/io/output_file.hpp"
#include "scenarios/json.hpp"

namespace plethos::cli {

/// The name of the standard output where a command takes the name of a JSON file.
inline constexpr const char* standard_output = "-";

/// Returns the file that `--json PATH` names: none for the standard output.
inline std::string file_of_json(const std::string& path) { return path == standard_output ? std::string() : path; }

/// Where a command writes its JSON: a file, or the standard output. Nothing else goes to the standard output then: from the making of the
/// object on, what is printed there goes to stderr.
class JsonOutput {
 public:
  /// Errors: as OutputFile for a file; MachineError if stdout cannot be used.
  explicit JsonOutput(const std::string& path);
  ~JsonOutput();
  JsonOutput(const JsonOutput&) = delete;
  JsonOutput& operator=(const JsonOutput&) = delete;

  /// Errors: MachineError if it cannot be written.
  void write(const Json& json);

 private:
  std::optional<scenarios::OutputFile> file_;
  int stdout_ = -1;
};

}  // namespace plethos::cli
