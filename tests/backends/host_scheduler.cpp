#include "backends/host_scheduler.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "backends/backend.hpp"

#ifdef __SANITIZE_THREAD__

namespace {

void write_to_one_place(const char* backend) {
  int place = 0;
  plethos::backends::make_backend({backend, "scalar", 2}).scheduler->run("plethos::tests::race", 64, [&](int) {
    place = place + 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
}

}  // namespace

// Only the test below runs these, each in a process of its own.
TEST_CASE("blocks write to one place, openmp" * doctest::skip()) { write_to_one_place("openmp"); }
TEST_CASE("blocks write to one place, tbb" * doctest::skip()) { write_to_one_place("tbb"); }

TEST_CASE("ThreadSanitizer sees a race between two blocks") {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  for (const char* backend : {"openmp", "tbb"}) {
    CAPTURE(backend);
    const std::string command = program + " --no-skip --test-case='blocks write to one place*" + backend + "' > /dev/null 2>&1";
    constexpr int races_were_seen = 66;
    CHECK(WEXITSTATUS(std::system(command.c_str())) == races_were_seen);
  }
}

#endif

TEST_CASE("a scheduler calls every block once, and returns when all have ended") {
  for (const char* backend : {"serial", "openmp", "tbb"}) {
    for (const char* schedule : plethos::backends::schedule_names) {
      CAPTURE(backend);
      CAPTURE(schedule);
      std::string ended(64, '0');
      const int threads = std::string(backend) == "serial" ? 1 : 2;
      plethos::backends::make_backend({backend, "scalar", threads, schedule}).scheduler->run("plethos::tests::blocks", 64, [&](int block) {
        // One thread's part lasts longer: the others help.
        if (block < 32) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++ended[static_cast<std::size_t>(block)];
      });
      CHECK(ended == std::string(64, '1'));
    }
  }
}
