#include "scenarios/builders/building.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "algorithms/obstacles/occupancy.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "scenarios/geometry/exit_goal.hpp"
#include "scenarios/geometry/fill_region.hpp"
#include "scenarios/geometry/ground.hpp"
#include "scenarios/roadmap_nodes.hpp"
#include "scenarios/validation.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t people_in_room = 8;  // in the mean, where the number of corridors follows from them
constexpr double flow = 1.2;               // people a second and metre, through a door

constexpr float thickness = 0.2f;    // m, of walls
constexpr float jamb = 0.2f;         // m, between a door and the nearest corner
constexpr float around = 1.2f;       // m, between a table and the walls of its room
constexpr float least_table = 0.4f;  // m, of a side
constexpr float area_gap = 0.2f;     // m, between an exit's area and the wall behind it
constexpr float area_depth = 0.8f;   // m

/// The purposes of random numbers, which keep them apart.
enum class BuildingDraw : std::uint64_t { layout, people };

PhiloxStream stream(const BuilderInput& input, BuildingDraw what, std::size_t index) {
  return {input.parameters.seed, static_cast<std::uint64_t>(what) << 40 | index};
}

struct Space;

/// A part of a wall that is no wall: a door into another space, or an exit. An exit that is an area leaves the wall as it is.
struct Opening {
  float from, to;  // m, along the wall
  std::unique_ptr<Space> space = {};
  bool is_area = false;
};

/// A rectangle behind an opening. Seen from there, its walls follow each other clockwise from the left one.
struct Space {
  float before = 0;  // m, from its left corner to the opening
  float width = 0, depth = 0;
  bool is_room = false, has_table = false;
  std::array<std::vector<Opening>, 3> walls{};  // left, far, right
};

/// A wall in which an exit may be.
struct ExitPlace {
  std::vector<Opening>* wall;
  float length;  // m
};

std::size_t corridors_of(const BuilderInput& input, std::size_t people) {
  if (const auto asked = static_cast<std::size_t>(input.value("corridors")); asked > 0) return asked;
  const auto of_corridor = people_in_room * 2 * static_cast<std::size_t>(input.value("rooms"));
  return (people + of_corridor - 1) / of_corridor;
}

struct Room {
  Bounds box;
  bool has_table;
  float door;  // m
};

/// The spaces of a floor. The first one is a corridor, or the hall that joins several corridors.
class Layout {
 public:
  Layout(const BuilderInput& input, std::size_t people)
      : input_(input), random_(stream(input, BuildingDraw::layout, 0)), corridor_(input.value("corridor")), room_(input.value("room")) {
    const std::size_t corridors = corridors_of(input, people);
    if (corridors == 1) {
      const float length = furnish(low_, high_);
      side_ = {length, corridor_};
      add_place(right_, corridor_);
      add_place(left_, corridor_);
    } else {
      const float half = deepest() + thickness;
      const float pitch = corridor_ + 2 * half + thickness;
      for (std::size_t c = 0; c < corridors; ++c) {
        auto space = std::make_unique<Space>();
        space->width = corridor_;
        space->depth = furnish(space->walls[0], space->walls[2]);
        add_place(space->walls[1], corridor_);
        const float from = static_cast<float>(c) * pitch + half;
        right_.push_back({from, from + corridor_, std::move(space)});
      }
      side_ = {corridor_, static_cast<float>(corridors) * pitch - thickness};
      add_place(low_, corridor_);
      add_place(high_, corridor_);
    }
    draw_exits();
  }

  std::vector<Vec2> ring;                // counterclockwise
  std::vector<Line> doors;               // exits that are lines
  std::vector<std::vector<Vec2>> exits;  // outlines of all exits
  std::vector<Room> rooms;

  /// Fills the fields above.
  void trace() {
    trace_wall({0, 0}, {1, 0}, low_);
    trace_wall({side_.x, 0}, {0, 1}, right_);
    trace_wall(side_, {-1, 0}, high_);
    trace_wall({0, side_.y}, {0, -1}, left_);
  }

 private:
  float around_mean(float mean) { return mean * random_.between(1 - spread(), 1 + spread()); }
  float spread() const { return input_.value("spread"); }
  float deepest() const { return room_ * (1 + spread()); }
  void add_place(std::vector<Opening>& wall, float length) { places_.push_back({&wall, length}); }

