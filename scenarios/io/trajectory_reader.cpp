#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "scenarios/io/array_client.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/io/trajectory_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t block = std::uint64_t{1} << 20;        // rows that are looked at together
constexpr std::int64_t largest_whole = std::int64_t{1} << 53;  // frames become times, in double precision
constexpr double largest_rate = 1e12;

bool is_frame(std::int64_t frame) { return frame >= -largest_whole && frame <= largest_whole; }

}  // namespace

class TrajectoryReader::Impl {
 public:
  Impl(const std::string& path, std::optional<std::uint64_t> seed)
      : path_(path), file_(path, [path]() -> std::shared_ptr<ArrayFile> { return std::make_shared<TrajectoryFile>(path); }) {
    read_summary();
    read_scene();
    read_worlds(seed);
    read_frames();
    is_one_world_ = seed.has_value();
    if (is_one_world_) leave_frames_without_rows();
  }

  std::vector<TrajectoryRow> read(std::uint64_t first, std::uint64_t count) {
    if (first > rows_ || count > rows_ - first) {
      fail("asked for rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of " + std::to_string(rows_));
    }
    std::vector<TrajectoryRow> rows = fetch<TrajectoryRow>(TrajectoryPart::rows, first, count);
    for (std::uint64_t i = 0; i < rows.size(); ++i) check(rows[i], first + i);
    if (is_one_world_) std::erase_if(rows, [this](const TrajectoryRow& row) { return row.id < first_id_ || row.id >= end_id_; });
    return rows;
  }

  std::vector<ObstaclePlace> places(std::size_t index) {
    if (moving_.empty()) return {};
    const std::uint64_t first = (index < numbers_.size() ? numbers_[index] : 0) * moving_.size();
    if (index >= numbers_.size() || first + moving_.size() > count(TrajectoryPart::moving_places)) {
      fail("damaged: 'plethos/moving_places' does not cover the frames");
    }
    std::vector<ObstaclePlace> places = fetch<ObstaclePlace>(TrajectoryPart::moving_places, first, moving_.size());
    for (const ObstaclePlace& place : places) {
      if (!is_place(place.displacement.x, place.displacement.y)) fail("damaged: the place of an obstacle is not finite");
    }
    return places;
  }

  std::string path_;
  double frames_per_second_ = 0;
  std::uint64_t rows_ = 0;
  std::string wkt_;
  Attributes attributes_;
  World world_;
  std::vector<std::vector<Vec2>> exits_;
  std::vector<Segment> segments_;
  std::vector<float> radii_;
  std::vector<std::int32_t> groups_;
  std::vector<std::string> group_names_;
  std::vector<TrajectoryFrame> frames_, index_;
  std::vector<Polygon> moving_;
  std::vector<std::uint64_t> seeds_;

 private:
  [[noreturn]] void fail(const std::string& reason) const { file_.fail(reason); }
  std::uint64_t count(TrajectoryPart part) const { return file_.count(static_cast<std::size_t>(part)); }

  void read_summary() {
    try {
      frames_per_second_ = file_.more().number<double>();
      for (auto n = file_.more().number<std::uint64_t>(); n > 0; --n) group_names_.push_back(file_.more().text());
    } catch (const ChildLost& lost) {
      fail(std::string("damaged: the process that reads it ") + lost.what());
    }
    attributes_ = std::move(file_.attributes());
    if (!(frames_per_second_ >= 1 / largest_rate && frames_per_second_ <= largest_rate)) fail("attribute 'fps' is not a positive number");
    rows_ = count(TrajectoryPart::rows);
    const auto wkt = std::find_if(attributes_.begin(), attributes_.end(), [](const auto& a) { return a.first == "wkt_geometry"; });
    if (wkt == attributes_.end()) return;
    wkt_ = wkt->second;
    attributes_.erase(wkt);
  }

  template <class Row>
  std::vector<Row> fetch(TrajectoryPart part, std::uint64_t first, std::uint64_t rows) {
    return file_.fetch<Row>(static_cast<std::size_t>(part), first, rows);
  }
  template <class Row>
  std::vector<Row> fetch(TrajectoryPart part) {
    return file_.fetch<Row>(static_cast<std::size_t>(part));
  }
  std::vector<std::vector<Vec2>> outlines(TrajectoryPart vertices, TrajectoryPart sizes, const char* name, std::size_t least) {
    return read_outlines(file_, static_cast<std::size_t>(vertices), static_cast<std::size_t>(sizes), name, least);
  }

