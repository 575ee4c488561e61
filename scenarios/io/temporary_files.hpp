#pragma once

#include <string>

namespace plethos::scenarios {

/// Remembers the name of a file that is not whole yet, or of a folder for such files, so that a program that a signal ends can remove it.
/// Some dozens of names at a time are remembered, and others stay behind then.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name, bool is_folder = false);
  /// Forgets the name. The file stays.
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

 private:
  int slot_ = -1;
};

/// Removes the files whose names are remembered, and then the folders that are empty. A handler of signals may call it, and the program
/// has to end then.
void remove_temporary_files();

}  // namespace plethos::scenarios
