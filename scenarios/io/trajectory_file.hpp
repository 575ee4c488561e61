#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/io/array_file.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

/// The arrays of a trajectory file, and the type of a row of each in memory.
enum class TrajectoryPart : std::uint8_t {
  rows,               ///< TrajectoryRow
  frames,             ///< TrajectoryFrame
  vertices,           ///< Vec2, of all polygons
  sizes,              ///< std::uint32_t, vertices of each polygon
  closed,             ///< std::uint8_t, of each polygon
  goals,              ///< Vec2
  radii,              ///< float, by id
  groups,             ///< std::int32_t, by id
  exit_vertices,      ///< Vec2, of all outlines of exits
  exit_sizes,         ///< std::uint32_t, vertices of each
  walkable_vertices,  ///< Vec2, of all outlines of the walkable ground
  walkable_sizes,     ///< std::uint32_t, vertices of each
  moving_vertices,    ///< Vec2, of all moving obstacles, where they are at first
  moving_sizes,       ///< std::uint32_t, vertices of each
  moving_closed,      ///< std::uint8_t, of each
  moving_places,      ///< ObstaclePlace, of each in each frame
  world_seeds,        ///< std::uint64_t, of each world of an ensemble
  world_agents,       ///< std::int64_t, of each: ids of worlds follow each other
  world_goals,        ///< std::int64_t, of each: its goals among `goals`, which follow each other, too; none if worlds share them
};
constexpr std::size_t trajectory_parts = 19;

/// Reads a trajectory file, in a child process (TrajectoryReader has one). more() has the recorded frames per second, and the number and
/// the names of the groups. Errors: as ArrayFile.
class TrajectoryFile final : public ArrayFile {
 public:
  explicit TrajectoryFile(const std::string& path);
  std::string more() const override;

 private:
  void open_rows();
  void read_group_names();

  double frames_per_second_ = 0;
  std::vector<std::string> group_names_;
};

}  // namespace plethos::scenarios
