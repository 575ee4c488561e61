#include "algorithms/obstacles/occupancy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "tests/harness/random.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::obstacles;
using tests::input_error;

namespace {

double distance(Vec2d p, Vec2d a, Vec2d b) {
  const double squared = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  const double along = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
  const double t = squared > 0 ? std::clamp(along / squared, 0., 1.) : 0.;
  return std::hypot(p.x - (a.x + t * (b.x - a.x)), p.y - (a.y + t * (b.y - a.y)));
}

bool cross(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
  const auto side = [](Vec2d p, Vec2d q, Vec2d r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); };
  return (side(a, b, c) > 0) != (side(a, b, d) > 0) && (side(c, d, a) > 0) != (side(c, d, b) > 0);
}

/// A closed cell of a grid, in metres.
struct Square {
  Vec2d low;
  Vec2d high;

  Square(const WorldGrid& grid, GridCell cell) : low{}, high{} {
    const double side = grid.cell_size;
    low = {grid.origin.x + cell.x * side, grid.origin.y + (grid.height - 1 - cell.y) * side};
    high = {low.x + side, low.y + side};
  }
  Vec2d center() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
  double distance_to(Vec2 from, Vec2 to) const {
    const Vec2d a{from.x, from.y};
    const Vec2d b{to.x, to.y};
    const auto holds = [&](Vec2d p) { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; };
    if (holds(a) || holds(b)) return 0;
    const std::array<Vec2d, 4> corners{{low, {high.x, low.y}, high, {low.x, high.y}}};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2d c = corners[i];
      const Vec2d d = corners[(i + 1) % 4];
      if (cross(a, b, c, d)) return 0;
      least = std::min({least, distance(a, c, d), distance(b, c, d), distance(c, a, b)});
    }
    return least;
  }
};

bool inside(const std::vector<Vec2>& ring, Vec2d p) {
  bool result = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2d a{ring[i].x, ring[i].y};
    const Vec2d b{ring[(i + 1) % ring.size()].x, ring[(i + 1) % ring.size()].y};
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) result = !result;
  }
  return result;
}

bool is_solid(const World& world, Vec2d p) {
  for (const Polygon& polygon : world.polygons) {
    if (polygon.closed && inside(polygon.vertices, p)) return true;
  }
  bool walkable = world.walkable.empty();
  for (const std::vector<Vec2>& ring : world.walkable) walkable = walkable != inside(ring, p);
  return !walkable;
}

double distance_to_walls(const World& world, const Square& square) {
  double least = std::numeric_limits<double>::infinity();
  for (const Polygon& polygon : world.polygons) {
    const std::size_t count = polygon.vertices.size();
    for (std::size_t i = 0; i + (polygon.closed ? 0 : 1) < count; ++i) {
      least = std::min(least, square.distance_to(polygon.vertices[i], polygon.vertices[(i + 1) % count]));
    }
  }
  return least;
}

double distance_to_edge(const World& world, const Square& square) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::vector<Vec2>& ring : world.walkable) {
    for (std::size_t i = 0; i < ring.size(); ++i) least = std::min(least, square.distance_to(ring[i], ring[(i + 1) % ring.size()]));
  }
  return least;
}

/// What a look at all walls from every cell says of a grid.
struct Findings {
  int passable = 0;
  int blocked = 0;
  int unsafe = 0;    // passable cells that the definition forbids
  int needless = 0;  // blocked cells that it allows by more than the slack
};

Findings check(const World& world, const WorldGrid& grid, float clearance, double slack) {
  Findings found;
  for (std::size_t i = 0; i < grid.passable.size(); ++i) {
    const Square square(grid, grid.cell(i));
    const double to_walls = distance_to_walls(world, square);
    const double to_edge = distance_to_edge(world, square);
    const bool solid = is_solid(world, square.center());
    const bool forbidden = solid || to_walls <= clearance || to_edge <= 0;
    const bool allowed = !solid && to_walls > clearance + slack && to_edge > slack;
    const bool passable = grid.passable[i] != 0;
    ++(passable ? found.passable : found.blocked);
    found.unsafe += passable && forbidden;
    found.needless += !passable && allowed;
  }
  return found;
}

