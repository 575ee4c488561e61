#include "scenarios/render/paths_render.hpp"

#include <filesystem>

#include "scenarios/render/layout.hpp"
#include "scenarios/render/region_colors.hpp"
#include "tests/scenarios/io/recorded_paths.hpp"
#include "tests/scenarios/render/decoded_picture.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;
using tests::TemporaryFolder;

namespace {

constexpr Rgb white{1, 1, 1};

/// Returns a map of 8 x 4 cells in two blocks of 4, with a wall between them that has a gap in its top row.
RecordedPaths two_blocks() {
  WorldGrid grid;
  grid.width = 8;
  grid.height = 4;
  grid.passable.assign(32, 1);
  for (const std::size_t cell : {11u, 19u, 27u}) grid.passable[cell] = 0;
  RecordedPaths record{.attributes = {{"planner", "pha"}},
                       .queries = {{grid.center({0, 3}), grid.center({7, 3})}, {grid.center({0, 0}), grid.center({1, 0})}}};
  record.paths.add(std::array{grid.center({0, 3}), grid.center({3, 0}), grid.center({4, 0}), grid.center({7, 3})});
  record.paths.add(std::array{grid.center({0, 0}), grid.center({1, 0})});
  record.optimum = {9.5, 1};
  record.graph.block = 4;
  for (std::size_t cell = 0; cell < 32; ++cell) record.graph.region.push_back(grid.passable[cell] == 0 ? -1 : cell % 8 < 4 ? 0 : 1);
  record.graph.nodes = {grid.center({1, 2}), grid.center({6, 2})};
  record.graph.edges = {{0, 1}};
  record.world.grid = std::make_shared<const WorldGrid>(grid);
  return record;
}

Picture draw(const TemporaryFolder& folder, const RecordedPaths& record, const PathsRenderOptions& options) {
  render_paths(record, folder.path("paths.png"), options);
  return Picture(folder.path("paths.png"));
}

/// Returns the pixel in the middle of a cell, a little off its center.
Rgb at_cell(const Picture& picture, const RecordedPaths& record, const PathsRenderOptions& options, std::int32_t x, std::int32_t y) {
  const WorldGrid& grid = *record.world.grid;
  const Layout layout =
      lay_out({{0, 0}, {static_cast<float>(grid.width), static_cast<float>(grid.height)}}, options.width, options.height, 1);
  const Vec2 place = layout.to_canvas(grid.center({x, y}) + Vec2{-0.3f, 0.2f});
  return picture.at(static_cast<int>(place.x), static_cast<int>(place.y));
}

bool is_dark(Rgb color) { return color.r + color.g + color.b < 1.4f; }

}  // namespace

TEST_CASE("a picture of paths shows blocked cells, regions and what lies over them") {
  const TemporaryFolder folder;
  const RecordedPaths record = two_blocks();
  PathsRenderOptions options{.width = 800};
  const Picture all = draw(folder, record, options);
  CHECK(all.width() == 800);
  CHECK(all.height() < 800);
  CHECK(is_dark(at_cell(all, record, options, 3, 2)));
  const std::vector<std::uint8_t> colors = region_colors(*record.world.grid, record.graph.region);
  REQUIRE(colors.size() == 2);
  CHECK(colors[0] != colors[1]);
  CHECK(Picture::near(at_cell(all, record, options, 0, 1), soft_color(colors[0])));
  CHECK(Picture::near(at_cell(all, record, options, 7, 1), soft_color(colors[1])));
  CHECK(all.count(group_color(0)) > 500);
  CHECK(all.count(group_color(1)) > 100);

  options.layers = paths_layers("map");
  const Picture map = draw(folder, record, options);
  CHECK(Picture::near(at_cell(map, record, options, 0, 1), white));
  CHECK(is_dark(at_cell(map, record, options, 3, 2)));
  CHECK(map.count(group_color(0)) == 0);

  options.layers = paths_layers("regions");
  const Picture regions = draw(folder, record, options);
  CHECK(Picture::near(at_cell(regions, record, options, 0, 1), soft_color(colors[0])));
  CHECK(Picture::near(at_cell(regions, record, options, 3, 2), white));

  options.layers = paths_layers("graph");
  const Picture graph = draw(folder, record, options);
  options.layers = paths_layers("paths,graph");
  CHECK(graph.count(white) > draw(folder, record, options).count(white));
  options.layers.graph = false;
  CHECK(graph.count(group_color(0)) == 0);
  CHECK(draw(folder, record, options).count(group_color(0)) > 500);
}

