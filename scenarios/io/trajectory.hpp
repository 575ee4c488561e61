#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/vec2.hpp"
#include "core/world.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Text attributes of a trajectory's root: name and value, in order (run header, seed, parameters).
using Attributes = std::vector<std::pair<std::string, std::string>>;

/// Writes a trajectory as HDF5 in the layout of the Pedestrian Dynamics Data Archive while a run goes on, and an .xmf description
/// for ParaView beside it. After every flush the file is complete up to that frame and any HDF5 reader opens it, also when the
/// process is killed at any moment. docs/guide/trajectory.md describes the layout.
/// Memory: a few megabytes for each processor core, up to eight, which compress at the same time; 24 bytes a frame.
/// Errors: InputError if the file cannot be created or another writer writes it (then nothing is left behind), MachineError if the disk is
/// full or fails (then what was flushed stays readable, and further calls do nothing).
class TrajectoryWriter {
 public:
  /// Replaces a file called `path`. `frames_per_second`: recorded frames per simulated second, > 0. The scenario's parameters are
  /// written after `attributes`, but those that `attributes` names already.
  TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second, const Attributes& attributes);
  /// Closes the file, but reports no error: call close() to learn of one.
  ~TrajectoryWriter();
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// Appends one frame: x and y in metres, in id order; agents whose `present` is 0 are left out. Frame numbers grow.
  void append(std::int64_t frame, std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present);
  /// Makes every frame so far readable. Called by append() itself every two seconds or 64 MB.
  void flush();
  /// Flushes, closes and writes the .xmf description beside the file.
  void close();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// One recorded agent at one frame.
struct TrajectoryRow {
  std::int64_t frame;
  std::int64_t id;
  double x, y, z;  ///< m
};

/// Where the rows of a frame lie.
struct TrajectoryFrame {
  std::int64_t frame;
  std::uint64_t first;  ///< row
  std::uint64_t count;  ///< rows
};

/// A recorded trajectory, opened for reading. HDF5 crashes, or does not come back, on some damaged files; so a process of its own reads
/// (scenarios/io/child_server.hpp), which gets 2 s of the processor for each million rows, and 768 MB. Rows stay in the file until asked
/// for. Errors: InputError naming the file and what is wrong with it, also where that process ended; MachineError if it cannot be started.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::string& path);
  ~TrajectoryReader();
  TrajectoryReader(TrajectoryReader&&) noexcept;

  const std::string& path() const;
  double frames_per_second() const;
  std::string wkt_geometry() const;
  /// The root's text attributes but wkt_geometry, in the order in which they were written.
  const Attributes& attributes() const;
  std::uint64_t rows() const;
  /// The frames, in order; empty ones are left out. Cost: one pass over the rows for files that other programs wrote, else small.
  const std::vector<TrajectoryFrame>& frames() const;
  /// The rows [first, first + count), as stored: by frame, then by id (files of other programs: as they come).
  /// Errors: InputError, also for a position that is not finite or further than 1e12 m away.
  std::vector<TrajectoryRow> read(std::uint64_t first, std::uint64_t count) const;
  /// What the run was about, for pictures; empty in files that other programs wrote.
  const std::vector<Polygon>& polygons() const;
  const std::vector<Segment>& segments() const;
  const std::vector<Vec2>& goals() const;  ///< that are points
  /// Outlines of the exits that somebody heads for, and of the walkable ground (core/world.hpp: Exit, World::walkable).
  const std::vector<std::vector<Vec2>>& exits() const;
  const std::vector<std::vector<Vec2>>& walkable() const;
  const std::vector<float>& radii() const;          ///< m, by id
  const std::vector<std::int32_t>& groups() const;  ///< by id
  const std::vector<std::string>& group_names() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plethos::scenarios
