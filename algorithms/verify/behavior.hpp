#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/verify/lanes.hpp"
#include "core/agent.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::verify {

/// The smallest, the mean and the largest of some numbers.
struct Spread {
  std::int64_t count = 0;
  double least = 0, mean = 0, most = 0;

  void add(double value);
};

/// What a crowd did, frame by frame. Depths are shares of the smaller radius of a pair, or of the disc in the wall.
struct BehaviorReport {
  /// Upper ends of the classes of `overlaps_by_depth`; the last class has none.
  static constexpr std::array<double, 4> depths{0.01, 0.1, 0.5, 1};

  std::int64_t frames = 0;
  double seconds = 0;              ///< simulated, from the first frame to the last
  double minimum_separation = 0;   ///< m, of two discs in any frame; infinite: there were no two
  std::int64_t overlaps = 0;       ///< pairs of discs that overlap, added up over the frames
  std::int64_t overlaps_most = 0;  ///< in one frame
  double overlaps_per_frame = 0;   ///< what figure 9 of Guy et al. 2009 counts
  std::array<std::int64_t, depths.size() + 1> overlaps_by_depth{};
  double deepest = 0;               ///< share
  Spread radii;                     ///< m, of the discs whose overlaps are counted
  double minimum_distance = 0;      ///< m, Parameters::minimum_distance: the room that agents keep between these discs
  std::int64_t too_close = 0;       ///< pairs with less room than that, overlaps among them, added up over the frames
  std::int64_t too_close_most = 0;  ///< in one frame
  double too_close_per_frame = 0;
  double deepest_in_wall = 0;       ///< share
  std::int64_t wall_crossings = 0;  ///< ways from frame to frame that lead through a wall
  std::int64_t outside = 0;  ///< agents whose centers were off the walkable ground in the last frame; those that have left do not count
  std::int64_t outside_most = 0;  ///< in one frame
  std::int64_t travelers = 0;     ///< agents that have a goal
  std::int64_t arrived = 0;
  std::int64_t endless = 0;  ///< travelers whose goals lead back to each other: they never arrive
  std::int64_t goals_reached = 0;
  std::vector<std::int32_t> never_arrived;  ///< travelers that could have
  /// Of each traveler that reached a goal: its time until the last one that it reached, over that on straight ways at its preferred speed,
  /// and the length of its way over that of the straight ones.
  Spread time_ratio, way_ratio;
  /// Of each traveler that came within Behavior::approach metres of its last goal's rim: its mean speed from there on over its preferred
  /// one.
  Spread approach_speed;
  std::int64_t approach_slow = 0;  ///< travelers of which that is below one half
  LaneReport lanes;
  /// Simulated second since when no traveler has moved, though not all have arrived; negative: they move, or have arrived.
  double deadlock = -1;
};

/// Watches a crowd, plainly and on the host: every frame, every pair that may be near, every wall that may be. Frames are shown in order,
/// at equal intervals, the start first. Memory: 100 bytes an agent. Cost of a frame: n log n, and the pairs whose extents in x come
/// nearer than the smallest separation so far or the minimum distance.
class Behavior {
 public:
  /// Pairs count as overlapping from this depth on, in m: positions are float32.
  static constexpr double rounding = 1e-5;
  /// Nobody has moved if nobody is further than a tenth of its radius from where it was so many simulated seconds ago.
  static constexpr double deadlock_seconds = 10;
  static constexpr double approach = 10;  ///< m
  /// Lanes are looked at so often, in simulated s, or with every frame if these are further apart.
  static constexpr double lane_seconds = 0.5;

  /// `seconds`: simulated time from a frame to the next. `minimum_distance`: that of the run's parameters.
  Behavior(const World& world, std::span<const AgentRecord> agents, double seconds, double minimum_distance);

  /// Columns by id: positions in m, and 0 in `present` for agents that have left the scene.
  void look(std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present);
  BehaviorReport report() const;

 private:
  struct Place {
    double x, y;

    /// As it was shown: places come as float32.
    Vec2 rounded() const { return {static_cast<float>(x), static_cast<float>(y)}; }
  };
  /// A traveler's way so far.
  struct Journey {
    std::int32_t goal;
    bool traveling = false, endless = false;
    Place leg_start{};       // where it headed for this goal
    double way = 0;          // m, so far
    double straight = 0;     // m, of the legs to the goals reached
    double reached_way = 0;  // way when it reached the last of them
    double reached_seconds = 0;
    double approach_way = 0, approach_seconds = 0;
  };
  /// The walls that a strip of the plane, `strip` metres wide in x, holds, with what reaches into it.
  struct Strips {
    double low = 0, strip = 1;
    std::vector<std::vector<std::int32_t>> walls;

    const std::vector<std::int32_t>& at(double x) const;
  };

  double radius(std::size_t i) const { return static_cast<double>(agents_[i].radius); }
  void measure_pairs();
  void measure_walls();
  void count_outside();
  void follow_journeys();
  bool is_at_goal(std::size_t i) const;
  void reach_goal(std::size_t i, double straight);
  void look_at_lanes();
  void watch_for_deadlock();

  const World& world_;
  std::vector<AgentRecord> agents_;
  std::vector<Segment> segments_;
  double seconds_;
  double reach_ = 0;  // m, that a disc and its way may reach
  Strips strips_;
  std::vector<Place> places_, before_, anchors_;
  std::vector<std::uint8_t> present_;
  std::vector<std::int32_t> order_;  // by the left end of the disc
  std::vector<Journey> journeys_;
  Lanes lanes_;
  double anchored_at_ = 0;
  BehaviorReport report_;
};

/// Whether the goals from this one on lead back to each other, so that who heads for it never arrives. Cost: linear in their number.
bool leads_back(const World& world, std::int32_t goal);

}  // namespace plethos::verify