TEST_CASE("a picture of paths shows the terrains that ways lie on") {
  const TemporaryFolder folder;
  RecordedPaths record = two_blocks();
  PathsRenderOptions options{.width = 800, .layers = paths_layers("map")};
  const WorldGrid& grid = *record.world.grid;
  REQUIRE(!grid.is_passable(3, 2));
  CHECK(is_dark(at_cell(draw(folder, record, options), record, options, 3, 2)));
  for (const std::uint8_t passable : grid.passable) record.terrain.push_back(passable != 0 ? Terrain::land : Terrain::none);
  CHECK(is_dark(at_cell(draw(folder, record, options), record, options, 3, 2)));
  record.terrain[grid.index(3, 2)] = Terrain::water;
  const Rgb water = at_cell(draw(folder, record, options), record, options, 3, 2);
  CHECK(water.b > water.r + 0.1f);
  record.terrain[grid.index(3, 2)] = Terrain::trees;
  const Rgb trees = at_cell(draw(folder, record, options), record, options, 3, 2);
  CHECK(trees.g > trees.b + 0.1f);
}

TEST_CASE("a picture of paths shows a field, light near its goal, and the squares of a quadtree") {
  const TemporaryFolder folder;
  RecordedPaths record = two_blocks();
  const auto light = [](Rgb color) { return color.r + color.g + color.b; };
  for (std::size_t cell = 0; cell < 32; ++cell) record.field.cost.push_back(static_cast<float>(cell % 8));
  record.field.cost[31] = std::numeric_limits<float>::infinity();
  record.graph.squares = {{0, 0, 4}};
  PathsRenderOptions options{.width = 800, .layers = paths_layers("map,field")};
  const Picture field = draw(folder, record, options);
  CHECK(light(at_cell(field, record, options, 0, 1)) > light(at_cell(field, record, options, 6, 1)) + 0.3f);
  CHECK(is_dark(at_cell(field, record, options, 3, 2)));
  // A cell without a way has no value.
  CHECK(Picture::near(at_cell(field, record, options, 7, 3), white));
  options.layers = paths_layers("map");
  const int before = draw(folder, record, options).count(white);
  options.layers = paths_layers("map,squares");
  CHECK(draw(folder, record, options).count(white) < before - 500);
}

TEST_CASE("a picture of paths shows the ways that are asked for") {
  const TemporaryFolder folder;
  const RecordedPaths record = two_blocks();
  PathsRenderOptions options{.width = 400, .layers = paths_layers("paths")};
  const int both = draw(folder, record, options).count(white);
  options.ways = 1;
  const int first = draw(folder, record, options).count(white);
  CHECK(first > both);
  options.queries = {1};
  const Picture second = draw(folder, record, options);
  CHECK(second.count(white) > first);
  CHECK(second.count(group_color(0)) > 20);
  CHECK(second.count(group_color(1)) == 0);
  options.queries = {2};
  CHECK(tests::input_error([&] { draw(folder, record, options); }) ==
        "--query: found 2, expected a number from 0 to 1, the queries of the file");
}

