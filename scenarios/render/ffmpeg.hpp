#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

namespace plethos::scenarios {

/// The program ffmpeg, which makes an mp4 file of the frames that are written to it.
class FfmpegPipe {
 public:
  /// Starts it. It writes the file `output`; messages name `path`. Errors: InputError if the program is not found.
  FfmpegPipe(const std::string& output, const std::string& path, int width, int height, int frames_per_second);
  /// Ends the program if close() was not called.
  ~FfmpegPipe();
  FfmpegPipe(const FfmpegPipe&) = delete;
  FfmpegPipe& operator=(const FfmpegPipe&) = delete;

  /// One frame: width * height pixels of blue, green, red and an unused byte. Errors: MachineError with ffmpeg's last line.
  void write(std::span<const std::uint8_t> frame);
  /// Waits for the program to end the file. Errors: MachineError with ffmpeg's last line.
  void close();

 private:
  [[noreturn]] void fail();
  int wait();

  std::string path_;
  pid_t process_ = -1;
  int input_ = -1;
  int messages_ = -1;  // a nameless file that the program's stderr goes to
};

}  // namespace plethos::scenarios
