#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plethos {

/// The base of all exceptions of this library. `exit_code` is the program's exit code, and `what()` is one line for stderr.
class Error : public std::runtime_error {
 public:
  int exit_code() const noexcept { return exit_code_; }

 protected:
  Error(const std::string& message, int exit_code) : std::runtime_error(message), exit_code_(exit_code) {}

 private:
  int exit_code_;
};

/// A user's mistake: a file, a flag or a value. Exit code 2.
class InputError : public Error {
 public:
  explicit InputError(const std::string& message) : Error(message, 2) {}
};

/// A fault of the machine: no device, out of memory, disk full. Exit code 3.
class MachineError : public Error {
 public:
  explicit MachineError(const std::string& message) : Error(message, 3) {}
};

/// Returns the element of `known` that is closest to `name` in edit distance, or an empty string if none is near (more than a third of the
/// letters differ). Cost: length of `name` times total length of `known`.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// Returns "unknown KIND 'NAME'; did you mean 'NEAREST'?" or, if no name is near, "unknown KIND 'NAME'; known: A, B, C". For a name of an
/// earlier version, it says what to write today.
std::string unknown_name_message(std::string_view kind, std::string_view name, const std::vector<std::string>& known);

}  // namespace plethos