TEST_CASE("cells of greater cost are darker, and a map larger than the picture is drawn in its mean color") {
  const TemporaryFolder folder;
  RecordedPaths record;
  auto grid = std::make_shared<WorldGrid>();
  grid->width = 8;
  grid->height = 8;
  grid->passable.assign(64, 1);
  grid->cost.assign(64, 1);
  grid->cost[9] = 5;
  grid->cost[10] = 9;
  record.world.grid = grid;
  PathsRenderOptions options{.width = 400, .height = 400};
  const Picture picture = draw(folder, record, options);
  const Rgb cheap = at_cell(picture, record, options, 0, 0);
  const Rgb middle = at_cell(picture, record, options, 1, 1);
  const Rgb dear = at_cell(picture, record, options, 2, 1);
  CHECK(Picture::near(cheap, white));
  CHECK(middle.b < cheap.b);
  CHECK(dear.b < middle.b);

  // Every other column is blocked.
  grid->width = 1000;
  grid->height = 100;
  grid->cost.clear();
  grid->passable.clear();
  for (int cell = 0; cell < 100000; ++cell) grid->passable.push_back(cell % 2 == 0 ? 1 : 0);
  options.height = 0;
  const Picture wide = draw(folder, record, options);
  const Rgb mean = wide.at(wide.width() / 2, 15);
  CHECK(mean.r > 0.4f);
  CHECK(mean.r < 0.95f);
}

TEST_CASE("a graph that is too dense to be seen is left out") {
  const TemporaryFolder folder;
  RecordedPaths record = two_blocks();
  PathsRenderOptions options{.layers = paths_layers("graph")};
  for (const int side : {64, 1200}) {
    auto grid = std::make_shared<WorldGrid>();
    grid->width = grid->height = side;
    grid->passable.assign(static_cast<std::size_t>(side * side), 1);
    record.world.grid = grid;
    record.graph.region.assign(static_cast<std::size_t>(side * side), 0);
    options.width = 400;
    CAPTURE(side);
    record.graph.nodes[0] = grid->center({side / 4, side / 2});
    record.graph.nodes[1] = grid->center({3 * side / 4, side / 2});
    // Above the footer.
    const Picture picture = draw(folder, record, options);
    int dark = 0;
    for (int y = 0; y < picture.height() * 3 / 4; ++y) dark += picture.at(200, y).r < 0.9f ? 1 : 0;
    CHECK((dark > 0) == (side == 64));
  }
}

TEST_CASE("paths among obstacles are drawn, and a file with nothing in it, too") {
  const TemporaryFolder folder;
  PathsRenderOptions options{.width = 800};
  const Picture picture = draw(folder, paths_among_obstacles(), options);
  CHECK(picture.count(group_color(0)) > 100);
  CHECK(picture.count({0.84f, 0.85f, 0.87f}) > 500);
  CHECK(draw(folder, {}, options).count(group_color(0)) == 0);
}

TEST_CASE("regions that touch have different colors") {
  GridMap map{6, 6, std::vector<std::uint8_t>(36, 1)};
  std::vector<std::int32_t> region;
  for (int cell = 0; cell < 36; ++cell) region.push_back(cell / 12 * 3 + cell % 6 / 2);
  const std::vector<std::uint8_t> colors = region_colors(map, region);
  REQUIRE(colors.size() == 9);
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < a; ++b) {
      if (std::abs(a / 3 - b / 3) <= 1 && std::abs(a % 3 - b % 3) <= 1)
        CHECK(colors[static_cast<std::size_t>(a)] != colors[static_cast<std::size_t>(b)]);
    }
  }
}

TEST_CASE("a picture of paths refuses what it cannot draw") {
  const TemporaryFolder folder;
  const RecordedPaths record = two_blocks();
  PathsRenderOptions options;
  CHECK(tests::input_error([&] { render_paths(record, folder.path("a.mp4"), options); }) ==
        folder.path("a.mp4") + ": found the ending '.mp4', expected .png: paths do not move");
  CHECK(tests::input_error([&] { paths_layers("map,pahts"); }) == "--layers: unknown layer 'pahts'; did you mean 'paths'?");
  options.width = 10;
  CHECK(tests::input_error([&] { draw(folder, record, options); }).starts_with("width: found 10"));
  options.width = 400;
  options.ways = -1;
  CHECK(tests::input_error([&] { draw(folder, record, options); }).starts_with("ways: found -1"));
  CHECK(std::filesystem::is_empty(folder.path()));
}
