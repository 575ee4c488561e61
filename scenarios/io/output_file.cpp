#include "scenarios/io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "scenarios/io/ownership.hpp"

namespace plethos::scenarios {
namespace {

bool is_fault_of_the_machine(int error) {
  return error == ENOSPC || error == EDQUOT || error == EIO || error == EFBIG || error == EMFILE || error == ENFILE || error == ENOMEM;
}

[[noreturn]] void fail(const std::string& message, int error) {
  if (is_fault_of_the_machine(error)) throw MachineError(message + ": " + std::strerror(error));
  throw InputError(message + ": " + std::strerror(error));
}

/// Locks the whole file. Returns whether another process has locked it. It does not use flock(), because HDF5 calls flock() when it opens a
/// file for reading.
bool is_locked_by_another(int descriptor, short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES);
}

std::string written_by_another(const std::string& place) {
  return place + ": another process is writing this file; wait for it or choose another name";
}

bool has_name(int descriptor, const std::string& name) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(name.c_str(), &named) == 0 && open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, const std::string& label) : place_(label.empty() ? path : label + " " + path) {
  std::error_code ignored;
  if (path.empty()) throw InputError(place_ + ": the name of the file is empty");
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) throw InputError(place_ + ": found a directory, expected the name of a file");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw InputError(place_ + ": found a device or pipe, expected the name of a file");
  }
  target_ = follow_links(path).string();
  const std::string name = target_ + ".partial";
  const std::string written = written_by_another(place_);
  // Another process may rename or remove the file between its opening and its locking.
  for (bool mine = false; !mine;) {
    close();
    file_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file_ < 0) fail(place_ + ": cannot be created", errno);
    if (is_locked_by_another(file_, F_WRLCK)) {
      close();
      throw InputError(written);
    }
    mine = has_name(file_, name);
  }
  temporary_ = name;
  remembered_.emplace(name);
  // A file that grows already has its name.
  for (bool mine = false; !mine;) {
    if (replaced_ >= 0) ::close(replaced_);
    replaced_ = ::open(target_.c_str(), O_RDWR | O_CLOEXEC);
    if (replaced_ >= 0 && is_locked_by_another(replaced_, F_WRLCK)) {
      std::remove(temporary_.c_str());
      close();
      throw InputError(written);
    }
    mine = replaced_ < 0 || has_name(replaced_, target_);
  }
  if (::ftruncate(file_, 0) != 0) {
    const int error = errno;
    std::remove(temporary_.c_str());
    close();
    fail(place_ + ": cannot be written", error);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
  close();
}

void OutputFile::close() {
  if (file_ >= 0) ::close(file_);
  if (replaced_ >= 0) ::close(replaced_);
  file_ = replaced_ = -1;
}

int OutputFile::take_name() {
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(place_ + ": cannot be replaced", errno);
  temporary_.clear();
  remembered_.reset();
  // On network file systems a writer's lock would keep out readers that lock, such as HDF5's. A reader's lock keeps out writers alone.
  is_locked_by_another(file_, F_RDLCK);
  return std::exchange(replaced_, -1);
}

void OutputFile::keep() {
  if (const int replaced = take_name(); replaced >= 0) ::close(replaced);
}

std::future<void> OutputFile::keep_and_free_meanwhile() {
  const int replaced = take_name();
  if (replaced < 0) return {};
  try {
    return std::async(std::launch::async, [replaced] { ::close(replaced); });
  } catch (const std::system_error&) {
    ::close(replaced);
    return {};
  }
}

ContinuedFile::ContinuedFile(const std::string& path) : target_(follow_links(path).string()) {
  file_ = ::open(target_.c_str(), O_RDWR | O_CLOEXEC);
  if (file_ < 0) fail(path + ": cannot be opened", errno);
  const bool taken = is_locked_by_another(file_, F_WRLCK) || !has_name(file_, target_);
  // As OutputFile::keep() has it.
  is_locked_by_another(file_, F_RDLCK);
  if (!taken) return;
  ::close(file_);
  throw InputError(written_by_another(path));
}

ContinuedFile::~ContinuedFile() { ::close(file_); }

}  // namespace plethos::scenarios
