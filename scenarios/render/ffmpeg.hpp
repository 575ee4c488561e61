#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

namespace plethos::scenarios {

/// The program ffmpeg, which makes an mp4 file of the written frames.
class FfmpegPipe {
 public:
  /// Starts the program. It writes the file `output`; messages name `path`. Errors: InputError if the program is not found.
  FfmpegPipe(const std::string& output, const std::string& path, int width, int height, int frames_per_second);
  /// Ends the program if close() was not called.
  ~FfmpegPipe();
  FfmpegPipe(const FfmpegPipe&) = delete;
  FfmpegPipe& operator=(const FfmpegPipe&) = delete;

  /// Writes one frame: width * height pixels of blue, green, red and an unused byte. Errors: MachineError with ffmpeg's last line.
  void write(std::span<const std::uint8_t> frame);
  /// Waits for the program to end the file. Errors: MachineError with ffmpeg's last line.
  void close();

 private:
  [[noreturn]] void fail();
  int wait();

  std::string path_;
  pid_t process_ = -1;
  int input_ = -1;
  int messages_ = -1;  // a nameless file for the program's stderr
};

}  // namespace plethos::scenarios
