#include "scenarios/io/ordered_file.hpp"

#include <hdf5.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <random>

#include "scenarios/io/trajectory_file.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

/// Does what whole_frames() does with a reader, but in this process. This is much faster for thousands of files.
std::uint64_t whole_frames_here(const std::string& path, std::size_t agents) {
  const TrajectoryFile file(path);
  constexpr auto part = static_cast<std::size_t>(TrajectoryPart::rows);
  std::vector<TrajectoryRow> rows(file.count(part));
  const std::string bytes = file.read(part, 0, rows.size());
  if (!rows.empty()) std::memcpy(rows.data(), bytes.data(), bytes.size());
  std::uint64_t frames = 0;
  bool right = true;
  for (std::size_t next = 0; next < rows.size() && right; ++frames) {
    const auto frame = static_cast<std::uint32_t>(frames);
    for (std::uint32_t id = 0; id < agents; ++id) {
      if (!present(frame, id)) continue;
      right = right && next < rows.size() && rows[next].frame == frame && rows[next].id == id && rows[next].x == x_of(frame, id) &&
              rows[next].y == y_of(frame, id);
      ++next;
    }
  }
  CHECK(right);
  return frames;
}

}  // namespace

TEST_CASE("after each single write to the disk the file holds what was flushed") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  constexpr std::size_t agents = 90;
  // A change of the file. Each write is torn at the borders of pages, where a signal may stop the kernel.
  struct Change {
    std::uint64_t offset;
    std::string bytes;
    std::uint64_t flushed;
  };
  std::vector<Change> changes;
  std::uint64_t flushed = 0;
  bool tail_only = false;
  std::uint32_t before = 0;  // frames that are in the file when the writer goes on with it
  SUBCASE("flushes within chunks") {}
  SUBCASE("many flushes of one chunk") { tail_only = true; }
  SUBCASE("a writer that goes on") {
    tail_only = true;
    before = 120;
  }
  const Attributes of_run{{run_attribute, "one"}};
  std::string base;
  if (before > 0) {
    {
      TrajectoryWriter writer(path, scene(agents), 10, of_run);
      for (std::uint32_t frame = 0; frame < before; ++frame) append(writer, frame, agents);
    }
    base = read_bytes(path);
    flushed = before;
  }
  OrderedFile::observe([&](const OrderedFile::PhysicalWrite& write) {
    if (write.bytes.empty()) changes.push_back({write.offset, "", flushed});
    for (std::size_t first = 0; first < write.bytes.size();) {
      const std::size_t count = std::min<std::size_t>(write.bytes.size() - first, 4096 - (write.offset + first) % 4096);
      changes.push_back({write.offset + first, {reinterpret_cast<const char*>(write.bytes.data()) + first, count}, flushed});
      first += count;
    }
  });
  std::size_t created = 0;
  {
    const auto writer_of_run = [&] {
      return before > 0 ? std::make_unique<TrajectoryWriter>(path, scene(agents), 10, Continued{"one", before - 1})
                        : std::make_unique<TrajectoryWriter>(path, scene(agents), 10, of_run);
    };
    const std::unique_ptr<TrajectoryWriter> owned = writer_of_run();
    TrajectoryWriter& writer = *owned;
    created = changes.size();
    std::mt19937 random(5);
    // Either enough chunks to split the root of the index, or enough flushes to make space be used again.
    const std::uint32_t frames = before + (tail_only ? 40 : 3300);
    for (std::uint32_t frame = before; frame < frames; ++frame) {
      append(writer, frame, agents);
      if (tail_only || random() % 400 == 0) {
        writer.flush();
        flushed = frame + 1;
      }
    }
    writer.close();
  }
  OrderedFile::observe({});

  const std::string state = folder.path("state.h5");
  write_bytes(state, base);
  std::fstream disk(state, std::ios::in | std::ios::out | std::ios::binary);
  std::uint64_t size = base.size();
  std::size_t index = 0;
  std::size_t small = 0;
  std::size_t opened = 0;
  const std::size_t stride = std::max<std::size_t>(1, changes.size() / 100);
  for (const Change& change : changes) {
    size = std::max(size, change.offset + change.bytes.size());
    disk.seekp(static_cast<std::streamoff>(change.offset));
    disk.write(change.bytes.data(), static_cast<std::streamsize>(change.bytes.size()));
    // Raw data dominates, and nothing refers to it yet, so in runs of large writes the test opens only every `stride`-th state. In a long
    // file it opens every third state after small writes, because it reads each state whole.
    if (change.bytes.size() < 4096) ++small;
    const bool opens = change.bytes.size() < 4096 && (tail_only || small % 3 == 0);
    if (++index > created && (opens || index % stride == 0)) {
      disk.flush();
      std::filesystem::resize_file(state, size);
      CAPTURE(index);
      std::uint64_t frames = 0;
      REQUIRE_NOTHROW(frames = whole_frames_here(state, agents));
      if (opened % 16 == 0) REQUIRE(whole_frames(TrajectoryReader(state), agents) == frames);
      REQUIRE(frames >= change.flushed);
      // Whatever the writer has left, another one can go on with it.
      if (opened % 8 == 0) {
        const std::string next = folder.path("next.h5");
        write_bytes(next, read_bytes(state));
        {
          TrajectoryWriter writer(next, scene(agents), 10, Continued{"one", static_cast<std::int64_t>(frames) - 1});
          for (std::uint32_t frame = 0; frame < 3; ++frame) append(writer, static_cast<std::uint32_t>(frames) + frame, agents);
        }
        REQUIRE(whole_frames_here(next, agents) == frames + 3);
      }
      ++opened;
    }
  }
  disk.flush();
  CHECK(opened > 50);
  CHECK(read_bytes(state) == read_bytes(path));
}