std::vector<Vec2> star(tests::Random& random, Vec2 center, float least, float most) {
  std::vector<Vec2> ring;
  const std::int32_t corners = random.integer(3, 12);
  for (std::int32_t k = 0; k < corners; ++k) {
    const float angle = 6.2831853f * (static_cast<float>(k) + random.between(0.1f, 0.9f)) / static_cast<float>(corners);
    ring.push_back(center + random.between(least, most) * Vec2{std::cos(angle), std::sin(angle)});
  }
  if (random.once_in(2)) std::reverse(ring.begin(), ring.end());
  return ring;
}

/// Stars, chains, walls along the axes and dots, some across the edge of the bounds. `origin` is the corner of 40 m by 30 m.
World random_world(tests::Random& random, Vec2 origin, bool with_ground) {
  World world{.bounds = {origin, origin + Vec2{40, 30}}};
  const auto place = [&] { return origin + Vec2{random.between(-1, 41), random.between(-1, 31)}; };
  for (int i = 0; i < 8; ++i) world.polygons.push_back({star(random, place(), 0.3f, 3)});
  for (int i = 0; i < 4; ++i) {
    Polygon chain{{place()}, false};
    for (std::int32_t k = random.integer(1, 4); k > 0; --k) {
      chain.vertices.push_back(chain.vertices.back() + Vec2{random.between(-5, 5), random.between(-5, 5)});
    }
    world.polygons.push_back(chain);
  }
  // On edges and corners of cells of half a metre.
  const Vec2 corner = origin + Vec2{static_cast<float>(random.integer(0, 30)), static_cast<float>(random.integer(0, 20))};
  world.polygons.push_back({{corner, corner + Vec2{3, 0}, corner + Vec2{3, 4}}, false});
  world.polygons.push_back({{corner + Vec2{5, 1}, corner + Vec2{5, 1}}, false});
  world.polygons.push_back({{corner + Vec2{6, 6}, corner + Vec2{8, 6}, corner + Vec2{8, 7.5f}, corner + Vec2{6, 7.5f}}});
  if (with_ground) {
    const Vec2 middle = origin + Vec2{20, 15};
    world.walkable = {star(random, middle, 12, 14), star(random, middle, 5, 6), star(random, middle, 1, 2)};
  }
  return world;
}

}  // namespace

TEST_CASE("cells are blocked where a look at every wall blocks them") {
  tests::Random random("obstacles::rasterize");
  Findings total;
  for (const bool with_ground : {false, true}) {
    for (const float shift : {0.f, 1000.f}) {
      for (const float clearance : {0.f, 0.25f, 1.3f}) {
        for (const float cell_size : {0.5f, 0.37f, 2.f}) {
          const World world = random_world(random, {-3 * shift, shift - 5}, with_ground);
          CAPTURE(with_ground);
          CAPTURE(shift);
          CAPTURE(clearance);
          CAPTURE(cell_size);
          const Findings found = check(world, rasterize(world, cell_size, clearance), clearance, 1e-6 * (3 * shift + 60));
          CHECK(found.unsafe == 0);
          CHECK(found.needless == 0);
          total.passable += found.passable;
          total.blocked += found.blocked;
        }
      }
    }
  }
  CHECK(total.passable > 10000);
  CHECK(total.blocked > 10000);
}

