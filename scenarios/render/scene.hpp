#pragma once

#include <cstdint>
#include <vector>

#include "core/world.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/render.hpp"

namespace plethos::scenarios {

/// Where agents are at one time. Indexed by id; `present` is 0 for those that are not there.
struct Snapshot {
  double time = 0;  ///< s
  std::vector<Vec2> position;
  std::vector<float> speed;  ///< m/s, since the snapshot before
  std::vector<std::uint8_t> present;
};

/// What is drawn and how it lies on the canvas; made once for a picture or video.
class Scene {
 public:
  /// Reads some frames to learn the extent, speeds and directions. Errors as render().
  Scene(const TrajectoryReader& trajectory, const RenderOptions& options);

  int width() const { return width_; }
  int height() const { return height_; }
  /// Agents that may be there: one more than the greatest id.
  std::size_t agents() const { return agents_; }
  double pixels_per_meter() const { return scale_; }
  Vec2 to_canvas(Vec2 p) const;
  Rgb color(std::uint32_t id, float speed) const;

  double frame_time(std::size_t index) const;
  /// Reads a frame; speeds are taken since `before`, if that is not empty.
  Snapshot snapshot(std::size_t index, const Snapshot& before) const;

  /// Ground, obstacles and goals.
  void draw_world(Canvas& canvas) const;
  void draw_agents(Canvas& canvas, const Snapshot& snapshot) const;
  /// Scale bar, legend and time, below the scene.
  void draw_footer(Canvas& canvas, double time) const;

 private:
  void survey();
  void lay_out();
  void draw_speed_scale(Canvas& canvas, double left, double right, double baseline, double size) const;
  void draw_directions(Canvas& canvas, double left, double right, double baseline, double size) const;
  void draw_groups(Canvas& canvas, double left, double right, double baseline, double size) const;

  const TrajectoryReader* trajectory_;
  RenderOptions options_;
  bool by_direction_ = false;
  std::vector<float> directions_;  // turns, by id
  float top_speed_ = 1;
  Bounds bounds_;
  std::size_t agents_ = 0;  // one more than the greatest id
  int width_ = 0;
  int height_ = 0;
  double footer_ = 0;
  double scale_ = 1;
  Vec2 origin_;  // of the scene on the canvas
};

}  // namespace plethos::scenarios
