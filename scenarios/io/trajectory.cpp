#include "scenarios/io/trajectory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "scenarios/io/appended_dataset.hpp"
#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/frame_part.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/io/ordered_file.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/io/row_columns.hpp"
#include "scenarios/io/trajectory_row.hpp"
#include "scenarios/io/trajectory_scene.hpp"
#include "scenarios/io/xdmf.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t flush_bytes = std::uint64_t{64} << 20;
constexpr std::chrono::seconds flush_interval(2);
constexpr std::uint64_t rows_of_index_chunk = 1024;
constexpr const char* points_name = "plethos/points";

using simulation::PlacedAgent;

}  // namespace

static_assert(std::endian::native == std::endian::little, "rows are written as they lie in memory");
static_assert(sizeof(TrajectoryRow) == 40 && sizeof(TrajectoryFrame) == 24);

class TrajectoryWriter::Impl {
 public:
  Impl(const std::string& path, const Scenario& scenario, double frames_per_second, const Attributes& attributes)
      : Impl(path, scenario, frames_per_second) {
    output_.emplace(path, OutputKind::trajectory);
    try {
      create(scenario, attributes);
      output_->keep();
    } catch (...) {
      release();
      throw;
    }
    describe();
  }

  Impl(const std::string& path, const Scenario& scenario, double frames_per_second, const Continued& continued)
      : Impl(path, scenario, frames_per_second) {
    continued_.emplace(path);
    try {
      go_on(continued);
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
    begin_frame(frame);
    const hdf5::Quiet quiet;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (present[i] != 0) append(frame, {static_cast<std::uint32_t>(i), x[i], y[i]});
    }
    end_frame();
  }

  void begin_frame(std::int64_t frame) {
    if (!file_) return;
    const hdf5::Quiet quiet;
    append_places(frame);
    frames_.push_back({frame, rows(), 0});
  }

  void append_part(std::span<const std::byte> part) {
    if (!file_) return;
    const hdf5::Quiet quiet;
    read_part(part, {[&](std::span<const PlacedAgent> agents) {
                       for (const PlacedAgent& agent : agents) append(frames_.back().frame, agent);
                     },
                     [&](const auto& chunk) {
                       for (std::size_t k = 0; k < row_columns; ++k) require(columns_[k]->append_chunk(chunk[k]));
                     }});
  }

  void end_frame() {
    if (!file_) return;
    const hdf5::Quiet quiet;
    frames_.back().count = rows() - frames_.back().first;
    require(frame_index_->append(frames_.back()));
    const bool late = std::chrono::steady_clock::now() - flushed_at_ >= flush_interval;
    if (late || (rows() - flushed_rows_) * sizeof(TrajectoryRow) >= flush_bytes) flush();
  }

  std::uint64_t rows() const { return columns_.back() ? columns_.back()->rows() : 0; }
  std::int64_t last_frame() const { return frames_.empty() ? -1 : frames_.back().frame; }

  void flush() {
    if (!file_) return;
    const hdf5::Quiet quiet;
    require((!moving_places_ || moving_places_->publish()) && frame_index_->publish());
    for (std::optional<AppendedDataset>& column : columns_) require(column->publish());
    commit();
    flushed_rows_ = rows();
    flushed_frames_ = frames_.size();
    flushed_at_ = std::chrono::steady_clock::now();
    // The description grows with the run. It is written only after it has doubled, which keeps its cost linear.
    if (frames_.size() >= 2 * described_frames_) describe();
  }

