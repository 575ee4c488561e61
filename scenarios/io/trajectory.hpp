#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/vec2.hpp"
#include "core/world.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The attribute of a trajectory that says which run it records.
inline constexpr const char* run_attribute = "run";

/// Which recording a writer goes on with: that of the run whose `run_attribute` this is, with all frames up to a last one, -1 for none.
struct Continued {
  Continued(const std::string& of_run, std::int64_t frame) : run(of_run), last_frame(frame) {}

  std::string run;
  std::int64_t last_frame;
};

/// Writes a trajectory while a run goes on, as HDF5 in the layout of the Pedestrian Dynamics Data Archive, and an .xmf description for
/// ParaView beside it. After every flush the file is complete up to that frame. Any HDF5 reader then opens it, even if the process is
/// killed at any moment. docs/guide/trajectory.md describes the layout. Memory: a few megabytes for each processor core, up to eight, which
/// compress at the same time; 24 bytes a frame. Errors: InputError if the file cannot be created or another writer writes it (then nothing
/// is left behind); MachineError if the disk is full or fails (then flushed frames stay readable, and further calls do nothing).
class TrajectoryWriter {
 public:
  /// Replaces a file called `path`. `frames_per_second` is the number of recorded frames per simulated second, > 0. The scenario's
  /// parameters follow `attributes`, without those that `attributes` already names.
  TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second, const Attributes& attributes);
  /// Goes on with a file that a writer of the same scenario has left, however that ended. Frames behind the last one that it must have
  /// stay, and are not appended again. Cost: one pass over the index of frames, and one chunk of rows. Errors: InputError if the file is
  /// damaged or of another run, records other steps, or lacks a frame.
  TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second, const Continued& continued);
  /// Closes the file, but reports no error. A caller learns of errors from close().
  ~TrajectoryWriter();
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// Appends one frame: x and y in metres, in id order. Agents whose `present` is 0 are left out. Frame numbers grow. The moving obstacles
  /// of the scenario are recorded where they are at the frame's time.
  void append(std::int64_t frame, std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present);
  /// Append one frame in parts, in order of id, as FrameCutter makes them (scenarios/io/frame_part.hpp): begin, any number of parts, end.
  void begin_frame(std::int64_t frame);
  void append_part(std::span<const std::byte> part);
  void end_frame();
  /// The rows so far, and the last frame; -1: none.
  std::uint64_t rows() const;
  std::int64_t last_frame() const;
  /// Makes every frame so far readable. append() and end_frame() call it every two seconds or 64 MB.
  void flush();
  /// The same, and waits until it is on the disk.
  void sync();
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

/// The place of a frame's rows.
struct TrajectoryFrame {
  std::int64_t frame;
  std::uint64_t first;  ///< row
  std::uint64_t count;  ///< rows
};

/// The place of a moving obstacle in a frame.
struct ObstaclePlace {
  Vec2 displacement{};  ///< m, from its outline
  float there = 0;      ///< 0: it is absent

  friend bool operator==(const ObstaclePlace&, const ObstaclePlace&) = default;
};

/// A recorded trajectory, opened for reading. HDF5 crashes on some damaged files, or does not return, so a process of its own reads
/// (scenarios/io/child_server.hpp). It gets 2 s of the processor for each million rows, and 768 MB. Rows stay in the file until they are
/// asked for. Errors: InputError that names the file and its fault, also if that process ended; MachineError if the process cannot be
/// started.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::string& path);
  /// Reads one world of an ensemble alone, that of the seed. Cost: one pass over the rows. Errors: InputError if there is no such world.
  TrajectoryReader(const std::string& path, std::uint64_t seed);
  ~TrajectoryReader();
  TrajectoryReader(TrajectoryReader&&) noexcept;

  const std::string& path() const;
  double frames_per_second() const;
  std::string wkt_geometry() const;
  /// Returns the root's text attributes without wkt_geometry, in the order in which they were written.
  const Attributes& attributes() const;
  std::uint64_t rows() const;
  /// Returns the frames in order, without empty ones. Cost: one pass over the rows for files of other programs, otherwise small.
  const std::vector<TrajectoryFrame>& frames() const;
  /// Returns the frames as the file's index has them, also empty ones, as far as it has all rows of them. Files of other programs have
  /// none.
  const std::vector<TrajectoryFrame>& index() const;
  /// Returns the seeds of the worlds of an ensemble, in order of their agents' ids; none of other files.
  const std::vector<std::uint64_t>& seeds() const;
  /// Returns the rows [first, first + count) in their order in the file: by frame, then by id (in files of other programs any order). Those
  /// of other worlds than the one that is read are left out.
  /// Errors: InputError, also for a position that is not finite or further than 1e12 m away.
  std::vector<TrajectoryRow> read(std::uint64_t first, std::uint64_t count) const;
  /// Return the scene of the run, for pictures. They are empty for files of other programs.
  const std::vector<Polygon>& polygons() const;
  const std::vector<Segment>& segments() const;
  const std::vector<Vec2>& goals() const;  ///< goals that are points
  /// Return the outlines of the exits that are goals, and of the walkable ground (core/world.hpp: Exit, World::walkable).
  const std::vector<std::vector<Vec2>>& exits() const;
  const std::vector<std::vector<Vec2>>& walkable() const;
  /// Returns the outlines of the moving obstacles (World::moving).
  const std::vector<Polygon>& moving() const;
  /// Returns the places of all moving obstacles in frames()[index].
  std::vector<ObstaclePlace> places(std::size_t index) const;
  const std::vector<float>& radii() const;          ///< m, by id
  const std::vector<std::int32_t>& groups() const;  ///< by id
  const std::vector<std::string>& group_names() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plethos::scenarios
