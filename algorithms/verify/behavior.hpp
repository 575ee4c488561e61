#pragma once

#include <array>
#include <cstdint>
#include <optional>
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

/// A summary of a crowd's behavior over all frames. Depths are shares of the smaller radius of a pair, or of the radius of the disc in the
/// wall.
struct BehaviorReport {
  /// Upper ends of the classes of `overlaps_by_depth`. The last class has none.
  static constexpr std::array<double, 4> depths{0.01, 0.1, 0.5, 1};

  std::int64_t frames = 0;
  double seconds = 0;              ///< simulated, from the first frame to the last
  double minimum_separation = 0;   ///< m, the least of two discs in any frame; infinite: there were no two
  std::int64_t overlaps = 0;       ///< pairs of discs that overlap, added up over the frames
  std::int64_t overlaps_most = 0;  ///< in one frame
  double overlaps_per_frame = 0;   ///< the measure of figure 9 of Guy et al. 2009
  std::array<std::int64_t, depths.size() + 1> overlaps_by_depth{};
  double deepest = 0;               ///< share
  Spread radii{};                   ///< m, of the discs whose overlaps are counted
  double minimum_distance = 0;      ///< m, Parameters::minimum_distance: the room that agents keep between these discs
  std::int64_t too_close = 0;       ///< pairs with less room than that, overlaps among them, added up over the frames
  std::int64_t too_close_most = 0;  ///< in one frame
  double too_close_per_frame = 0;
  double deepest_in_wall = 0;       ///< share; of moving obstacles, too
  std::int64_t wall_crossings = 0;  ///< ways from one frame to the next that lead through a wall
  std::int64_t outside = 0;         ///< agents whose centers were off the walkable ground in the last frame, without those that have left
  std::int64_t outside_most = 0;    ///< in one frame
  std::int64_t travelers = 0;       ///< agents that have a goal
  std::int64_t arrived = 0;
  std::int64_t endless = 0;  ///< travelers whose goals lead back to each other, so that they never arrive
  std::int64_t goals_reached = 0;
  std::vector<std::int32_t> never_arrived{};  ///< travelers that could have arrived
  /// Over travelers that reached a goal. The time until a traveler reached its last goal, over the time on straight ways at its preferred
  /// speed; and the length of its way over that of the straight ones.
  Spread time_ratio{}, way_ratio{};
  /// Over travelers that came within Behavior::approach metres of their last goal's rim: the mean speed from there on over the preferred
  /// one.
  Spread approach_speed{};
  std::int64_t approach_slow = 0;  ///< travelers whose approach speed is below one half
  LaneReport lanes{};
  /// The simulated second since which no traveler has moved, though not all have arrived. It is negative if they move, or have arrived.
  double deadlock = -1;
};

/// A part of a traveler's way: from where it set out to a goal that it reached.
struct Leg {
  std::int32_t agent;   ///< by id
  Vec2 from, to;        ///< m; `to` is the goal, of an exit its point that is nearest to where the agent came
  double short_of = 0;  ///< m before `to` at which an agent has reached it
  double seconds = 0;   ///< simulated, from the first frame until it was reached
};

/// Watches a crowd, plainly and on the host: every frame, every pair that may be near, every wall that may be near. Frames are shown in
/// order, at equal intervals, the start first. Moving obstacles are where they are at a frame's time. Memory: 100 bytes an agent. Cost of a
/// frame: n log n, and the pairs whose extents in x come nearer than the smallest separation so far or the minimum distance.
class Behavior {
 public:
  /// m. Pairs overlap from this depth on, because positions are float32.
  static constexpr double rounding = 1e-5;
  /// s, simulated. A crowd stands still if no agent is further than a tenth of its radius from its place so long ago.
  static constexpr double deadlock_seconds = 10;
  static constexpr double approach = 10;  ///< m
  /// s, simulated. Lanes are measured at this interval, or with every frame if frames are further apart.
  static constexpr double lane_seconds = 0.5;

  /// `seconds` is the simulated time from one frame to the next, and `start` that of the first frame. `minimum_distance` is that of the
  /// run's parameters.
  Behavior(const World& world, std::span<const AgentRecord> agents, double seconds, double minimum_distance, double start = 0);

  /// Looks at the next frame. Columns are ordered by id: positions in m, and 0 in `present` for agents that have left the scene.
  void look(std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present);
  BehaviorReport report() const;

  static constexpr std::size_t most_legs = 50'000;
  /// Returns the ways of all travelers so far, in the order in which they ended, or nothing if there were more than `most_legs`.
  std::optional<std::span<const Leg>> legs() const;

 private:
  struct Place {
    double x, y;

    /// Returns the place as it was shown: places come as float32.
    Vec2 rounded() const { return {static_cast<float>(x), static_cast<float>(y)}; }
  };
  /// The way of a traveler so far.
  struct Journey {
    std::int32_t goal;
    bool traveling = false, endless = false;
    Place leg_start{};       // the place where it set out for this goal
    double way = 0;          // m, so far
    double straight = 0;     // m, of the legs to the goals that it reached
    double reached_way = 0;  // m, `way` when it reached the last of them
    double reached_seconds = 0;
    double approach_way = 0, approach_seconds = 0;
  };
  /// The walls that lie in, or reach into, each strip of the plane. A strip is `strip` metres wide in x.
  struct Strips {
    double low = 0, strip = 1;
    std::vector<std::vector<std::int32_t>> walls;

    const std::vector<std::int32_t>& at(double x) const;
  };

  double radius(std::size_t i) const { return static_cast<double>(agents_[i].radius); }
  void measure_pairs();
  void measure_walls();
  void measure_moving_walls();
  /// Measures one agent against walls that have moved by `moved` metres since the last frame, or have appeared.
  void measure_agent(std::size_t i, std::span<const Segment> walls, std::optional<Vec2> moved);
  void count_outside();
  void follow_journeys();
  bool is_at_goal(std::size_t i, std::int32_t goal) const;
  /// Returns the distance from agent i to a goal's rim, in m.
  double distance_to_rim(std::size_t i, std::int32_t goal) const;
  /// Returns the goal that agent i is at, or else the nearest, of those that it chooses among.
  std::int32_t goal_of(std::size_t i) const;
  void reach_goal(std::size_t i, double straight);
  void look_at_lanes();
  void watch_for_deadlock();

  const World& world_;
  std::vector<AgentRecord> agents_;
  std::vector<Segment> segments_;
  double seconds_, start_;
  double reach_ = 0;  // m, the reach of a disc and its way
  Strips strips_;
  std::vector<Place> places_, before_, anchors_;
  std::vector<std::uint8_t> present_;
  std::vector<std::int32_t> order_;  // by the left end of the disc
  std::vector<Journey> journeys_;
  Lanes lanes_;
  double anchored_at_ = 0;
  std::vector<Leg> legs_;
  BehaviorReport report_;
};

/// Returns whether the goals from this one on lead back to each other, so that no traveler to it ever arrives. Cost: linear in their
/// number.
bool leads_back(const World& world, std::int32_t goal);

}  // namespace plethos::verify
