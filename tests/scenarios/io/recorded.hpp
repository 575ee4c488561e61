#pragma once

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/trajectory.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::scenarios::recorded {

// A scene that the tests of trajectories and pictures share, with a known position for each frame and agent.

namespace fs = std::filesystem;

using tests::TemporaryFolder;

/// While it lives, no file of this process can grow beyond `bytes`: writes fail as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

inline Scenario scene(std::size_t agents) {
  Scenario scenario{.name = "test",
                    .parameters = {.seed = 9007199254740993u},
                    .world = {.polygons = {{{{1, 1}, {2, 1}, {2, 2}}, true}, {{{-5, 0}, {-4, 0.5f}}, false}},
                              .goals = {{3, 4}, {-3, 4}},
                              .bounds = {{-10, -10}, {10, 10}}},
                    .groups = {"left", "right <&> \"others\""}};
  for (std::size_t i = 0; i < agents; ++i) {
    const auto group = static_cast<std::int32_t>(i % 2);
    scenario.agents.push_back({.radius = 0.2f + 0.01f * static_cast<float>(i % 7), .goal = group, .group = group});
  }
  return scenario;
}

/// Returns the position that the tests record. Any other row in a file is garbage.
inline float x_of(std::uint32_t frame, std::uint32_t id) { return 0.125f * static_cast<float>(frame) + 3.1f * static_cast<float>(id); }
inline float y_of(std::uint32_t frame, std::uint32_t id) {
  return static_cast<float>((frame * 2654435761u + id * 40503u) % 10007u) * 1e-3f;
}
inline bool present(std::uint32_t frame, std::uint32_t id) { return (frame + 3 * id) % 11 != 0; }

inline void append(TrajectoryWriter& writer, std::uint32_t frame, std::size_t agents) {
  std::vector<float> x, y;
  std::vector<std::uint8_t> here;
  for (std::uint32_t id = 0; id < agents; ++id) {
    x.push_back(x_of(frame, id));
    y.push_back(y_of(frame, id));
    here.push_back(present(frame, id) ? 1 : 0);
  }
  writer.append(frame, x, y, here);
}

/// Writes a file with so many frames of a scene() with so many agents.
inline void write_scene(const std::string& path, std::size_t agents, std::uint32_t frames) {
  TrajectoryWriter writer(path, scene(agents), 10, {});
  for (std::uint32_t frame = 0; frame < frames; ++frame) append(writer, frame, agents);
}

/// Checks that the file holds exactly the frames 0, 1, ... up to some last one, each whole. Returns their number.
inline std::uint64_t whole_frames(const TrajectoryReader& reader, std::size_t agents) {
  const std::vector<TrajectoryRow> rows = reader.read(0, reader.rows());
  std::size_t next = 0;
  std::uint64_t frames = 0;
  bool right = true;
  while (next < rows.size() && right) {
    const std::uint32_t frame = static_cast<std::uint32_t>(frames++);
    for (std::uint32_t id = 0; id < agents; ++id) {
      if (!present(frame, id)) continue;
      right = right && next < rows.size() && rows[next].frame == frame && rows[next].id == id && rows[next].x == x_of(frame, id) &&
              rows[next].y == y_of(frame, id) && rows[next].z == 0;
      ++next;
    }
  }
  CHECK(right);
  CHECK(reader.frames().size() == frames);
  return frames;
}

/// Returns the bytes of a data set of /plethos/points.
inline std::string points(const std::string& path, const std::string& name) {
  const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  const hdf5::Dataset dataset(H5Dopen2(file.get(), ("plethos/points/" + name).c_str(), H5P_DEFAULT));
  const hdf5::Datatype type(H5Dget_type(dataset.get()));
  const hdf5::Dataspace space(H5Dget_space(dataset.get()));
  std::string bytes(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())) * H5Tget_size(type.get()), '\0');
  REQUIRE(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
  return bytes;
}

inline std::string message_of(const std::string& path) {
  return tests::input_error([&] {
    const TrajectoryReader reader(path);
    const auto rows = reader.read(0, reader.rows());
  });
}

inline void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
inline std::string read_bytes(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace plethos::scenarios::recorded
