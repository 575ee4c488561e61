#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>

#include "core/error.hpp"
#include "scenarios/io/child_server.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/io/trajectory_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint64_t block = std::uint64_t{1} << 20;        // elements in one request
constexpr std::int64_t largest_whole = std::int64_t{1} << 53;  // frames become times, in double precision
constexpr double largest_recorded_coordinate = 1e12;           // m: its square is a float32
constexpr double largest_rate = 1e12;

/// A request to the child: for elements of an array or, without a part, for the summary.
struct Request {
  std::uint8_t wants_summary;
  TrajectoryPart part;
  std::uint64_t first, count;
};

/// Packs lengths and texts one after the other.
class Packer {
 public:
  template <class Number>
  void number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& value) {
    number(std::uint64_t{value.size()});
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Unpacks them. It throws ChildLost if there are fewer bytes than they claim.
class Unpacker {
 public:
  explicit Unpacker(const std::string& bytes) : bytes_(bytes) {}
  template <class Number>
  Number number() {
    Number value{};
    std::memcpy(&value, next(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    const char* begin = next(size);
    return {begin, begin + size};
  }

 private:
  const char* next(std::uint64_t count) {
    if (count > bytes_.size() - place_) throw ChildLost("gave an answer without sense");
    place_ += count;
    return bytes_.data() + (place_ - count);
  }

  std::string bytes_;
  std::size_t place_ = 0;
};

std::string pack_summary(const TrajectoryFile& file) {
  Packer packer;
  packer.number(file.frames_per_second());
  for (std::size_t part = 0; part < trajectory_parts; ++part) packer.number(file.count(static_cast<TrajectoryPart>(part)));
  packer.number(std::uint64_t{file.attributes().size()});
  for (const auto& [name, value] : file.attributes()) {
    packer.text(name);
    packer.text(value);
  }
  packer.number(std::uint64_t{file.group_names().size()});
  for (const std::string& name : file.group_names()) packer.text(name);
  return packer.take();
}

/// Returns the work of the child.
ChildServer::Serve reading(const std::string& path) {
  return [path, file = std::shared_ptr<TrajectoryFile>()](const std::string& bytes) mutable {
    Request request{};
    if (bytes.size() == sizeof request) std::memcpy(&request, bytes.data(), sizeof request);
    if (!file) file = std::make_shared<TrajectoryFile>(path);
    return request.wants_summary != 0 ? pack_summary(*file) : file->read(request.part, request.first, request.count);
  };
}

bool is_frame(std::int64_t frame) { return frame >= -largest_whole && frame <= largest_whole; }
bool is_place(double x, double y) { return std::abs(x) <= largest_recorded_coordinate && std::abs(y) <= largest_recorded_coordinate; }

}  // namespace

class TrajectoryReader::Impl {
 public:
  explicit Impl(const std::string& path) : path_(path), child_(reading(path), {}) {
    read_summary();
    read_scene();
    read_frames();
  }

  std::vector<TrajectoryRow> read(std::uint64_t first, std::uint64_t count) {
    if (first > rows_ || count > rows_ - first) {
      fail("asked for rows " + std::to_string(first) + " to " + std::to_string(first + count) + " of " + std::to_string(rows_));
    }
    std::vector<TrajectoryRow> rows = fetch<TrajectoryRow>(TrajectoryPart::rows, first, count);
    for (std::uint64_t i = 0; i < rows.size(); ++i) check(rows[i], first + i);
    return rows;
  }

  std::vector<ObstaclePlace> places(std::size_t index) {
    if (moving_.empty()) return {};
    const std::uint64_t first = (index < numbers_.size() ? numbers_[index] : 0) * moving_.size();
    if (index >= numbers_.size() || first + moving_.size() > counts_[static_cast<std::size_t>(TrajectoryPart::moving_places)]) {
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
  std::vector<TrajectoryFrame> frames_;
  std::vector<Polygon> moving_;

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

  std::string ask(const Request& request) {
    try {
      return child_.ask({reinterpret_cast<const char*>(&request), sizeof request});
    } catch (const ChildLost& lost) {
      fail(std::string("damaged: the process that reads it ") + lost.what());
    }
  }

  void read_summary() {
    try {
      Unpacker unpacker(ask({1, TrajectoryPart::rows, 0, 0}));
      frames_per_second_ = unpacker.number<double>();
      for (std::uint64_t& count : counts_) count = unpacker.number<std::uint64_t>();
      for (auto n = unpacker.number<std::uint64_t>(); n > 0; --n) {
        std::string name = unpacker.text();
        attributes_.emplace_back(std::move(name), unpacker.text());
      }
      for (auto n = unpacker.number<std::uint64_t>(); n > 0; --n) group_names_.push_back(unpacker.text());
    } catch (const ChildLost& lost) {
      fail(std::string("damaged: the process that reads it ") + lost.what());
    }
    if (!(frames_per_second_ >= 1 / largest_rate && frames_per_second_ <= largest_rate)) fail("attribute 'fps' is not a positive number");
    rows_ = counts_[static_cast<std::size_t>(TrajectoryPart::rows)];
    const auto wkt = std::find_if(attributes_.begin(), attributes_.end(), [](const auto& a) { return a.first == "wkt_geometry"; });
    if (wkt == attributes_.end()) return;
    wkt_ = wkt->second;
    attributes_.erase(wkt);
  }

  template <class Element>
  std::vector<Element> fetch(TrajectoryPart part, std::uint64_t first, std::uint64_t count) {
    static_assert(std::is_trivially_copyable_v<Element>);
    std::vector<Element> result;
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t size = std::min(block, count - done);
      const std::string bytes = ask({0, part, first + done, size});
      if (bytes.size() != size * sizeof(Element)) fail("damaged: the process that reads it gave an answer without sense");
      result.resize(done + size);
      std::memcpy(result.data() + done, bytes.data(), bytes.size());
      done += size;
    }
    return result;
  }

  template <class Element>
  std::vector<Element> fetch(TrajectoryPart part) {
    return fetch<Element>(part, 0, counts_[static_cast<std::size_t>(part)]);
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
    const auto are_places = [](const std::vector<Vec2>& points) {
      return std::all_of(points.begin(), points.end(), [](Vec2 p) { return is_place(p.x, p.y); });
    };
    const auto read_outlines = [&](TrajectoryPart part, TrajectoryPart sizes_part, const char* name, std::size_t least) {
      const auto vertices = fetch<Vec2>(part);
      if (!are_places(vertices)) fail("damaged: a vertex is not finite");
      std::vector<std::vector<Vec2>> outlines;
      std::size_t first = 0;
      for (const std::uint32_t size : fetch<std::uint32_t>(sizes_part)) {
        if (size < least || size > vertices.size() - first) {
          fail("damaged: 'plethos/" + std::string(name) + "_sizes' does not fit the vertices");
        }
        const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
        outlines.emplace_back(begin, begin + size);
        first += size;
      }
      return outlines;
    };
    if (!are_places(world_.goals)) fail("damaged: a goal is not finite");
    const auto is_radius = [](float radius) { return radius >= 0 && radius <= largest_recorded_coordinate; };
    if (!std::all_of(radii_.begin(), radii_.end(), is_radius)) fail("damaged: a radius is not a positive number");
    auto polygons = read_outlines(TrajectoryPart::vertices, TrajectoryPart::sizes, "polygon", 2);
    if (closed.size() < polygons.size()) fail("damaged: 'plethos/polygon_sizes' does not fit the vertices");
    for (std::size_t i = 0; i < polygons.size(); ++i) world_.polygons.push_back({std::move(polygons[i]), closed[i] != 0});
    exits_ = read_outlines(TrajectoryPart::exit_vertices, TrajectoryPart::exit_sizes, "exit", 2);
    world_.walkable = read_outlines(TrajectoryPart::walkable_vertices, TrajectoryPart::walkable_sizes, "walkable", 3);
    auto moving = read_outlines(TrajectoryPart::moving_vertices, TrajectoryPart::moving_sizes, "moving", 2);
    const auto moving_closed = fetch<std::uint8_t>(TrajectoryPart::moving_closed);
    if (moving_closed.size() < moving.size()) fail("damaged: 'plethos/moving_sizes' does not fit the vertices");
    for (std::size_t i = 0; i < moving.size(); ++i) moving_.push_back({std::move(moving[i]), moving_closed[i] != 0});
    segments_ = world_.segments();
  }

  /// Reads frames from the index if the file has one. The index may run ahead of the rows if the writer was killed.
  void read_frames() {
    std::uint64_t next = 0;
    std::uint64_t number = 0;
    for (const TrajectoryFrame& entry : fetch<TrajectoryFrame>(TrajectoryPart::frames)) {
      if (entry.first != next || entry.count > rows_ - next || !is_frame(entry.frame)) break;
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

  ChildServer child_;
  std::vector<std::uint64_t> numbers_;  // of each frame among all that were recorded, empty ones included
  std::uint64_t counts_[trajectory_parts] = {};
};

TrajectoryReader::TrajectoryReader(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;
const std::string& TrajectoryReader::path() const { return impl_->path_; }
double TrajectoryReader::frames_per_second() const { return impl_->frames_per_second_; }
std::string TrajectoryReader::wkt_geometry() const { return impl_->wkt_; }
const Attributes& TrajectoryReader::attributes() const { return impl_->attributes_; }
std::uint64_t TrajectoryReader::rows() const { return impl_->rows_; }
const std::vector<TrajectoryFrame>& TrajectoryReader::frames() const { return impl_->frames_; }
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
