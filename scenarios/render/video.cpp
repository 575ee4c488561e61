#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/check.hpp"
#include "scenarios/render/drawing.hpp"
#include "scenarios/render/ffmpeg.hpp"
#include "scenarios/render/render.hpp"

namespace plethos::scenarios {
namespace {

constexpr double longest = 30;       // s: of a video whose speed the user does not set
constexpr double default_trail = 3;  // s
constexpr double most_frames = 1e8;  // of a video: 38 days at 30 a second

/// The recorded frames before and after a moment that only moves forward.
class Motion {
 public:
  explicit Motion(const TrajectoryReader& trajectory, const Drawing& drawing)
      : frames_(trajectory.frames().size()), drawing_(&drawing), before_(drawing.moment(0, {})), after_(before_) {
    if (frames_ > 1) {
      after_ = drawing.moment(1, before_);
      before_.resize(after_.position.size());
      before_.speed = after_.speed;
    }
  }

  Moment at(double time) {
    while (time > after_.time && next_ < frames_) {
      before_ = std::move(after_);
      after_ = drawing_->moment(next_++, before_);
      before_.resize(after_.position.size());
    }
    const double span = after_.time - before_.time;
    const float t = span > 0 ? static_cast<float>(std::clamp((time - before_.time) / span, 0.0, 1.0)) : 0.f;
    Moment now = before_;
    now.time = time;
    for (std::size_t k = 0; k < now.obstacles.size(); ++k) {
      const ObstaclePlace& next = after_.obstacles[k];
      if (now.obstacles[k].there == 0 || next.there == 0) continue;
      now.obstacles[k].displacement = (1 - t) * before_.obstacles[k].displacement + t * next.displacement;
    }
    for (std::size_t id = 0; id < now.position.size(); ++id) {
      if (after_.present[id] == 0) continue;
      if (before_.present[id] == 0) {
        // The agent appears with the frame after.
        now.present[id] = t >= 1;
        now.position[id] = after_.position[id];
        continue;
      }
      now.position[id] = (1 - t) * before_.position[id] + t * after_.position[id];
      now.speed[id] = (1 - t) * before_.speed[id] + t * after_.speed[id];
    }
    return now;
  }

 private:
  std::size_t frames_;
  std::size_t next_ = 2;
  const Drawing* drawing_;
  Moment before_, after_;
};

void draw_moves(const Drawing& drawing, const Moment& before, const Moment& now, TrailLayer& layer) {
  const float thickness = std::max(1.f, static_cast<float>(drawing.width()) / 900.f);
  for (std::size_t id = 0; id < std::min(before.position.size(), now.position.size()); ++id) {
    if (before.present[id] == 0 || now.present[id] == 0) continue;
    const Vec2 from = drawing.to_canvas(before.position[id]);
    const Vec2 to = drawing.to_canvas(now.position[id]);
    layer.line(from.x, from.y, to.x, to.y, thickness, drawing.color(id, now.speed[id]));
  }
}

}  // namespace

void render_video(const TrajectoryReader& trajectory, const std::string& path, const RenderOptions& options) {
  check(options);
  OutputFile output(path, OutputKind::picture);
  const Drawing drawing(trajectory, options);
  const double begin = drawing.frame_time(0);
  const double duration = drawing.frame_time(trajectory.frames().size() - 1) - begin;
  const double speed = options.playback_speed.value_or(std::max(1.0, duration / longest));
  const double step = speed / options.frames_per_second;
  if (!(duration / step < most_frames)) {
    throw InputError(path + ": " + std::to_string(duration) + " s at a playback speed of " + std::to_string(speed) +
                     " make more than 100,000,000 frames, expected a higher speed");
  }
  const double trail = options.trail_seconds.value_or(default_trail * speed);
  // After the trail's time a twentieth of its density is left.
  const float fade = trail > 0 ? static_cast<float>(std::pow(0.05, step / trail)) : 0.f;

  Canvas ground(drawing.width(), drawing.height());
  drawing.draw_world(ground);
  Canvas canvas(drawing.width(), drawing.height());
  TrailLayer layer(drawing.width(), drawing.height());
  FfmpegPipe pipe(output.temporary(), path, drawing.width(), drawing.height(), options.frames_per_second);
  Motion motion(trajectory, drawing);
  Moment before;
  const std::size_t count = static_cast<std::size_t>(std::floor(duration / step + 1e-9)) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    Moment now = motion.at(begin + static_cast<double>(i) * step);
    canvas.copy(ground);
    drawing.draw_moving(canvas, now);
    if (trail > 0) {
      layer.fade(fade);
      draw_moves(drawing, before, now, layer);
      layer.blend(canvas, 0.8f, 0.6f);
    }
    drawing.draw_agents(canvas, now);
    drawing.draw_footer(canvas, now.time);
    pipe.write(canvas.pixels());
    before = std::move(now);
  }
  pipe.close();
  output.keep();
}

}  // namespace plethos::scenarios