  /// Puts rooms along both walls of a corridor. Returns the corridor's length.
  float furnish(std::vector<Opening>& right, std::vector<Opening>& left) {
    std::vector<ExitPlace> outer;
    // One after the other: both draw numbers, and the arguments of one call are computed in any order.
    const float of_left = add_rooms(left, outer), of_right = add_rooms(right, outer);
    const float length = std::max(of_left, of_right);
    // The wall on the left is followed from its far end.
    for (Opening& door : left) {
      door.space->before = door.space->width - door.space->before - (door.to - door.from);
      std::swap(door.from, door.to);
      door.from = length - door.from;
      door.to = length - door.to;
    }
    std::reverse(left.begin(), left.end());
    places_.push_back(outer[random_.below(outer.size())]);
    return length;
  }
  float add_rooms(std::vector<Opening>& wall, std::vector<ExitPlace>& outer) {
    float at = thickness;
    for (int i = 0; i < static_cast<int>(input_.value("rooms")); ++i) {
      auto room = std::make_unique<Space>();
      room->is_room = true;
      room->width = around_mean(room_);
      room->depth = around_mean(room_);
      room->has_table = random_.unit() < input_.value("tables");
      outer.push_back({&room->walls[1], room->width});
      const float door = random_.between(input_.value("door_least"), input_.value("door_most"));
      room->before = random_.between(jamb, room->width - jamb - door);
      const float from = at + room->before;
      at += room->width + thickness;
      wall.push_back({from, from + door, std::move(room)});
    }
    return at;
  }
  void draw_exits() {
    const auto kind = static_cast<int>(input_.value("exit_kind"));
    const std::size_t wanted = std::min(static_cast<std::size_t>(input_.value("exits")), places_.size());
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(places_[i], places_[i + random_.below(places_.size() - i)]);
      const float width = std::min(random_.between(input_.value("exit_least"), input_.value("exit_most")), places_[i].length - 2 * jamb);
      const float from = random_.between(jamb, places_[i].length - jamb - width);
      const bool is_area = kind == 1 || (kind == 2 && random_.below(2) == 1);
      places_[i].wall->push_back({from, from + width, {}, is_area});
    }
  }

  /// A corridor is as wide as the opening that leads to it, so some corners coincide.
  void add_corner(Vec2 p) {
    if (ring.empty() || length(p - ring.back()) > 1e-3f) ring.push_back(p);
  }
  void trace_wall(Vec2 start, Vec2 along, const std::vector<Opening>& openings) {
    const Vec2 outward{along.y, -along.x};
    add_corner(start);
    for (const Opening& opening : openings) {
      const Vec2 a = start + opening.from * along, b = start + opening.to * along;
      if (opening.space) {
        trace_space(a, b, along, outward, *opening.space);
      } else if (opening.is_area) {
        const auto inside = [&](Vec2 p, float depth) { return p - depth * outward; };
        exits.push_back({inside(a, area_gap), inside(b, area_gap), inside(b, area_gap + area_depth), inside(a, area_gap + area_depth)});
      } else {
        add_corner(a);
        add_corner(b);
        doors.push_back({a, b});
        exits.push_back({a, b});
      }
    }
  }
  void trace_space(Vec2 a, Vec2 b, Vec2 along, Vec2 outward, const Space& space) {
    const Vec2 near_a = a + thickness * outward, near_b = b + thickness * outward;
    const Vec2 corner = near_a - space.before * along;
    const Vec2 far = corner + space.depth * outward, opposite = far + space.width * along;
    if (space.is_room) rooms.push_back({Bounds{corner, corner}.include(opposite), space.has_table, length(b - a)});
    add_corner(a);
    add_corner(near_a);
    trace_wall(corner, outward, space.walls[0]);
    trace_wall(far, along, space.walls[1]);
    trace_wall(opposite, {-outward.x, -outward.y}, space.walls[2]);
    add_corner(corner + space.width * along);
    add_corner(near_b);
    add_corner(b);
  }

  const BuilderInput& input_;
  PhiloxStream random_;
  float corridor_, room_;
  Vec2 side_{};
  std::vector<Opening> low_, right_, high_, left_;  // the walls of the first space
  std::vector<ExitPlace> places_;
};

