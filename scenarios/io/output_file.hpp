#pragma once

#include <future>
#include <optional>
#include <string>

#include "scenarios/io/temporary_files.hpp"

namespace plethos::scenarios {

/// A file that is written under a temporary name beside its own, `path`.partial. It gets its name when it is whole, or when its content is
/// valid. Until then, and on every error, nothing changes under `path`. While the object lives, no other process can make one for the same
/// path. Locks of the operating system ensure that, and they end with the process however it ends. On a file system without locks nothing
/// ensures it. A link at the end of `path` is followed, so the file is replaced and not the link.
class OutputFile {
 public:
  /// Creates the file. `label`, such as "--json", is for messages. Errors: InputError if no file can be created there or another process
  /// writes it, MachineError if the disk is full or fails.
  explicit OutputFile(const std::string& path, const std::string& label = "");
  /// Removes the file unless keep() was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Returns the name of the empty file to write into. It must not be replaced by another file.
  const std::string& temporary() const { return temporary_; }
  /// Returns the name that keep() gives the file: `path` without links.
  const std::string& target() const { return target_; }
  /// Returns `label` and `path`, for messages.
  const std::string& place() const { return place_; }
  /// Gives the file its name. Its writer may go on, and readers can read it. No other process can write it as long as the object lives.
  /// Errors: InputError if the file cannot be renamed.
  void keep();
  /// Does the same, and lets a thread close the file that had the name before: the system frees it then, which takes a fifth of a second
  /// for 700 MB. The future, which waits for the thread at its end, is empty if there was no such file. No process may be forked until then
  /// (ChildServer).
  [[nodiscard]] std::future<void> keep_and_free_meanwhile();

 private:
  /// Returns the descriptor of the file that had the name before, or -1.
  int take_name();
  void close();

  std::string place_;
  std::string target_;
  std::string temporary_;
  std::optional<TemporaryFile> remembered_;
  int file_ = -1;      // the temporary file, locked
  int replaced_ = -1;  // the file that has the name now, locked
};

/// A file that its writer goes on with under its own name. While the object lives, no other process can write it, as with OutputFile.
class ContinuedFile {
 public:
  /// Errors: InputError if there is no such file that can be written, or another process writes it.
  explicit ContinuedFile(const std::string& path);
  ~ContinuedFile();
  ContinuedFile(const ContinuedFile&) = delete;
  ContinuedFile& operator=(const ContinuedFile&) = delete;

  /// Returns the name of the file: `path` without links.
  const std::string& target() const { return target_; }

 private:
  std::string target_;
  int file_ = -1;
};

}  // namespace plethos::scenarios