TEST_CASE("discs in passable cells hit nothing") {
  tests::Random random("obstacles::rasterize::discs");
  for (const float shift : {0.f, 5000.f}) {
    for (const float clearance : {0.f, 0.4f}) {
      const World world = random_world(random, {shift, -shift}, shift == 0);
      const WorldGrid grid = rasterize(world, 0.3f, clearance);
      const ObstacleIndex index(world.polygons, clearance, world.walkable);
      int free = 0;
      for (int i = 0; i < 50000; ++i) {
        const Vec2 p = world.bounds.low + Vec2{random.between(0, 40), random.between(0, 30)};
        if (!grid.is_passable(grid.cell_at(p))) continue;
        ++free;
        bool touches = false;
        for (const Segment& wall : world.segments()) {
          touches |= distance({p.x, p.y}, {wall.a.x, wall.a.y}, {wall.b.x, wall.b.y}) <= clearance;
        }
        if (touches || index.hits(p, clearance)) FAIL("at " << p.x << ", " << p.y << ", clearance " << clearance);
      }
      CHECK(free > 1000);
    }
  }
}

TEST_CASE("cells that a wall touches are blocked on both sides") {
  World world{.polygons = {{{{3, 1}, {3, 2}}, false}}, .bounds = {{0, 0}, {6, 4}}};
  const auto rows = [&](float clearance) {
    const WorldGrid grid = rasterize(world, 1, clearance);
    std::string text;
    for (std::int32_t y = 0; y < grid.height; ++y) {
      for (std::int32_t x = 0; x < grid.width; ++x) text += grid.is_passable(x, y) ? '.' : '@';
      text += '\n';
    }
    return text;
  };
  CHECK(rows(0) ==
        "......\n"
        "..@@..\n"
        "..@@..\n"
        "..@@..\n");
  // A cell's corner at the very clearance is too near.
  CHECK(rows(1) ==
        "..@@..\n"
        ".@@@@.\n"
        ".@@@@.\n"
        ".@@@@.\n");
  world.polygons[0].vertices = {{3, 1.5f}, {3, 1.5f}};
  CHECK(rows(0.49f) ==
        "......\n"
        "......\n"
        "..@@..\n"
        "......\n");
  CHECK(rows(0.5f) ==
        "......\n"
        "..@@..\n"
        "..@@..\n"
        "..@@..\n");
}

TEST_CASE("a gap that discs pass is open in one row of cells where no other way joins the ground, however it is turned") {
  int closed = 0;
  for (int turn = 0; turn < 24; ++turn) {
    CAPTURE(turn);
    const float angle = 6.2831853f * static_cast<float>(turn) / 24;
    const auto turned = [&](float x, float y) {
      return Vec2{std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y};
    };
    // Two rooms of 4 m x 4 m, with a wall of 0.2 m between them and two doors of 0.8 m in it.
    World world{.polygons = {{{turned(-4.1f, -2), turned(4.1f, -2), turned(4.1f, 2), turned(-4.1f, 2), turned(-4.1f, -2)}, false}},
                .bounds = {{-10, -10}, {10, 10}},
                .walkable = {{turned(-4.1f, -2), turned(4.1f, -2), turned(4.1f, 2), turned(-4.1f, 2)}}};
    for (const auto& [low, high] : {std::pair(-2.f, -1.2f), std::pair(-0.4f, 0.4f), std::pair(1.2f, 2.f)}) {
      world.polygons.push_back({{turned(-0.1f, low), turned(0.1f, low), turned(0.1f, high), turned(-0.1f, high)}});
    }
    const float clearance = 0.2f;
    const WorldGrid strict = rasterize(world, 0.25f, clearance), open = rasterize_with_gaps(world, 0.25f, clearance);
    const auto parts = [&](const WorldGrid& grid) {
      const GridRegions regions = connected_regions(grid);
      return std::pair(regions.label[grid.index(grid.cell_at(turned(-2, 0)).x, grid.cell_at(turned(-2, 0)).y)],
                       regions.label[grid.index(grid.cell_at(turned(2, 0)).x, grid.cell_at(turned(2, 0)).y)]);
    };
    CHECK(parts(open).first == parts(open).second);
    CHECK(parts(open).first >= 0);
    int opened = 0;
    for (std::size_t i = 0; i < open.passable.size(); ++i) {
      if (open.passable[i] == strict.passable[i]) continue;
      ++opened;
      CHECK(open.passable[i] == 1);
      const Vec2 center = open.center(open.cell(i));
      for (const Segment& wall : world.segments()) {
        CHECK(distance({center.x, center.y}, {wall.a.x, wall.a.y}, {wall.b.x, wall.b.y}) >= static_cast<double>(clearance) - 1e-6);
      }
    }
    const bool is_closed = parts(strict).first != parts(strict).second;
    closed += is_closed ? 1 : 0;
    // Through both doors, and nothing where the strict grid has a way.
    CHECK((opened > 0) == is_closed);
    CHECK(opened < 24);
  }
  CHECK(closed > 5);
}