std::vector<Vec2> table_in(const Room& room) {
  const Vec2 margin{around, around};
  const Vec2 low = room.box.low + margin, high = room.box.high - margin;
  if (!room.has_table || high.x - low.x < least_table || high.y - low.y < least_table) return {};
  return {low, {high.x, low.y}, high, {low.x, high.y}};
}

/// Draws the rooms of so many people. Rooms are as likely as they are large. Returns the number of people in each.
std::vector<std::size_t> share_out(const BuilderInput& input, const std::vector<Room>& rooms, std::size_t count) {
  std::vector<float> ends;
  for (const Room& room : rooms) {
    const Vec2 side = room.box.high - room.box.low;
    ends.push_back((ends.empty() ? 0 : ends.back()) + side.x * side.y);
  }
  std::vector<std::size_t> people(rooms.size());
  PhiloxStream random = stream(input, BuildingDraw::people, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const auto room = std::upper_bound(ends.begin(), ends.end() - 1, random.unit() * ends.back());
    ++people[static_cast<std::size_t>(room - ends.begin())];
  }
  return people;
}

void check_widths(const BuilderInput& input) {
  const auto require = [&](const char* key, float least, const std::string& why) {
    if (input.value(key) < least) {
      throw InputError(std::string("building: ") + key + ": found " + number_text(input.value(key)) + " m, expected at least " +
                       number_text(least) + " m: " + why);
    }
  };
  const float diameter = 2 * input.agent.radius;
  require("door_least", diameter, "agents do not fit through a door");
  require("door_most", input.value("door_least"), "door_least");
  require("exit_least", diameter, "agents do not fit through an exit");
  require("exit_most", input.value("exit_least"), "exit_least");
  require("corridor", std::max(input.value("exit_least"), diameter) + 2 * jamb, "there is no room for an exit at its end");
  const float narrowest = input.value("room") * (1 - input.value("spread"));
  if (const float needed = std::max(input.value("door_most"), input.value("exit_least")) + 2 * jamb; narrowest < needed) {
    throw InputError("building: room: found " + number_text(input.value("room")) + " m, expected at least " +
                     number_text(needed / (1 - input.value("spread"))) + " m: a door does not fit into the wall of the smallest room");
  }
}

Scenario make_building(const Builder& builder, const BuilderInput& input) {
  check_widths(input);
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  Layout layout(input, count);
  layout.trace();
  Scenario scenario;
  std::vector<Polygon> tables;
  for (const Room& room : layout.rooms) {
    if (std::vector<Vec2> table = table_in(room); !table.empty()) tables.push_back({std::move(table)});
  }
  const obstacles::ObstacleIndex furniture(tables, input.agent.radius);
  const std::vector<std::size_t> people = share_out(input, layout.rooms, count);
  const double cosine = std::cos(input.value("angle")), sine = std::sin(input.value("angle"));
  const auto turn = [&](Vec2 p) {
    return Vec2{static_cast<float>(cosine * p.x - sine * p.y), static_cast<float>(sine * p.x + cosine * p.y)};
  };
  const auto turn_all = [&](std::vector<Vec2>& points) { std::transform(points.begin(), points.end(), points.begin(), turn); };

  for (std::size_t r = 0; r < layout.rooms.size(); ++r) {
    const Bounds& box = layout.rooms[r].box;
    const std::vector<Vec2> places = fill_region({box.low, box.high}, people[r], input.agent.radius, {true, 0.1f}, furniture,
                                                 stream(input, BuildingDraw::people, r + 1));
    if (places.size() < people[r]) {
      throw InputError("building: agents: found " + std::to_string(count) + ", expected fewer: a room holds " +
                       std::to_string(places.size()) + " of its " + std::to_string(people[r]));
    }
    for (const Vec2 place : places) {
      PhiloxStream random = stream(input, BuildingDraw::people, layout.rooms.size() + 1 + scenario.agents.size());
      AgentRecord agent = input.agent;
      agent.position = turn(place);
      const float spread = input.value("speed_spread");
      agent.preferred_speed *= random.between(1 - spread, 1 + spread);
      scenario.agents.push_back(agent);
    }
  }
  scenario.groups = {"people"};

  turn_all(layout.ring);
  for (Line& door : layout.doors) door = {turn(door.a), turn(door.b)};
  for (std::vector<Vec2>& exit : layout.exits) turn_all(exit);
  for (Polygon& table : tables) turn_all(table.vertices);
  scenario.parameters = input.parameters;
  scenario.world.walkable = {std::move(layout.ring)};
  scenario.world.polygons = std::move(tables);
  const float reach = door_reach(scenario.world.walkable, input.agent.radius);
  const std::vector<Polygon> edge = ground_walls(scenario.world.walkable, layout.doors, reach);
  scenario.world.polygons.insert(scenario.world.polygons.end(), edge.begin(), edge.end());
  const obstacles::ObstacleIndex obstacles(scenario.world.polygons, input.agent.radius, scenario.world.walkable);
  const std::vector<Segment> walls = scenario.world.segments();
  const std::int32_t goal =
      add_exit_goal(layout.exits, scenario.agents, scenario.parameters.minimum_distance, FreeParts(walls, obstacles), scenario.world);
  for (AgentRecord& agent : scenario.agents) agent.goal = goal;
  scenario.world.bounds = fit_bounds(scenario);
  if (const float cell = input.value("cell_size"); cell > 0) {
    scenario.world.grid = std::make_shared<const WorldGrid>(obstacles::rasterize_with_gaps(scenario.world, cell, input.agent.radius));
  }
  add_corner_nodes(scenario);
  return scenario;
}

}  // namespace

