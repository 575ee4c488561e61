#include "scenarios/io/trajectory.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <thread>

#include "core/error.hpp"
#include "core/parameters.hpp"
#include "scenarios/io/appended_dataset.hpp"
#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/io/ordered_file.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/io/trajectory_row.hpp"
#include "scenarios/io/xdmf.hpp"
#include "scenarios/wkt.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t flush_bytes = std::uint64_t{64} << 20;
constexpr std::chrono::seconds flush_interval(2);
constexpr unsigned most_threads = 8;    // with more, the disk is slower than the threads
constexpr float thickest_wall = 0.01f;  // m

/// A row of /plethos/points/position.
struct Point {
  float x, y;
};

/// Returns the shortest text that gives a parameter's value back.
std::string parameter_text(const Parameters& parameters, const ParameterInfo& info) {
  if (info.name == "seed") return std::to_string(parameters.seed);
  return value_text(info, parameter_table().get(parameters, info.name));
}

/// The goals of agents, and those that follow them, in the scenario's order. A passive agent has none.
struct TravelersGoals {
  std::vector<Vec2> points;
  std::vector<std::vector<Vec2>> exits;  // their outlines
};

TravelersGoals goals_of_travelers(const Scenario& scenario) {
  std::vector<std::uint8_t> used(scenario.world.goals.size(), 0);
  for (const AgentRecord& agent : scenario.agents) {
    if (agent.state == AgentState::passive) continue;
    for (std::int32_t goal = agent.goal;
         goal >= 0 && static_cast<std::size_t>(goal) < used.size() && used[static_cast<std::size_t>(goal)] == 0;
         goal = scenario.world.next_goal(goal)) {
      const GoalRange range = scenario.world.choice(goal);
      for (std::int32_t other = range.first; other < range.end; ++other) used[static_cast<std::size_t>(other)] = 1;
    }
  }
  TravelersGoals goals;
  std::vector<std::uint8_t> shown(scenario.world.exits.size(), 0);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    const Exit* exit = scenario.world.exit(static_cast<std::int32_t>(i));
    if (exit == nullptr) {
      goals.points.push_back(scenario.world.goals[i]);
    } else if (std::uint8_t& known = shown[static_cast<std::size_t>(exit - scenario.world.exits.data())]; known == 0) {
      goals.exits.insert(goals.exits.end(), exit->outlines.begin(), exit->outlines.end());
      known = 1;
    }
  }
  return goals;
}

/// Returns a thickness of at most a radius. Agents' centers keep that distance from a wall, so half of it is left.
double wall_thickness(const Scenario& scenario) {
  float thickness = thickest_wall;
  for (const AgentRecord& agent : scenario.agents) thickness = std::min(thickness, agent.radius);
  return static_cast<double>(thickness);
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "rows are written as they lie in memory");
static_assert(sizeof(TrajectoryRow) == 40 && sizeof(TrajectoryFrame) == 24);

class TrajectoryWriter::Impl {
 public:
  Impl(const std::string& path, const Scenario& scenario, double frames_per_second, const Attributes& attributes)
      : path_(path), output_(path), frames_per_second_(frames_per_second) {
    if (!(frames_per_second > 0) || frames_per_second > std::numeric_limits<double>::max()) {
      throw InputError(path + ": found " + std::to_string(frames_per_second) + " frames per second, expected a positive number");
    }
    try {
      create(output_.temporary(), scenario, attributes);
      output_.keep();
    } catch (...) {
      release();
      throw;
    }
    describe();
  }

  ~Impl() {
    try {
      close();
    } catch (const Error&) {
    }
  }