TEST_CASE("a writer that is killed at any moment leaves a readable file") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  constexpr std::size_t agents = 300;
  void* page = ::mmap(nullptr, sizeof(std::atomic<std::uint32_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(page != MAP_FAILED);
  auto* flushed = new (page) std::atomic<std::uint32_t>(0);
  const unsigned seed = std::random_device()();
  MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 25; ++round) {
    CAPTURE(round);
    std::filesystem::remove(path);
    *flushed = 0;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      TrajectoryWriter writer(path, scene(agents), 10, {});
      for (std::uint32_t frame = 0; frame < 1000000; ++frame) {
        append(writer, frame, agents);
        if (frame % 7 == 0) {
          writer.flush();
          *flushed = frame + 1;
        }
      }
      ::_exit(0);
    }
    ::usleep(random() % 60000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (!std::filesystem::exists(path)) continue;
    std::uint64_t frames = 0;
    REQUIRE_NOTHROW(frames = whole_frames(TrajectoryReader(path), agents));
    CHECK(frames >= *flushed);
  }
  ::munmap(page, sizeof(std::atomic<std::uint32_t>));
}

TEST_CASE("a full disk is a fault of the machine, and what was flushed stays readable") {
  for (const rlim_t limit : {20000u, 100000u, 131072u, 150001u, 400000u}) {
    CAPTURE(limit);
    const TemporaryFolder folder;
    const std::string path = folder.path("run.h5");
    std::uint32_t flushed = 0;
    std::string message;
    {
      const FileSizeLimit full(limit);
      try {
        TrajectoryWriter writer(path, scene(100), 10, {});
        try {
          for (std::uint32_t frame = 0; frame < 100000; ++frame) {
            append(writer, frame, 100);
            if (frame % 25 != 24) continue;
            writer.flush();
            flushed = frame + 1;
          }
        } catch (const MachineError&) {
          CHECK_NOTHROW(append(writer, 100000, 100));
          CHECK_NOTHROW(writer.close());
          throw;
        }
      } catch (const MachineError& error) {
        message = error.what();
        CHECK(error.exit_code() == 3);
      }
    }
    CAPTURE(message);
    CHECK(message.rfind(folder.path().string(), 0) == 0);
    CHECK(message.find('\n') == std::string::npos);
    CHECK(H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL) == 0);
    if (flushed == 0 && !std::filesystem::exists(path)) {
      CHECK(std::filesystem::is_empty(folder.path()));
      continue;
    }
    CHECK(whole_frames(TrajectoryReader(path), 100) >= flushed);
  }
}
