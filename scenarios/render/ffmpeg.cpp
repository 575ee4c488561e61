#include "scenarios/render/ffmpeg.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "core/error.hpp"
#include "scenarios/io/ownership.hpp"

extern char** environ;

namespace plethos::scenarios {
namespace {

/// While it lives, writing into a pipe without a reader is an error of this thread and no signal.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (sigismember(&before_, SIGPIPE) == 0) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

/// Returns the last line of a file.
std::string last_line(int descriptor) {
  char text[2048];
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  const off_t first = size > static_cast<off_t>(sizeof text) ? size - static_cast<off_t>(sizeof text) : 0;
  const ssize_t count = ::pread(descriptor, text, sizeof text, first);
  std::string lines(text, count > 0 ? static_cast<std::size_t>(count) : 0);
  lines.erase(lines.find_last_not_of(" \r\n") + 1);
  return lines.substr(lines.find_last_of("\r\n") + 1);
}

}  // namespace

FfmpegPipe::FfmpegPipe(const std::string& output, const std::string& path, int width, int height, int frames_per_second) : path_(path) {
  int ends[2];
  messages_ = ::memfd_create("ffmpeg messages", MFD_CLOEXEC);
  if (messages_ < 0 || ::pipe2(ends, O_CLOEXEC) != 0) throw MachineError(path + ": cannot start ffmpeg: " + std::strerror(errno));
  input_ = ends[1];

  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const std::string rate = std::to_string(frames_per_second);
  std::vector<std::string> words{"ffmpeg",
                                 "-nostdin",
                                 "-loglevel",
                                 "error",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "bgr0",
                                 "-video_size",
                                 size,
                                 "-framerate",
                                 rate,
                                 "-i",
                                 "pipe:0",
                                 "-pix_fmt",
                                 "yuv420p",
                                 "-movflags",
                                 "+faststart",
                                 "-metadata",
                                 std::string("comment=") + software_mark,
                                 "-f",
                                 "mp4",
                                 "-y",
                                 "file:" + output};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, messages_, 1);
  posix_spawn_file_actions_adddup2(&actions, messages_, 2);
  const int error = ::posix_spawnp(&process_, "ffmpeg", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (error == 0) return;
  process_ = -1;
  ::close(input_);
  ::close(messages_);
  if (error == ENOENT || error == EACCES) {
    throw InputError(path + ": a video needs the program ffmpeg, which is not on the PATH; install it or ask for a .png");
  }
  throw MachineError(path + ": cannot start ffmpeg: " + std::strerror(error));
}

FfmpegPipe::~FfmpegPipe() {
  if (process_ >= 0) {
    ::kill(process_, SIGTERM);
    wait();
  }
  if (messages_ >= 0) ::close(messages_);
}

void FfmpegPipe::write(std::span<const std::uint8_t> frame) {
  const NoPipeSignal quiet;
  while (!frame.empty()) {
    const ssize_t count = ::write(input_, frame.data(), frame.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    frame = frame.subspan(static_cast<std::size_t>(count));
  }
}

void FfmpegPipe::close() {
  if (wait() != 0) fail();
}

int FfmpegPipe::wait() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
  int status = 0;
  while (process_ >= 0 && ::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void FfmpegPipe::fail() {
  wait();
  const std::string message = last_line(messages_);
  throw MachineError(path_ + ": ffmpeg failed: " + (message.empty() ? "it gave no reason" : message));
}

}  // namespace plethos::scenarios