  void append(std::int64_t frame, std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present) {
    if (!file_) return;
    if (x.size() != groups_.size() || y.size() != x.size() || present.size() != x.size()) {
      throw InputError(path_ + ": found a frame of " + std::to_string(x.size()) + " agents, expected " + std::to_string(groups_.size()));
    }
    const hdf5::Quiet quiet;
    const double time = static_cast<double>(frame) / frames_per_second_;
    for (const MovingObstacle& obstacle : moving_) {
      require(moving_places_->append(ObstaclePlace{obstacle.displacement(time), obstacle.is_there(time) ? 1.f : 0.f}));
    }
    const std::uint64_t first = trajectory_->rows();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (present[i] == 0) continue;
      const std::uint32_t id = static_cast<std::uint32_t>(i);
      require(trajectory_->append(TrajectoryRow{frame, id, x[i], y[i], 0}) && positions_->append(Point{x[i], y[i]}) && ids_->append(id) &&
              point_groups_->append(groups_[i]));
    }
    frames_.push_back({frame, first, trajectory_->rows() - first});
    require(frame_index_->append(frames_.back()));
    const bool late = std::chrono::steady_clock::now() - flushed_at_ >= flush_interval;
    if (late || (trajectory_->rows() - flushed_rows_) * sizeof(TrajectoryRow) >= flush_bytes) flush();
  }

  void flush() {
    if (!file_) return;
    const hdf5::Quiet quiet;
    require((!moving_places_ || moving_places_->publish()) && frame_index_->publish() && positions_->publish() && ids_->publish() &&
            point_groups_->publish() && trajectory_->publish());
    commit();
    flushed_rows_ = trajectory_->rows();
    flushed_frames_ = frames_.size();
    flushed_at_ = std::chrono::steady_clock::now();
    // The description grows with the run. It is written only after it has doubled, which keeps its cost linear.
    if (frames_.size() >= 2 * described_frames_) describe();
  }

  void close() {
    if (!file_) return;
    flush();
    const hdf5::Quiet quiet;
    if (described_frames_ != frames_.size()) describe();
    forget_datasets();
    commit();
    if (!file_.reset()) throw MachineError(path_ + ": cannot be closed");
  }

 private:
  void create(const std::string& temporary, const Scenario& scenario, const Attributes& attributes) {
    const hdf5::Quiet quiet;
    file_ = create_ordered_file(temporary);
    require(static_cast<bool>(file_));

    require(write_text(file_.get(), "file_version", "1.0.0") &&
            write_long_text(file_.get(), "wkt_geometry", walkable_area_wkt(scenario.world, wall_thickness(scenario))));
    write_attributes(scenario, attributes);
    write_scene(scenario);
    create_datasets(scenario.agents.size());
    commit();
    flushed_at_ = std::chrono::steady_clock::now();
  }

  void write_attributes(const Scenario& scenario, const Attributes& attributes) {
    const auto given = [&](const std::string& name) {
      return std::any_of(attributes.begin(), attributes.end(), [&](const auto& attribute) { return attribute.first == name; });
    };
    const auto put = [&](const std::string& name, const std::string& value) { require(write_text(file_.get(), name, value)); };
    if (!given("scenario")) put("scenario", scenario.name);
    for (const auto& [name, value] : attributes) put(name, value);
    for (const ParameterInfo& parameter : parameter_table().infos()) {
      if (!given(parameter.name)) put(parameter.name, parameter_text(scenario.parameters, parameter));
    }
  }

  void write_scene(const Scenario& scenario) {
    const hdf5::Group group(H5Gcreate2(file_.get(), "plethos", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    std::vector<std::vector<Vec2>> polygons;
    std::vector<std::uint8_t> closed;
    for (const Polygon& polygon : scenario.world.polygons) {
      polygons.push_back(polygon.vertices);
      closed.push_back(polygon.closed ? 1 : 0);
    }
    std::vector<float> radii;
    for (const AgentRecord& agent : scenario.agents) {
      radii.push_back(agent.radius);
      groups_.push_back(agent.group);
    }
    moving_ = scenario.world.moving;
    std::vector<std::vector<Vec2>> moving;
    std::vector<std::uint8_t> moving_closed;
    for (const MovingObstacle& obstacle : moving_) {
      moving.push_back(obstacle.outline.vertices);
      moving_closed.push_back(obstacle.outline.closed ? 1 : 0);
    }
    const TravelersGoals goals = goals_of_travelers(scenario);
    require(write_outlines(group.get(), "polygon", polygons) &&
            write_array(group.get(), "polygon_closed", H5T_STD_U8LE, closed.size(), 0, closed.data()) &&
            write_array(group.get(), "goals", H5T_IEEE_F32LE, goals.points.size(), 2, goals.points.data()) &&
            (goals.exits.empty() || write_outlines(group.get(), "exit", goals.exits)) &&
            (scenario.world.walkable.empty() || write_outlines(group.get(), "walkable", scenario.world.walkable)) &&
            (moving.empty() || (write_outlines(group.get(), "moving", moving) &&
                                write_array(group.get(), "moving_closed", H5T_STD_U8LE, moving_closed.size(), 0, moving_closed.data()))) &&
            write_array(group.get(), "radius", H5T_IEEE_F32LE, radii.size(), 0, radii.data()) &&
            write_array(group.get(), "group", H5T_STD_I32LE, groups_.size(), 0, groups_.data()) &&
            write_names(group.get(), "group_names", scenario.groups));
  }

  /// Creates the data sets, /trajectory last. The driver makes data sets visible in the order of their creation, so the index of frames and
  /// the points for ParaView cover all rows of /trajectory at any moment, and the obstacles' places all frames.
  void create_datasets(std::size_t agents) {
    OrderedFile& driver = OrderedFile::of(file_.get());
    const hsize_t chunk = std::clamp<hsize_t>(std::bit_ceil(4 * agents), hsize_t{1} << 12, hsize_t{1} << 16);
    const hdf5::Group points(H5Gcreate2(file_.get(), "plethos/points", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const hdf5::Datatype row = trajectory_row_type(H5T_STD_I64LE, H5T_IEEE_F64LE);
    if (!moving_.empty()) {
      moving_places_.emplace(driver, compressor_, file_.get(), "plethos/moving_places", H5T_IEEE_F32LE, 3, 1024);
      require(static_cast<bool>(*moving_places_));
    }
    frame_index_.emplace(driver, compressor_, file_.get(), "plethos/frames", H5T_STD_I64LE, 3, 1024);
    positions_.emplace(driver, compressor_, points.get(), "position", H5T_IEEE_F32LE, 2, chunk);
    ids_.emplace(driver, compressor_, points.get(), "id", H5T_STD_U32LE, 0, chunk);
    point_groups_.emplace(driver, compressor_, points.get(), "group", H5T_STD_I32LE, 0, chunk);
    trajectory_.emplace(driver, compressor_, file_.get(), "trajectory", row.get(), 0, chunk);
    require(*frame_index_ && *positions_ && *ids_ && *point_groups_ && *trajectory_);

    const hdf5::Dataspace scalar(H5Screate(H5S_SCALAR));
    const hdf5::Attribute fps(H5Acreate2(trajectory_->id(), "fps", H5T_IEEE_F64LE, scalar.get(), H5P_DEFAULT, H5P_DEFAULT));
    require(H5Awrite(fps.get(), H5T_NATIVE_DOUBLE, &frames_per_second_) >= 0);
  }

  /// It asks the driver as well, because HDF5 does not report errors that it meets while it empties a cache.
  void commit() { require(H5Fflush(file_.get(), H5F_SCOPE_LOCAL) >= 0 && OrderedFile::of(file_.get()).error() == 0); }

  void describe() {
    try {
      write_xdmf(output_.target(), {frames_.data(), flushed_frames_}, frames_per_second_, flushed_rows_);
    } catch (const MachineError&) {
      release();
      throw;
    }
    described_frames_ = flushed_frames_;
  }

  void require(bool success) {
    if (success) return;
    const int error = file_ ? OrderedFile::of(file_.get()).error() : 0;
    std::string message = path_ + ": " + (error == 0 ? "HDF5 cannot write the file" : std::strerror(error));
    if (flushed_frames_ > 0) message += "; readable up to frame " + std::to_string(frames_[flushed_frames_ - 1].frame);
    release();
    throw MachineError(message);
  }

  void forget_datasets() {
    trajectory_.reset();
    point_groups_.reset();
    ids_.reset();
    positions_.reset();
    frame_index_.reset();
    moving_places_.reset();
  }

  /// Closes without writing anything more.
  void release() {
    const hdf5::Quiet quiet;
    if (file_) OrderedFile::of(file_.get()).abandon();
    forget_datasets();
    file_.reset();
  }

  std::string path_;
  OutputFile output_;
  double frames_per_second_;
  hdf5::File file_;
  std::vector<std::int32_t> groups_;
  std::vector<MovingObstacle> moving_;
  ChunkCompressor compressor_{std::min(most_threads, std::max(1u, std::thread::hardware_concurrency()))};
  std::optional<AppendedDataset> moving_places_, frame_index_, positions_, ids_, point_groups_, trajectory_;
  std::vector<TrajectoryFrame> frames_;
  std::uint64_t flushed_rows_ = 0;
  std::size_t flushed_frames_ = 0;
  std::size_t described_frames_ = 0;
  std::chrono::steady_clock::time_point flushed_at_;
};

TrajectoryWriter::TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second,
                                   const Attributes& attributes)
    : impl_(std::make_unique<Impl>(path, scenario, frames_per_second, attributes)) {}
TrajectoryWriter::~TrajectoryWriter() = default;
void TrajectoryWriter::append(std::int64_t frame, std::span<const float> x, std::span<const float> y,
                              std::span<const std::uint8_t> present) {
  impl_->append(frame, x, y, present);
}
void TrajectoryWriter::flush() { impl_->flush(); }
void TrajectoryWriter::close() { impl_->close(); }

}  // namespace plethos::scenarios
