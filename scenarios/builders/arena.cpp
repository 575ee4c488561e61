#include "scenarios/builders/arena.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "scenarios/roadmap_nodes.hpp"

namespace plethos::scenarios {
namespace {

constexpr float walkway = 1.2f;        // m, between the field and the first row
constexpr float gate_clearance = 2.f;  // m, from a gate to the nodes on both sides of it
constexpr float goal_distance = 40.f;  // m, from a gate to its goal: far, so that ways through a gate run almost side by side
constexpr float out = 1.f;             // m behind a gate, where an agent has left

/// The values of the keys, in metres.
struct Plan {
  std::size_t rows, seats, gates;
  float row_pitch, seat_pitch, aisle, concourse, gate;

  explicit Plan(const BuilderInput& input)
      : rows(static_cast<std::size_t>(input.value("rows"))),
        seats(static_cast<std::size_t>(input.value("seats"))),
        gates(static_cast<std::size_t>(input.value("gates"))),
        row_pitch(input.value("row_pitch")),
        seat_pitch(input.value("seat_pitch")),
        aisle(input.value("aisle")),
        concourse(input.value("concourse")),
        gate(input.value("gate")) {}

  float depth() const { return walkway + static_cast<float>(rows) * row_pitch; }
  float section() const { return static_cast<float>(seats) * seat_pitch; }
  float length(std::size_t sections) const { return static_cast<float>(sections) * section() + static_cast<float>(sections + 1) * aisle; }
};

/// One of the four stands. `along` runs from its middle to the right of a spectator who looks out of the stadium, and `up` from the field's
/// edge.
struct Stand {
  Vec2 right, outward;
  float to_field;  // m, from the center of the field
  std::size_t sections;

  Vec2 at(float along, float up) const { return along * right + (to_field + up) * outward; }
};

class Arena {
 public:
  Arena(const BuilderInput& input, std::size_t long_side, std::size_t short_side) : plan_(input), input_(input) {
    const float half_length = plan_.length(long_side) / 2;
    const float half_width = plan_.length(short_side) / 2;
    stands_ = {{{{1, 0}, {0, 1}, half_width, long_side},
                {{0, 1}, {-1, 0}, half_length, short_side},
                {{-1, 0}, {0, -1}, half_width, long_side},
                {{0, -1}, {1, 0}, half_length, short_side}}};
    add_solid({{-half_length, -half_width}, {half_length, half_width}});
    for (const float x : {-1.f, 1.f}) {
      for (const float y : {-1.f, 1.f}) add_corner({x * half_length, y * half_width}, {x, y});
    }
    for (const Stand& stand : stands_) add_stand(stand);
  }

  Scenario scenario;
  std::vector<Vec2> nodes;  // of its roadmap

  std::size_t seats() const { return seats_.size(); }

  /// Adds `count` agents in seats that are drawn, in the order of the seats.
  void fill(std::size_t count) {
    std::vector<std::uint32_t> taken(seats_.size());
    for (std::size_t i = 0; i < taken.size(); ++i) taken[i] = static_cast<std::uint32_t>(i);
    PhiloxStream draw(input_.parameters.seed, seats_.size());
    for (std::size_t i = 0; i < count; ++i) std::swap(taken[i], taken[i + draw.below(taken.size() - i)]);
    taken.resize(count);
    std::sort(taken.begin(), taken.end());
    const float spread = input_.value("speed_spread");
    for (const std::uint32_t seat : taken) {
      AgentRecord agent = input_.agent;
      agent.position = seats_[seat].place;
      agent.goal = seats_[seat].goal;
      agent.group = seats_[seat].stand;
      agent.goal_radius = goal_distance - out;
      agent.preferred_speed *= PhiloxStream(input_.parameters.seed, seat).between(1 - spread, 1 + spread);
      scenario.agents.push_back(agent);
    }
  }

 private:
  struct Seat {
    Vec2 place;
    std::int32_t goal, stand;
  };

  void add_solid(const Bounds& box) {
    scenario.world.polygons.push_back({{box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}}});
  }
  void add_wall(Vec2 a, Vec2 b) { scenario.world.polygons.push_back({{a, b}, false}); }
  void add_node(Vec2 place) { nodes.push_back(place); }

  /// Adds a corner between two stands, and the way around it in the concourse.
  void add_corner(Vec2 inner, Vec2 sign) {
    const auto off = [&](float distance) { return Vec2{inner.x + sign.x * distance, inner.y + sign.y * distance}; };
    const Vec2 a = off(walkway);
    const Vec2 b = off(plan_.depth());
    add_solid({{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}});
    add_node(off(plan_.depth() + plan_.concourse / 2));
  }

