#pragma once

#include <string>

namespace plethos::scenarios {

/// A file that is written under a temporary name beside its own and gets its name when it is whole; until then, and on every error,
/// nothing appears under `path`.
class OutputFile {
 public:
  /// Errors: InputError if no file can be created there.
  explicit OutputFile(const std::string& path);
  /// Removes what was written unless keep() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& temporary() const { return temporary_; }
  /// Errors: InputError if the file cannot be renamed.
  void keep();

 private:
  std::string path_;
  std::string temporary_;
};

}  // namespace plethos::scenarios