  void check(const TrajectoryRow& row, std::uint64_t number) const {
    if (!is_frame(row.frame)) {
      fail("row " + std::to_string(number) + ": found frame " + std::to_string(row.frame) + ", expected at most 2^53");
    }
    if (is_place(row.x, row.y)) return;
    fail("row " + std::to_string(number) + " (frame " + std::to_string(row.frame) + ", id " + std::to_string(row.id) +
         "): found position (" + std::to_string(row.x) + ", " + std::to_string(row.y) +
         "), expected finite numbers, at most 1e12 m from the origin");
  }

  void read_scene() {
    const auto closed = fetch<std::uint8_t>(TrajectoryPart::closed);
    world_.goals = fetch<Vec2>(TrajectoryPart::goals);
    radii_ = fetch<float>(TrajectoryPart::radii);
    groups_ = fetch<std::int32_t>(TrajectoryPart::groups);
    if (!are_places(world_.goals)) fail("damaged: a goal is not finite");
    const auto is_radius = [](float radius) { return radius >= 0 && is_place(radius, 0); };
    if (!std::all_of(radii_.begin(), radii_.end(), is_radius)) fail("damaged: a radius is not a positive number");
    auto polygons = outlines(TrajectoryPart::vertices, TrajectoryPart::sizes, "plethos/polygon_sizes", 2);
    if (closed.size() < polygons.size()) fail("damaged: 'plethos/polygon_sizes' does not fit the vertices");
    for (std::size_t i = 0; i < polygons.size(); ++i) world_.polygons.push_back({std::move(polygons[i]), closed[i] != 0});
    exits_ = outlines(TrajectoryPart::exit_vertices, TrajectoryPart::exit_sizes, "plethos/exit_sizes", 2);
    world_.walkable = outlines(TrajectoryPart::walkable_vertices, TrajectoryPart::walkable_sizes, "plethos/walkable_sizes", 3);
    auto moving = outlines(TrajectoryPart::moving_vertices, TrajectoryPart::moving_sizes, "plethos/moving_sizes", 2);
    const auto moving_closed = fetch<std::uint8_t>(TrajectoryPart::moving_closed);
    if (moving_closed.size() < moving.size()) fail("damaged: 'plethos/moving_sizes' does not fit the vertices");
    for (std::size_t i = 0; i < moving.size(); ++i) moving_.push_back({std::move(moving[i]), moving_closed[i] != 0});
    segments_ = world_.segments();
  }

  /// Returns the number of things that each world has, of `all`.
  std::vector<std::int64_t> of_worlds(TrajectoryPart part, const char* name, std::size_t all) {
    const auto counts = fetch<std::int64_t>(part);
    auto left = static_cast<std::int64_t>(all);
    for (const std::int64_t count : counts) {
      if (count < 0 || count > left) fail(std::string("damaged: '") + name + "' has more than there are");
      left -= count;
    }
    if (!counts.empty() && counts.size() != seeds_.size()) fail(std::string("damaged: '") + name + "' does not fit the seeds");
    return counts;
  }

