#include <sys/stat.h>

#include <cstdlib>

#include "scenarios/io/ownership.hpp"
#include "scenarios/render/render.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

/// While it lives, programs are searched in `folders` only.
class SearchPath {
 public:
  explicit SearchPath(const std::string& folders) {
    if (const char* path = std::getenv("PATH")) before_ = path;
    ::setenv("PATH", folders.c_str(), 1);
  }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

/// Makes a folder with a program ffmpeg, which is this shell script.
std::string stand_in(const TemporaryFolder& folder, const std::string& script) {
  fs::create_directory(folder.path("bin"));
  write_bytes(folder.path("bin/ffmpeg"), "#!/bin/sh\n" + script);
  ::chmod((folder.path("bin/ffmpeg")).c_str(), 0755);
  return (folder.path("bin")) + ":/usr/bin:/bin";
}

std::string recording(const TemporaryFolder& folder) {
  write_scene(folder.path("run.h5"), 12, 21);
  return folder.path("run.h5");
}

RenderOptions small() { return {.width = 96, .height = 64}; }

}  // namespace

TEST_CASE("ffmpeg gets all frames of a video, whole") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(recording(folder));
  // The last argument is file:NAME.
  const SearchPath path(stand_in(folder, "for last; do :; done\nexec wc -c > \"${last#file:}\"\n"));
  RenderOptions options = small();
  const auto frames = [&] {
    // What this program writes has no mark.
    fs::remove(folder.path("run.mp4"));
    render(trajectory, folder.path("run.mp4"), options);
    return std::stoll(read_bytes(folder.path("run.mp4"))) / (96.0 * 64 * 4);
  };
  CHECK(frames() == 2 * 30 + 1);
  options.playback_speed = 4;
  CHECK(frames() == 15 + 1);
  options.frames_per_second = 10;
  options.trail_seconds = 0;
  CHECK(frames() == 5 + 1);
}

TEST_CASE("a video without ffmpeg says what is missing") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(recording(folder));
  const SearchPath path(folder.path("nowhere"));
  CHECK(tests::contains(tests::input_error([&] { render(trajectory, folder.path("run.mp4"), small()); }), "needs the program ffmpeg"));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("a failure of ffmpeg is told in its words and leaves nothing") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(recording(folder));
  std::string script;
  SUBCASE("at once") { script = "echo first >&2\necho no such codec >&2\nexit 1\n"; }
  SUBCASE("at the end") { script = "cat > /dev/null\necho no such codec >&2\nexit 1\n"; }
  const SearchPath path(stand_in(folder, script));
  CHECK(tests::thrown<MachineError>([&] { render(trajectory, folder.path("run.mp4"), small()); }) ==
        folder.path("run.mp4") + ": ffmpeg failed: no such codec");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
}

TEST_CASE("the real ffmpeg makes an mp4 file, where it is installed") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(recording(folder));
  if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) {
    MESSAGE("ffmpeg is not installed");
    return;
  }
  render(trajectory, folder.path("run.mp4"), small());
  CHECK(read_bytes(folder.path("run.mp4")).substr(4, 4) == "ftyp");
  CHECK(is_own(folder.path("run.mp4"), OutputKind::picture));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
}
