#pragma once

#include <future>
#include <optional>
#include <string>

#include "scenarios/io/ownership.hpp"
#include "scenarios/io/temporary_files.hpp"

namespace plethos::scenarios {

/// A file that is written under a temporary name, in a folder `path`.partial beside it. It gets its name when it is whole, or when its
/// content is valid. Until then, and on every error, nothing changes under `path`. What is there is replaced only if require_replaceable()
/// has it so, and its permissions, and its owner where the system allows that, become those of the new file.
///
/// While the object lives, no other process can make one for the same path. Locks of the operating system ensure that, and they end with
/// the process however it ends. On a file system without locks nothing ensures it. The folder is made anew; one of a process that was
/// killed is known by a mark in it and used again. Whatever else has its name is left alone, and refused. A link at the end of `path` is
/// followed, so the file is replaced and not the link.
class OutputFile {
 public:
  /// Creates the empty file. `label`, such as "--json", is for messages. Errors: InputError if no file can be created there, what is there
  /// is not replaced, or another process writes it; MachineError if the disk is full or fails.
  OutputFile(const std::string& path, OutputKind kind, const std::string& label = "");
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
  /// Refuses a map that is whole if it would replace other bytes than its own. It does nothing for other files. Errors: InputError.
  void require_same_map() const;
  /// Gives the file its name. Its writer may go on, and readers can read it. No other process can write it as long as the object lives.
  /// Errors: as require_same_map(); InputError if the file cannot be renamed.
  void keep();
  /// Does the same, and lets a thread close the file that had the name before: the system frees it then, which takes a fifth of a second
  /// for each gigabyte. Returns what waits for that, or nothing. begin() may follow.
  [[nodiscard]] std::future<void> keep_and_free_meanwhile();
  /// Throws away what was written and not kept, and creates an empty file again. Errors: as the constructor.
  void begin();

 private:
  void claim();
  void claim_folder();
  int take_name();
  void adopt_permissions() const;
  void discard();
  void release_folder();

  OutputKind kind_;
  std::string place_, target_, folder_, temporary_;
  std::optional<TemporaryFile> remembered_folder_, remembered_lock_, remembered_;
  int lock_ = -1;      // of the folder
  int file_ = -1;      // what is written; it is locked from keep() on
  int replaced_ = -1;  // what has the name until keep(), locked
};

/// An existing file that is written on under its own name. While the object lives, no other process can write it, as with OutputFile.
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