  void add_stand(const Stand& stand) {
    const float first = -plan_.length(stand.sections) / 2;
    const float period = plan_.section() + plan_.aisle;
    const std::vector<float> gates = add_outer_wall(stand);
    const auto first_goal = static_cast<std::int32_t>(scenario.world.goals.size() - gates.size());
    for (std::size_t s = 0; s < stand.sections; ++s) {
      const float left = first + plan_.aisle + static_cast<float>(s) * period;
      for (std::size_t r = 0; r < plan_.rows; ++r) {
        const float front = walkway + static_cast<float>(r) * plan_.row_pitch;
        add_wall(stand.at(left, front + plan_.row_pitch), stand.at(left + plan_.section(), front + plan_.row_pitch));
        for (std::size_t k = 0; k < plan_.seats; ++k) {
          const float along = left + (static_cast<float>(k) + 0.5f) * plan_.seat_pitch;
          const auto nearest =
              std::min_element(gates.begin(), gates.end(), [&](float a, float b) { return std::abs(a - along) < std::abs(b - along); });
          seats_.push_back({stand.at(along, front + plan_.row_pitch / 2), first_goal + static_cast<std::int32_t>(nearest - gates.begin()),
                            static_cast<std::int32_t>(&stand - stands_.data())});
        }
      }
    }
    for (std::size_t s = 0; s <= stand.sections; ++s) {
      const float along = first + plan_.aisle / 2 + static_cast<float>(s) * period;
      for (std::size_t r = 0; r < plan_.rows; ++r) {
        add_node(stand.at(along, walkway + (static_cast<float>(r) + 0.5f) * plan_.row_pitch));
      }
      add_node(stand.at(along, plan_.depth() + plan_.concourse / 4));
    }
  }

  /// Adds an outer wall. Returns the places of its gates along it. The goals behind them are the last ones of the world.
  std::vector<float> add_outer_wall(const Stand& stand) {
    const float half = plan_.length(stand.sections) / 2 + plan_.depth() + plan_.concourse;
    const float up = plan_.depth() + plan_.concourse;
    std::vector<float> gates;
    float from = -half;
    for (std::size_t g = 0; g < plan_.gates; ++g) {
      const float middle = plan_.length(stand.sections) * ((static_cast<float>(g) + 0.5f) / static_cast<float>(plan_.gates) - 0.5f);
      gates.push_back(middle);
      add_wall(stand.at(from, up), stand.at(middle - plan_.gate / 2, up));
      from = middle + plan_.gate / 2;
      add_node(stand.at(middle, up - gate_clearance));
      add_node(stand.at(middle, up + gate_clearance));
      scenario.world.goals.push_back(stand.at(middle, up + goal_distance));
    }
    add_wall(stand.at(from, up), stand.at(half, up));
    return gates;
  }

  Plan plan_;
  const BuilderInput& input_;
  std::array<Stand, 4> stands_;
  std::vector<Seat> seats_;
};

void check_room(const BuilderInput& input) {
  const auto require = [&](const char* key, float least, const std::string& why) {
    if (input.value(key) < least) {
      throw InputError(std::string("arena: ") + key + ": found " + number_text(input.value(key)) + " m, expected at least " +
                       number_text(least) + " m: " + why);
    }
  };
  const float diameter = 2 * input.agent.radius;
  require("seat_pitch", diameter, "neighbors overlap");
  require("row_pitch", diameter, "agents do not fit between rows");
  require("aisle", diameter, "agents do not fit into an aisle");
  require("concourse", 2 * gate_clearance, "there is no room before the gates");
  require("gate", diameter, "agents do not fit through a gate");
  const Plan plan(input);
  const auto shortest = static_cast<std::size_t>(std::min(input.value("long_side"), input.value("short_side")));
  if (const float room = plan.length(shortest) / static_cast<float>(plan.gates); room <= plan.gate) {
    throw InputError("arena: gate: found " + number_text(plan.gate) + " m, expected less than " + number_text(room) +
                     " m, a gate's share of the shortest stand");
  }
}

Scenario make_arena(const Builder& builder, const BuilderInput& input) {
  check_room(input);
  Arena arena(input, static_cast<std::size_t>(input.value("long_side")), static_cast<std::size_t>(input.value("short_side")));
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  if (count > arena.seats()) {
    throw InputError("arena: agents: found " + std::to_string(count) + ", expected at most " + std::to_string(arena.seats()) +
                     ", the seats (long_side, short_side, rows, seats)");
  }
  arena.fill(count);
  arena.scenario.groups = {"north stand", "west stand", "south stand", "east stand"};
  set_roadmap_nodes(arena.scenario, std::move(arena.nodes));
  return std::move(arena.scenario);
}

}  // namespace

Builder arena_builder() {
  return {.name = "arena",
          .description = "a stadium that is left: stands with rows of seats, aisles, a concourse and gates; with a roadmap",
          .agents = 5000,
          .keys = {{"long_side", "sections", 1, 200, "of each of the two long stands", 12},
                   {"short_side", "sections", 1, 200, "of each of the two short stands", 8},
                   {"rows", "rows", 1, 200, "of a section", 34},
                   {"seats", "seats", 1, 200, "of a row in a section", 19},
                   {"seat_pitch", "m", 1e-2, 100, "from seat to seat", 0.5},
                   {"row_pitch", "m", 1e-2, 100, "from row to row", 0.85},
                   {"aisle", "m", 1e-2, 100, "width of the aisles between sections", 2},
                   {"concourse", "m", 1e-2, 1000, "depth of the concourse around the stands", 10},
                   {"gates", "gates", 1, 100, "on each side of the stadium", 5},
                   {"gate", "m", 1e-2, 1000, "width of a gate", 8},
                   {"speed_spread", "", 0, 0.9, "part by which preferred speeds differ, either way", 0.15}},
          .make = make_arena};
}

}  // namespace plethos::scenarios