  void sync() {
    flush();
    if (file_) require(OrderedFile::of(file_.get()).sync());
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
  /// What both kinds begin with.
  Impl(const std::string& path, const Scenario& scenario, double frames_per_second)
      : path_(path), frames_per_second_(frames_per_second), moving_(scenario.world.moving) {
    if (!(frames_per_second > 0) || frames_per_second > std::numeric_limits<double>::max()) {
      throw InputError(path + ": found " + std::to_string(frames_per_second) + " frames per second, expected a positive number");
    }
    for (const AgentRecord& agent : scenario.agents) groups_.push_back(agent.group);
  }

  void create(const Scenario& scenario, const Attributes& attributes) {
    const hdf5::Quiet quiet;
    start_threads();
    file_ = create_ordered_file(output_->temporary());
    require(static_cast<bool>(file_));
    require(write_trajectory_attributes(file_.get(), scenario, attributes) && write_trajectory_scene(file_.get(), scenario));
    const hdf5::Group points(H5Gcreate2(file_.get(), points_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    require(open_datasets(points.get(), {}));
    const hdf5::Dataspace scalar(H5Screate(H5S_SCALAR));
    const hdf5::Attribute fps(H5Acreate2(columns_.back()->id(), "fps", H5T_IEEE_F64LE, scalar.get(), H5P_DEFAULT, H5P_DEFAULT));
    require(H5Awrite(fps.get(), H5T_NATIVE_DOUBLE, &frames_per_second_) >= 0);
    commit();
    flushed_at_ = std::chrono::steady_clock::now();
  }

  void start_threads() { compressor_.emplace(compressing_threads()); }

  /// The file is read as any file is, in another process, before HDF5 opens it here.
  void go_on(const Continued& continued) {
    const TrajectoryReader found(path_);
    require_same_recording(found, continued);
    frames_ = found.index();
    flushed_rows_ = frames_.empty() ? 0 : frames_.back().first + frames_.back().count;
    flushed_frames_ = frames_.size();
    // Not before: the reader's process is a copy of this one, which should not find a thread in the middle of its start.
    start_threads();
    const hdf5::Quiet quiet;
    file_ = open_ordered_file(continued_->target());
    require(static_cast<bool>(file_));
    const hdf5::Group points(H5Gopen2(file_.get(), points_name, H5P_DEFAULT));
    const std::uint64_t chunk = rows_of_row_chunk(groups_.size());
    const std::uint64_t places = frames_.size() * moving_.size();
    if (!points || !open_datasets(points.get(),
                                  WholeChunks{places / rows_of_index_chunk, frames_.size() / rows_of_index_chunk, flushed_rows_ / chunk})) {
      throw InputError(path_ + ": found data sets that do not fit together, expected those of a recording by plethos; choose another name");
    }
    append_again(found, flushed_rows_ / chunk * chunk);
    flushed_at_ = std::chrono::steady_clock::now();
  }

  void require_same_recording(const TrajectoryReader& found, const Continued& continued) const {
    const auto fail = [&](const std::string& what) { throw InputError(path_ + ": found " + what + "; choose another name"); };
    const Attributes& attributes = found.attributes();
    const bool is_of_run = std::find(attributes.begin(), attributes.end(),
                                     std::pair<std::string, std::string>(run_attribute, continued.run)) != attributes.end();
    if (!is_of_run || found.radii().size() != groups_.size()) fail("a recording of another run, expected that which goes on");
    if (found.frames_per_second() != frames_per_second_) {
      fail("a recording with " + number_text(found.frames_per_second()) + " frames per second, expected " +
           number_text(frames_per_second_));
    }
    const std::vector<TrajectoryFrame>& index = found.index();
    const std::int64_t last = index.empty() ? -1 : index.back().frame;
    if (last < continued.last_frame) {
      fail("frames up to " + std::to_string(last) + " alone, expected them up to " + std::to_string(continued.last_frame));
    }
    const std::uint64_t rows = index.empty() ? 0 : index.back().first + index.back().count;
    if (rows != found.rows()) fail("rows that its index of frames does not know");
  }

  /// Appends what lies behind the last whole chunks of the file, which is written anew with further rows.
  void append_again(const TrajectoryReader& found, std::uint64_t first) {
    const std::size_t before = frames_.size() / rows_of_index_chunk * rows_of_index_chunk;
    for (std::size_t i = before; i < frames_.size(); ++i) require(frame_index_->append(frames_[i]));
    if (moving_places_) {
      // Frames share chunks of places, so that those of the first one may lie in the chunk before.
      std::uint64_t skipped = moving_places_->rows();
      const std::size_t from = skipped / moving_.size();
      skipped -= from * moving_.size();
      for (std::size_t i = from; i < frames_.size(); ++i) append_places(frames_[i].frame, std::exchange(skipped, 0));
    }
    for (const TrajectoryRow& row : found.read(first, flushed_rows_ - first)) {
      if (row.id < 0 || static_cast<std::size_t>(row.id) >= groups_.size())
        throw InputError(path_ + ": damaged: found an id that no agent has");
      append(row.frame, {static_cast<std::uint32_t>(row.id), static_cast<float>(row.x), static_cast<float>(row.y)});
    }
  }

  /// How many whole chunks of its data sets a file has.
  struct WholeChunks {
    std::uint64_t places, frames, rows;
  };

  /// Creates or opens the data sets, /trajectory last. The driver makes data sets visible in the order of their creation, so the index of
  /// frames and the points for ParaView cover all rows of /trajectory at any moment, and the obstacles' places all frames. Returns whether
  /// HDF5 could.
  bool open_datasets(hid_t points, const std::optional<WholeChunks>& found) {
    const auto open = [&](std::optional<AppendedDataset>& dataset, hid_t parent, const char* name, const AppendedShape& shape,
                          std::uint64_t WholeChunks::*chunks) {
      dataset.emplace(OrderedFile::of(file_.get()), *compressor_, parent, name, shape,
                      found ? std::optional(*found.*chunks) : std::nullopt);
      return static_cast<bool>(*dataset);
    };
    const hdf5::Datatype row = trajectory_row_type(H5T_STD_I64LE, H5T_IEEE_F64LE);
    const std::uint64_t chunk = rows_of_row_chunk(groups_.size());
    const hid_t file = file_.get();
    return (moving_.empty() ||
            open(moving_places_, file, "plethos/moving_places", {H5T_IEEE_F32LE, 3, rows_of_index_chunk}, &WholeChunks::places)) &&
           open(frame_index_, file, "plethos/frames", {H5T_STD_I64LE, 3, rows_of_index_chunk}, &WholeChunks::frames) &&
           open(columns_[0], points, "position", {H5T_IEEE_F32LE, 2, chunk}, &WholeChunks::rows) &&
           open(columns_[1], points, "id", {H5T_STD_U32LE, 0, chunk}, &WholeChunks::rows) &&
           open(columns_[2], points, "group", {H5T_STD_I32LE, 0, chunk}, &WholeChunks::rows) &&
           open(columns_[3], file, "trajectory", {row.get(), 0, chunk}, &WholeChunks::rows);
  }

  void append(std::int64_t frame, const PlacedAgent& agent) {
    for_each_column(columns_of(frame, agent, groups_[agent.id]),
                    [&](std::size_t k, const auto& column) { require(columns_[k]->append(column)); });
  }

  /// Appends where the moving obstacles are in a frame, without the first `skipped` of them.
  void append_places(std::int64_t frame, std::size_t skipped = 0) {
    const double time = static_cast<double>(frame) / frames_per_second_;
    for (const MovingObstacle& obstacle : std::span(moving_).subspan(skipped)) {
      require(moving_places_->append(ObstaclePlace{obstacle.displacement(time), obstacle.is_there(time) ? 1.f : 0.f}));
    }
  }

  /// It asks the driver as well, because HDF5 does not report errors that it meets while it empties a cache.
  void commit() { require(H5Fflush(file_.get(), H5F_SCOPE_LOCAL) >= 0 && OrderedFile::of(file_.get()).error() == 0); }

  void describe() {
    try {
      write_xdmf(output_ ? output_->target() : continued_->target(), {frames_.data(), flushed_frames_}, frames_per_second_, flushed_rows_);
    } catch (const Error&) {
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
    for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) column->reset();
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
  std::optional<OutputFile> output_;  // one of them
  std::optional<ContinuedFile> continued_;
  double frames_per_second_;
  hdf5::File file_;
  std::vector<std::int32_t> groups_;
  std::vector<MovingObstacle> moving_;
  std::optional<ChunkCompressor> compressor_;
  std::optional<AppendedDataset> moving_places_, frame_index_;
  std::array<std::optional<AppendedDataset>, row_columns> columns_;  // RowColumns
  std::vector<TrajectoryFrame> frames_;
  std::uint64_t flushed_rows_ = 0;
  std::size_t flushed_frames_ = 0;
  std::size_t described_frames_ = 0;
  std::chrono::steady_clock::time_point flushed_at_;
};

TrajectoryWriter::TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second,
                                   const Attributes& attributes)
    : impl_(std::make_unique<Impl>(path, scenario, frames_per_second, attributes)) {}
TrajectoryWriter::TrajectoryWriter(const std::string& path, const Scenario& scenario, double frames_per_second, const Continued& continued)
    : impl_(std::make_unique<Impl>(path, scenario, frames_per_second, continued)) {}
TrajectoryWriter::~TrajectoryWriter() = default;
void TrajectoryWriter::append(std::int64_t frame, std::span<const float> x, std::span<const float> y,
                              std::span<const std::uint8_t> present) {
  impl_->append(frame, x, y, present);
}
void TrajectoryWriter::begin_frame(std::int64_t frame) { impl_->begin_frame(frame); }
void TrajectoryWriter::append_part(std::span<const std::byte> part) { impl_->append_part(part); }
void TrajectoryWriter::end_frame() { impl_->end_frame(); }
std::uint64_t TrajectoryWriter::rows() const { return impl_->rows(); }
std::int64_t TrajectoryWriter::last_frame() const { return impl_->last_frame(); }
void TrajectoryWriter::sync() { impl_->sync(); }
void TrajectoryWriter::flush() { impl_->flush(); }
void TrajectoryWriter::close() { impl_->close(); }

}  // namespace plethos::scenarios
