#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/io/hdf5.hpp"
#include "scenarios/io/trajectory.hpp"

namespace plethos::scenarios {

/// The arrays of a trajectory file, and the type of an element of each in memory.
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
};
constexpr std::size_t trajectory_parts = 16;

/// Reads a trajectory file with HDF5. For a damaged file HDF5 may crash, not return or claim any memory, so this class is for a child
/// process (TrajectoryReader has one). Every length is checked against the file's size and the present chunks before it is used. Errors:
/// InputError that names the file and its fault.
class TrajectoryFile {
 public:
  explicit TrajectoryFile(const std::string& path);

  double frames_per_second() const { return frames_per_second_; }
  /// Returns the root's text attributes, in the order in which they were written.
  const Attributes& attributes() const { return attributes_; }
  const std::vector<std::string>& group_names() const { return group_names_; }
  /// Returns the number of elements of an array, or zero if the file lacks it.
  std::uint64_t count(TrajectoryPart part) const { return arrays_[static_cast<std::size_t>(part)].count; }
  static std::size_t element_size(TrajectoryPart part);
  /// Returns the bytes of the elements [first, first + count).
  std::string read(TrajectoryPart part, std::uint64_t first, std::uint64_t count) const;

 private:
  struct Array {
    hdf5::Dataset dataset;
    hdf5::Datatype type;  // of an element of a column, in memory
    hsize_t columns = 0;
    std::uint64_t count = 0;
  };

  [[noreturn]] void fail(const std::string& reason) const;
  void open();
  void open_rows();
  void open_array(TrajectoryPart part);
  void read_attributes();
  void read_group_names();
  std::uint64_t stored_rows(hid_t dataset, const std::string& name, hsize_t columns) const;

  std::string path_;
  std::uint64_t file_size_ = 0;
  hdf5::File file_;
  double frames_per_second_ = 0;
  Attributes attributes_;
  std::vector<std::string> group_names_;
  std::array<Array, trajectory_parts> arrays_;
};

}  // namespace plethos::scenarios
