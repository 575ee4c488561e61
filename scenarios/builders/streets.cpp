#include "scenarios/builders/streets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "scenarios/geometry/fill_region.hpp"
#include "scenarios/roadmap_nodes.hpp"

namespace plethos::scenarios {
namespace {

/// The purposes of random numbers, which keep them apart.
enum class StreetDraw : std::uint64_t { buildings, starts, places, agents };

PhiloxStream stream(const BuilderInput& input, StreetDraw what, std::size_t index) {
  return {input.parameters.seed, static_cast<std::uint64_t>(what) << 40 | index};
}

/// An outline in a square of side 1, counterclockwise, and the area that it covers.
struct Shape {
  std::vector<Vec2> outline;
  double area;
};

const std::array<Shape, 4>& shapes() {
  static const std::array<Shape, 4> all{{
      {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1},
      {{{0, 0}, {1, 0}, {1, 0.5f}, {0.5f, 0.5f}, {0.5f, 1}, {0, 1}}, 0.75},
      {{{0.2f, 0}, {0.8f, 0}, {1, 0.2f}, {1, 0.8f}, {0.8f, 1}, {0.2f, 1}, {0, 0.8f}, {0, 0.2f}}, 0.92},
      {{{0, 0}, {1, 0}, {1, 1}, {0.7f, 1}, {0.7f, 0.4f}, {0.3f, 0.4f}, {0.3f, 1}, {0, 1}}, 0.76},
  }};
  return all;
}

const Shape& shape_of(std::size_t column, std::size_t row) { return shapes()[(column + 2 * row) % 4]; }

/// Returns p, turned by quarters around the middle of the square.
Vec2 turned(Vec2 p, std::uint64_t quarters) {
  for (; quarters > 0; --quarters) p = {1 - p.y, p.x};
  return p;
}

class City {
 public:
  City(const BuilderInput& input, std::size_t count) : input_(input), blocks_(static_cast<std::size_t>(input.value("blocks"))) {
    const double street = input.value("street");
    double built = 0;
    for (std::size_t i = 0; i < blocks_ * blocks_; ++i) built += shape_of(i % blocks_, i / blocks_).area * (1 - street) * (1 - street);
    const double side = static_cast<double>(blocks_) + street;
    const double free = side * side - built;  // in squares of the pitch
    const double pitch = std::sqrt(static_cast<double>(count) / static_cast<double>(input.value("density")) / free);
    const double least = least_street / street;
    pitch_ = static_cast<float>(std::max(pitch, least));
    street_ = static_cast<float>(street) * pitch_;
  }

  Scenario make(std::size_t count) {
    const float side = static_cast<float>(blocks_) * pitch_ + street_;
    const FillRegion area{{0, 0}, {side, side}};
    add_buildings();
    const obstacles::ObstacleIndex obstacles(scenario_.world.polygons, std::max(input_.agent.radius, street_ / 4));
    add_places(area, obstacles);
    const std::vector<Vec2> starts =
        fill_region(area, count, input_.agent.radius, {true, 0.1f}, obstacles, stream(input_, StreetDraw::starts, 0));
    if (starts.size() < count) {
      throw InputError("streets: density: found " + number_text(input_.value("density")) +
                       " agents/m^2, expected less: " + std::to_string(starts.size()) + " of " + std::to_string(count) +
                       " agents of radius " + number_text(input_.agent.radius) + " m have room");
    }
    for (const Vec2 start : starts) add_walker(start);
    set_roadmap_nodes(scenario_,
                      planning::corner_nodes(scenario_.world.polygons, {area.low, area.high}, input_.agent.radius, street_ / 12));
    scenario_.groups = {"strollers", "walkers", "hurried"};
    return std::move(scenario_);
  }

 private:
  static constexpr double least_street = 4;  // m: smaller crowds have more room instead

  void add_buildings() {
    for (std::size_t row = 0; row < blocks_; ++row) {
      for (std::size_t column = 0; column < blocks_; ++column) {
        const std::uint64_t quarters = stream(input_, StreetDraw::buildings, row * blocks_ + column).below(4);
        const Vec2 low{street_ + static_cast<float>(column) * pitch_, street_ + static_cast<float>(row) * pitch_};
        Polygon building;
        for (const Vec2 p : shape_of(column, row).outline) building.vertices.push_back(low + (pitch_ - street_) * turned(p, quarters));
        scenario_.world.polygons.push_back(std::move(building));
      }
    }
  }

  /// Draws goals away from walls, so that agents that come together there do not block a street.
  void add_places(const FillRegion& area, const obstacles::ObstacleIndex& obstacles) {
    const auto wanted = static_cast<std::size_t>(input_.value("places"));
    PhiloxStream random = stream(input_, StreetDraw::places, 0);
    while (scenario_.world.goals.size() < wanted) {
      const Vec2 place{random.between(area.low.x + street_ / 4, area.high.x - street_ / 4),
                       random.between(area.low.y + street_ / 4, area.high.y - street_ / 4)};
      if (!obstacles.hits(place, street_ / 4)) scenario_.world.goals.push_back(place);
    }
  }

  void add_walker(Vec2 start) {
    PhiloxStream random = stream(input_, StreetDraw::agents, scenario_.agents.size());
    AgentRecord agent = input_.agent;
    agent.position = start;
    const float spread = input_.value("speed_spread");
    const float share = random.unit();
    agent.preferred_speed *= 1 + (2 * share - 1) * spread;
    agent.group = static_cast<std::int32_t>(3 * share);
    agent.goal = pick_place(start, random);
    scenario_.agents.push_back(agent);
  }

  /// Returns the first drawn goal at a suitable distance. If none suits, returns the last one drawn.
  std::int32_t pick_place(Vec2 start, PhiloxStream& random) const {
    constexpr int draws = 32;
    std::int32_t goal = 0;
    for (int k = 0; k < draws; ++k) {
      goal = static_cast<std::int32_t>(random.below(scenario_.world.goals.size()));
      const float way = length(scenario_.world.goals[static_cast<std::size_t>(goal)] - start);
      if (way > pitch_ && way <= input_.value("trip")) break;
    }
    return goal;
  }

  const BuilderInput& input_;
  std::size_t blocks_;
  float pitch_ = 0, street_ = 0;
  Scenario scenario_;
};

Scenario make_streets(const Builder& builder, const BuilderInput& input) {
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  return City(input, count).make(count);
}

}  // namespace

Builder streets_builder() {
  return {.name = "streets",
          .description = "a city: blocks of buildings with streets between, as large as the crowd needs; with a roadmap",
          .agents = 10000,
          .keys = {{"blocks", "blocks", 1, 100, "along each side of the city", 15},
                   {"density", "agents/m^2", 1e-6, 10, "of the streets; says how large the city is", 0.1},
                   {"street", "", 0.05, 0.9, "width of a street as a part of the distance from one to the next", 0.25},
                   {"places", "places", 1, 10000, "that agents walk to; memory of the roadmap is linear in them", 256},
                   {"trip", "m", 1, 1e6, "how far away an agent's place is at most, where there is one", 400},
                   {"speed_spread", "", 0, 0.9, "part by which preferred speeds differ, either way", 0.3}},
          .make = make_streets};
}

}  // namespace plethos::scenarios