  void read_worlds(std::optional<std::uint64_t> seed) {
    seeds_ = fetch<std::uint64_t>(TrajectoryPart::world_seeds);
    const auto agents = of_worlds(TrajectoryPart::world_agents, "plethos/world_agents", radii_.size());
    const auto goals = of_worlds(TrajectoryPart::world_goals, "plethos/world_goals", world_.goals.size());
    if (agents.size() != seeds_.size()) fail("damaged: 'plethos/world_agents' does not fit the seeds");
    if (!seed) return;
    const auto found = std::ranges::find(seeds_, *seed);
    if (found == seeds_.end()) {
      fail(seeds_.empty() ? "found no worlds of an ensemble, expected one of the seed " + std::to_string(*seed)
                          : "found no world of the seed " + std::to_string(*seed) + ", expected one of " + std::to_string(seeds_.size()) +
                                " seeds, from " + std::to_string(*std::ranges::min_element(seeds_)) + " to " +
                                std::to_string(*std::ranges::max_element(seeds_)));
    }
    const auto world = static_cast<std::size_t>(found - seeds_.begin());
    const auto before = [world](const std::vector<std::int64_t>& counts) {
      return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(world), std::int64_t{0});
    };
    first_id_ = before(agents);
    end_id_ = first_id_ + agents[world];
    if (goals.empty()) return;
    const std::vector<Vec2>& all = world_.goals;
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(before(goals));
    world_.goals = std::vector<Vec2>(first, first + static_cast<std::ptrdiff_t>(goals[world]));
  }

  /// Leaves out the frames in which the world has nobody: behind its end, all of them.
  void leave_frames_without_rows() {
    std::vector<TrajectoryFrame> frames;
    std::vector<std::uint64_t> numbers;
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      if (!has_rows(frames_[k])) continue;
      frames.push_back(frames_[k]);
      numbers.push_back(numbers_.empty() ? 0 : numbers_[k]);
    }
    frames_ = std::move(frames);
    numbers_ = std::move(numbers);
  }
  bool has_rows(const TrajectoryFrame& frame) {
    for (std::uint64_t done = 0; done < frame.count; done += block) {
      if (!read(frame.first + done, std::min(block, frame.count - done)).empty()) return true;
    }
    return false;
  }

  /// Reads frames from the index if the file has one. The index may run ahead of the rows if the writer was killed.
  void read_frames() {
    std::uint64_t next = 0;
    std::uint64_t number = 0;
    for (const TrajectoryFrame& entry : fetch<TrajectoryFrame>(TrajectoryPart::frames)) {
      const bool grows = index_.empty() || entry.frame > index_.back().frame;
      if (!grows || entry.first != next || entry.count > rows_ - next || !is_frame(entry.frame)) break;
      index_.push_back(entry);
      if (entry.count != 0) {
        frames_.push_back(entry);
        numbers_.push_back(number);
      }
      next += entry.count;
      ++number;
    }
    while (next < rows_) {
      for (const TrajectoryRow& row : read(next, std::min(block, rows_ - next))) {
        if (frames_.empty() || frames_.back().frame != row.frame) frames_.push_back({row.frame, next, 0});
        ++frames_.back().count;
        ++next;
      }
    }
  }

  ArrayClient file_;
  std::vector<std::uint64_t> numbers_;  // of each frame among all that were recorded, empty ones included
  bool is_one_world_ = false;
  std::int64_t first_id_ = 0, end_id_ = 0;  // of its agents
};

TrajectoryReader::TrajectoryReader(const std::string& path) : impl_(std::make_unique<Impl>(path, std::nullopt)) {}
TrajectoryReader::TrajectoryReader(const std::string& path, std::uint64_t seed) : impl_(std::make_unique<Impl>(path, seed)) {}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;
const std::string& TrajectoryReader::path() const { return impl_->path_; }
double TrajectoryReader::frames_per_second() const { return impl_->frames_per_second_; }
std::string TrajectoryReader::wkt_geometry() const { return impl_->wkt_; }
const Attributes& TrajectoryReader::attributes() const { return impl_->attributes_; }
const std::vector<std::uint64_t>& TrajectoryReader::seeds() const { return impl_->seeds_; }
std::uint64_t TrajectoryReader::rows() const { return impl_->rows_; }
const std::vector<TrajectoryFrame>& TrajectoryReader::frames() const { return impl_->frames_; }
const std::vector<TrajectoryFrame>& TrajectoryReader::index() const { return impl_->index_; }
std::vector<TrajectoryRow> TrajectoryReader::read(std::uint64_t first, std::uint64_t count) const { return impl_->read(first, count); }
const std::vector<Polygon>& TrajectoryReader::polygons() const { return impl_->world_.polygons; }
const std::vector<Segment>& TrajectoryReader::segments() const { return impl_->segments_; }
const std::vector<Vec2>& TrajectoryReader::goals() const { return impl_->world_.goals; }
const std::vector<std::vector<Vec2>>& TrajectoryReader::exits() const { return impl_->exits_; }
const std::vector<std::vector<Vec2>>& TrajectoryReader::walkable() const { return impl_->world_.walkable; }
const std::vector<Polygon>& TrajectoryReader::moving() const { return impl_->moving_; }
std::vector<ObstaclePlace> TrajectoryReader::places(std::size_t index) const { return impl_->places(index); }
const std::vector<float>& TrajectoryReader::radii() const { return impl_->radii_; }
const std::vector<std::int32_t>& TrajectoryReader::groups() const { return impl_->groups_; }
const std::vector<std::string>& TrajectoryReader::group_names() const { return impl_->group_names_; }

}  // namespace plethos::scenarios
