#pragma once

#include <string>

namespace plethos::scenarios {

/// A file that is written under a temporary name beside its own, `path`.partial, and gets its name when it is whole, or when what is in it
/// is valid; until then, and on every error, nothing changes under `path`. While the object lives nobody else can make one for the same
/// path: locks of the operating system say so, which end with the process however it ends. Where a file system has no locks it does
/// without. A link at the end of `path` is followed, so that the file is replaced and not the link.
class OutputFile {
 public:
  /// `label`, such as "--json", is for messages. Errors: InputError if no file can be created there or another process writes it,
  /// MachineError if the disk is full or fails.
  explicit OutputFile(const std::string& path, const std::string& label = "");
  /// Removes what was written unless keep() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// The empty file to write into. It must not be replaced by another.
  const std::string& temporary() const { return temporary_; }
  /// The name that keep() gives it: `path` without links.
  const std::string& target() const { return target_; }
  /// `label` and `path`, for messages.
  const std::string& place() const { return place_; }
  /// Gives the file its name. What writes it may go on, and nobody else can, as long as the object lives. Readers can read it.
  /// Errors: InputError if the file cannot be renamed.
  void keep();

 private:
  void close();

  std::string place_;
  std::string target_;
  std::string temporary_;
  int file_ = -1;      // the temporary file, locked
  int replaced_ = -1;  // the file that has the name now, locked
};

}  // namespace plethos::scenarios
