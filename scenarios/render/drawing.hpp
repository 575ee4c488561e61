#pragma once

#include <cstdint>
#include <vector>

#include "core/world.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/render/agent_places.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/layout.hpp"
#include "scenarios/render/render.hpp"

namespace plethos::scenarios {

/// The agents at one time, indexed by place (AgentPlaces). `present` is 0 for absent ones. A later moment may have more places.
struct Moment {
  double time = 0;  ///< s
  std::vector<Vec2> position;
  std::vector<float> speed;  ///< m/s, since the moment before
  std::vector<std::uint8_t> present;
  std::vector<ObstaclePlace> obstacles;  // of each moving obstacle

  void resize(std::size_t places) {
    position.resize(places);
    speed.resize(places);
    present.resize(places);
  }
};

/// The content of a drawing and its layout on the canvas. It is made once for a picture or video.
class Drawing {
 public:
  /// Reads some frames to learn the extent, speeds and directions. Errors: as render().
  Drawing(const TrajectoryReader& trajectory, const RenderOptions& options);

  int width() const { return layout_.width; }
  int height() const { return layout_.height; }
  /// Returns the number of agents that the file lists, and of others that were seen so far.
  std::size_t agents() const { return places_.size(); }
  double pixels_per_meter() const { return layout_.scale; }
  Vec2 to_canvas(Vec2 p) const { return layout_.to_canvas(p); }
  Rgb color(std::size_t place, float speed) const;

  double frame_time(std::size_t index) const;
  /// Reads a frame. Speeds are taken since `before`, if that is not empty.
  Moment moment(std::size_t index, const Moment& before) const;

  /// Draws ground, the obstacles that stay, and goals.
  void draw_world(Canvas& canvas) const;
  /// Draws the moving obstacles.
  void draw_moving(Canvas& canvas, const Moment& moment) const;
  void draw_agents(Canvas& canvas, const Moment& moment) const;
  /// Draws scale bar, legend and time below the drawing.
  void draw_footer(Canvas& canvas, double time) const;

 private:
  /// Returns the extent of the drawing.
  Bounds survey();
  void draw_exits(Canvas& canvas) const;
  void draw_speed_scale(Canvas& canvas, double left, double right, double baseline, double size) const;
  void draw_directions(Canvas& canvas, double left, double right, double baseline, double size) const;
  void draw_groups(Canvas& canvas, double left, double right, double baseline, double size) const;

  const TrajectoryReader* trajectory_;
  RenderOptions options_;
  bool by_direction_ = false;
  std::vector<float> directions_;  // turns, by place
  float top_speed_ = 1;
  mutable AgentPlaces places_;  // grows while snapshots are read
  Layout layout_;
};

}  // namespace plethos::scenarios