TEST_CASE("a grid covers the bounds") {
  World world{.bounds = {{-1, 2}, {9, 6.5f}}};
  const WorldGrid grid = rasterize(world, 2, 0);
  CHECK(grid.width == 5);
  CHECK(grid.height == 3);
  CHECK(grid.origin == Vec2{-1, 2});
  CHECK(grid.cell_size == 2);
  CHECK(grid.passable == std::vector<std::uint8_t>(15, 1));
  CHECK(grid.cost.empty());
  CHECK(grid.is_passable(grid.cell_at(world.bounds.high)));
  world.bounds.high = world.bounds.low;
  CHECK(rasterize(world, 2, 0).passable.size() == 1);
}

TEST_CASE("walls and ground far outside of the grid") {
  World world{.polygons = {{{{-1e6f, 5.5f}, {1e6f, 5.5f}}, false}, {{{-50, -50}, {-40, -50}, {-40, -40}}}, {{{30, -9}, {40, 99}}, false}},
              .bounds = {{0, 0}, {10, 10}},
              .walkable = {{{-1e5f, -1e5f}, {1e5f, -1e5f}, {1e5f, 1e5f}, {-1e5f, 1e5f}}}};
  const WorldGrid grid = rasterize(world, 1, 0.25f);
  for (std::size_t i = 0; i < grid.passable.size(); ++i) CHECK((grid.passable[i] == 0) == (grid.cell(i).y == 4));
}

TEST_CASE("the ground ends at a door, and no wall is there") {
  World world{.bounds = {{-2, -2}, {12, 12}}, .walkable = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}}};
  // The east is open.
  world.polygons = {{{{10, 10}, {0, 10}, {0, 0}, {10, 0}}, false, Solid::right}};
  const WorldGrid grid = rasterize(world, 0.5f, 0.75f);
  CHECK(grid.is_passable(grid.cell_at({9.2f, 5})));
  CHECK_FALSE(grid.is_passable(grid.cell_at({9.7f, 5})));
  CHECK_FALSE(grid.is_passable(grid.cell_at({11, 5})));
  CHECK(grid.is_passable(grid.cell_at({1.2f, 5})));
  CHECK_FALSE(grid.is_passable(grid.cell_at({0.7f, 5})));
}

TEST_CASE("sizes that make no grid") {
  World world{.bounds = {{0, 0}, {200, 100}}};
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(input_error([&] { rasterize(world, 0, 0); }) == "grid: cell_size: found 0 m, expected a finite number above 0");
  for (const float bad : {-1.f, infinity, nan}) {
    CHECK(input_error([&] { rasterize(world, bad, 0); }).starts_with("grid: cell_size: found "));
    CHECK(input_error([&] { rasterize(world, 1, bad); }).starts_with("grid: clearance: found "));
  }
  CHECK(input_error([&] { rasterize(world, 1, -1); }) == "grid: clearance: found -1 m, expected a finite number from 0");
  CHECK(input_error([&] { rasterize(world, 0.0078125f, 0); }) ==
        "grid: cell_size: found 0.0078125 m, which makes 25600 x 12800 cells, expected at most 100000000 cells");
  CHECK(input_error([&] { rasterize(world, 1e-38f, 0); }).starts_with("grid: cell_size: found "));
}