double slowest_door(const ScenarioRequest& request) {
  const Builder builder = building_builder();
  if (request.name != builder.name) return 0;
  const BuilderInput input = builder_input(builder, request);
  check_widths(input);
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  Layout layout(input, count);
  layout.trace();
  const std::vector<std::size_t> people = share_out(input, layout.rooms, count);
  double slowest = 0, exits = 0;
  for (std::size_t r = 0; r < layout.rooms.size(); ++r) {
    slowest = std::max(slowest, static_cast<double>(people[r]) / (flow * static_cast<double>(layout.rooms[r].door)));
  }
  // People walk into an area from all sides but the wall's.
  for (const std::vector<Vec2>& exit : layout.exits) {
    exits += static_cast<double>(length(exit[1] - exit[0])) + (exit.size() > 2 ? 2 * static_cast<double>(area_depth) : 0);
  }
  return std::max(slowest, static_cast<double>(count) / (flow * exits));
}

Builder building_builder() {
  return {.name = "building",
          .description = "a floor that is left: rooms along corridors, doors and exits, drawn from the seed; with a grid and a roadmap",
          .agents = 40,
          .keys = {{"corridors", "corridors", 0, 10000,
                    "side by side; more than one are joined by a hall; 0: one for every eight people a room", 0, ParameterKind::whole},
                   {"rooms", "rooms", 1, 200, "along each wall of a corridor", 3, ParameterKind::whole},
                   {"room", "m", 1, 1000, "mean side of a room", 5},
                   {"spread", "", 0, 0.8, "part by which sides of rooms differ, either way", 0.25},
                   {"corridor", "m", 0.5, 1000, "width of corridors and hall", 2.4},
                   {"door_least", "m", 0.1, 100, "width of the narrowest door of a room", 1},
                   {"door_most", "m", 0.1, 100, "width of the widest", 1.6},
                   {"exits", "exits", 1, 1000, "as many as there are places for", 2, ParameterKind::whole},
                   {"exit_least", "m", 0.1, 100, "width of the narrowest exit", 1.2},
                   {"exit_most", "m", 0.1, 100, "width of the widest, where the wall has room for it", 2},
                   {"exit_kind",
                    "",
                    0,
                    2,
                    "doors in the outline, areas on the floor before a wall, or either",
                    2,
                    ParameterKind::choice,
                    {"doors", "areas", "either"}},
                   {"tables", "", 0, 1, "share of the rooms with a table", 0.5},
                   {"angle", "rad", -6.2831854, 6.2831854, "by which the plan is turned", 0},
                   {"cell_size", "m", 0, 100, "side of the grid's cells; 0: no grid", 0.2},
                   {"speed_spread", "", 0, 0.9, "part by which preferred speeds differ, either way", 0.2}},
          .make = make_building,
          .leaves = true};
}

}  // namespace plethos::scenarios
