#include "scenarios/io/output_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_mark = "plethos writes a file here. If no plethos does, the folder is left over, and may be removed.\n";

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
  return ::fstat(descriptor, &open) == 0 && ::lstat(name.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

void close(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

std::string lock_in(const std::string& folder) { return folder + "/lock"; }

/// Returns whether the file that marks a folder is of ours: it has the mark, or the beginning of one whose writer was killed.
bool is_our_mark(int descriptor) {
  struct stat found {};
  if (::fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode) || found.st_nlink > 1) return false;
  char text[folder_mark.size() + 1];
  const ssize_t size = ::pread(descriptor, text, sizeof text, 0);
  return size >= 0 && folder_mark.starts_with(std::string_view(text, static_cast<std::size_t>(size)));
}

bool have_same_bytes(const std::string& a, const std::string& b) {
  std::ifstream left(a, std::ios::binary), right(b, std::ios::binary);
  using Bytes = std::istreambuf_iterator<char>;
  return left && right && std::equal(Bytes(left), Bytes(), Bytes(right), Bytes());
}

/// Keeps signals from this thread while it lives: what a handler has to remove is remembered before the handler runs.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

OutputFile::OutputFile(const std::string& path, OutputKind kind, const std::string& label)
    : kind_(kind), place_(label.empty() ? path : label + " " + path) {
  if (path.empty()) throw InputError(place_ + ": the name of the file is empty");
  if (path.ends_with('/')) throw InputError(place_ + ": found a directory, expected the name of a file");
  target_ = follow_links(path).string();
  folder_ = folder_in_progress(target_);
  require_replaceable(place_, target_, kind_);
  try {
    claim();
    // Meanwhile another process may have put something there.
    require_replaceable(place_, target_, kind_);
    begin();
  } catch (...) {
    discard();
    throw;
  }
}

OutputFile::~OutputFile() { discard(); }

/// Makes this process the only one that writes the file.
void OutputFile::claim() {
  claim_folder();
  // A file that grows already has its name.
  for (bool mine = false; !mine;) {
    close(replaced_);
    replaced_ = ::open(target_.c_str(), O_RDWR | O_CLOEXEC);
    if (replaced_ < 0 && errno != ENOENT) fail(place_ + ": cannot be written", errno);
    if (replaced_ >= 0 && is_locked_by_another(replaced_, F_WRLCK)) throw InputError(written_by_another(place_));
    mine = replaced_ < 0 || has_name(replaced_, target_);
  }
}

/// Makes the folder, or takes that of a process which was killed. Another process may do the same, or remove the folder, at any moment.
void OutputFile::claim_folder() {
  const HeldSignals held;
  const std::string lock = lock_in(folder_);
  // It is ours to remove only once it is locked.
  int found = -1;
  const auto checked = [&](bool is_ours) {
    if (is_ours) return;
    close(found);
    throw InputError(place_ + ": found " + folder_ +
                     ", which is not of plethos, expected no such file: plethos would write there at first; " +
                     "choose another name, or rename or remove that file");
  };
  while (lock_ < 0) {
    close(found);
    std::error_code error;
    if (::mkdir(folder_.c_str(), 0777) != 0) {
      if (errno != EEXIST) fail(place_ + ": cannot be created", errno);
      const fs::file_status status = fs::symlink_status(folder_, error);
      if (!fs::exists(status)) continue;
      checked(fs::is_directory(status));
      found = ::open(lock.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
      const int reason = errno;
      checked(found >= 0 ? is_our_mark(found) : reason != ELOOP);
      if (found < 0 && reason != ENOENT) fail(place_ + ": cannot be created: " + lock, reason);
      checked(found >= 0 || !fs::exists(folder_, error) || fs::is_empty(folder_, error) || fs::exists(lock, error));
    }
    if (found < 0) found = ::open(lock.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (found < 0 && (errno == EEXIST || errno == ENOENT)) continue;
    if (found < 0) fail(place_ + ": cannot be created", errno);
    if (is_locked_by_another(found, F_WRLCK)) {
      close(found);
      throw InputError(written_by_another(place_));
    }
    if (has_name(found, lock)) lock_ = found;
  }
  remembered_folder_.emplace(folder_, true);
  remembered_lock_.emplace(lock);
  if (::pwrite(lock_, folder_mark.data(), folder_mark.size(), 0) < 0) fail(place_ + ": cannot be written", errno);
}

void OutputFile::begin() {
  const HeldSignals held;
  if (temporary_.empty() && file_ >= 0) {
    close(replaced_);
    replaced_ = std::exchange(file_, -1);
  }
  close(file_);
  temporary_ = folder_ + "/content";
  std::remove(temporary_.c_str());
  struct stat found {};
  const bool replaces = ::stat(target_.c_str(), &found) == 0;
  // Nobody shall read meanwhile what nobody may read afterwards.
  const mode_t mode = replaces ? (found.st_mode & 0777) | S_IWUSR | S_IRUSR : 0666;
  file_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file_ < 0) fail(place_ + ": cannot be created", errno);
  remembered_.emplace(temporary_);
}

void OutputFile::discard() {
  if (!temporary_.empty()) std::remove(temporary_.c_str());
  remembered_.reset();
  release_folder();
  close(file_);
  close(replaced_);
}

void OutputFile::release_folder() {
  if (lock_ < 0) return;
  std::remove(lock_in(folder_).c_str());
  ::rmdir(folder_.c_str());
  remembered_lock_.reset();
  remembered_folder_.reset();
  close(lock_);
}

/// Gives the new file the permissions of that which it replaces. Only root, or a member of the group, can give away a file.
void OutputFile::adopt_permissions() const {
  struct stat found {};
  struct stat mine {};
  if (::stat(target_.c_str(), &found) != 0 || ::fstat(file_, &mine) != 0) return;
  if (found.st_uid != mine.st_uid && ::fchown(file_, found.st_uid, found.st_gid) == 0) mine.st_gid = found.st_gid;
  if (found.st_gid != mine.st_gid) static_cast<void>(::fchown(file_, static_cast<uid_t>(-1), found.st_gid) == 0);
  ::fchmod(file_, found.st_mode & 07777);
}

void OutputFile::require_same_map() const {
  std::error_code error;
  if (kind_ != OutputKind::map || !fs::exists(target_, error) || fs::file_size(target_, error) == 0) return;
  if (have_same_bytes(temporary_, target_)) return;
  throw InputError(place_ + ": exists and holds something else, so it is not overwritten, as maps have no mark that says who wrote them; " +
                   "choose another name or remove the file");
}

int OutputFile::take_name() {
  require_same_map();
  adopt_permissions();
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(place_ + ": cannot be replaced", errno);
  temporary_.clear();
  remembered_.reset();
  // On network file systems a writer's lock would keep out readers that lock, such as HDF5's. A reader's lock keeps out writers alone.
  is_locked_by_another(file_, F_RDLCK);
  return std::exchange(replaced_, -1);
}

void OutputFile::keep() {
  int replaced = take_name();
  release_folder();
  close(replaced);
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
