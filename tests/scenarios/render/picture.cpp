#include <hdf5.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/render/palette.hpp"
#include "scenarios/render/render.hpp"
#include "tests/scenarios/io/recorded.hpp"
#include "tests/scenarios/render/decoded_picture.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

/// Records two agents, one of each group, that cross a square of 10 m with an obstacle in its lower right corner.
std::string crossing(const TemporaryFolder& folder, std::uint32_t frames = 51) {
  Scenario scenario = scene(2);
  scenario.world.polygons = {{{{6, 0}, {10, 0}, {10, 4}, {6, 4}}, true}};
  scenario.world.goals = {{10, 10}, {0, 10}};
  for (AgentRecord& agent : scenario.agents) agent.radius = 0.5f;
  TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    const float t = static_cast<float>(frame) / 50.f;
    writer.append(frame, std::vector<float>{10 * t, 10 - 10 * t}, std::vector<float>{5, 5 + 5 * t}, std::vector<std::uint8_t>{1, 1});
  }
  writer.close();
  return folder.path("run.h5");
}

}  // namespace

TEST_CASE("a picture shows moving obstacles where they are at its time") {
  const TemporaryFolder folder;
  Scenario scenario = scene(1);
  scenario.world.polygons.clear();
  scenario.world.goals = {{0, 0}, {20, 10}};
  scenario.world.moving = {{.outline = {.vertices = {{0, 4}, {4, 4}, {4, 8}, {0, 8}}}, .path = {{14, 0}}, .speed = 14, .until = 2}};
  TrajectoryWriter writer(folder.path("run.h5"), scenario, 1, {});
  for (std::uint32_t frame = 0; frame < 3; ++frame) {
    writer.append(frame, std::vector<float>{10}, std::vector<float>{1}, std::vector<std::uint8_t>{1});
  }
  writer.close();
  const TrajectoryReader trajectory(folder.path("run.h5"));
  const Rgb orange{0.93f, 0.78f, 0.55f};
  const auto middle = [&](double time) {
    RenderOptions options{.width = 400, .time = time};
    const std::string path = folder.path("picture.png");
    render_picture(trajectory, path, options);
    const Picture picture(path);
    double x = 0;
    double count = 0;
    for (int row = 0; row < picture.height(); ++row) {
      for (int column = 0; column < picture.width(); ++column) {
        if (!Picture::near(picture.at(column, row), orange)) continue;
        x += column;
        ++count;
      }
    }
    return count > 0 ? x / count : -1;
  };
  CHECK(middle(0) > 0);
  CHECK(middle(0) < 120);
  CHECK(middle(1) > 280);
  CHECK(middle(2) == -1);
}

TEST_CASE("a picture shows ground, obstacles, agents at their size, and trails") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(crossing(folder));
  RenderOptions options{.width = 400};
  render(trajectory, folder.path("run.png"), options);
  const Picture picture(folder.path("run.png"));
  CHECK(picture.width() == 400);
  CHECK(picture.height() == 400);
  // The scene of 11 m fills the height of 400 pixels less the footer of 22 and one and a half margins of 10.
  const double scale = (400 - 22 - 15) / 11.0;
  const double disc = std::acos(-1.0) * 0.25 * scale * scale;
  CHECK(picture.count(group_color(0)) > 0.85 * disc);
  CHECK(picture.count(group_color(0)) < 1.05 * disc);
  CHECK(picture.count(group_color(1)) > 0.85 * disc);
  CHECK(picture.count({0.84f, 0.85f, 0.87f}) > 0.9 * 16 * scale * scale);
  CHECK(Picture::near(picture.at(2, 2), {1, 1, 1}));
  // Halfway of the first agent's trail, far from both agents.
  const int x = static_cast<int>(10 + (380 - 11 * scale) / 2 + 3.5 * scale);
  const int y = static_cast<int>(10 + (11 - 5.5) * scale);
  bool trail = false;
  for (int j = y - 2; j <= y + 2; ++j) trail = trail || picture.at(x, j).r < 0.8f;
  CHECK(trail);

  options.trail_seconds = 0;
  render(trajectory, folder.path("bare.png"), options);
  const Picture bare(folder.path("bare.png"));
  for (int j = y - 2; j <= y + 2; ++j) CHECK(Picture::near(bare.at(x, j), {1, 1, 1}));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 4);
}

TEST_CASE("a picture shows the moment that was asked for") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(crossing(folder));
  RenderOptions options{.width = 300, .height = 200, .trail_seconds = 0};
  const auto bytes = [&](std::optional<double> time) {
    options.time = time;
    render(trajectory, folder.path("run.png"), options);
    return read_bytes(folder.path("run.png"));
  };
  const std::string last = bytes({});
  CHECK(bytes(5) == last);
  CHECK(bytes(2) != last);
  CHECK(bytes(0) != last);
  const std::string expected = "expected a time from 0 s to 5 s, the last that " + trajectory.path() + " holds";
  CHECK_THROWS_WITH_AS(bytes(5.1), ("--time: found 5.1 s, " + expected).c_str(), InputError);
  CHECK_THROWS_WITH_AS(bytes(-1), ("--time: found -1 s, " + expected).c_str(), InputError);
  CHECK(Picture(folder.path("run.png")).width() == 300);
  CHECK(Picture(folder.path("run.png")).height() == 200);
}

TEST_CASE("a legend shows all groups, in two rows where one is too short, and counts those without room") {
  const TemporaryFolder folder;
  const auto legend = [&](std::size_t groups, const std::string& name, int width) {
    Scenario scenario = scene(2);
    scenario.groups.assign(groups, name);
    {
      TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
      recorded::append(writer, 1, 2);
    }
    render_picture(TrajectoryReader(folder.path("run.h5")), folder.path("run.png"), {.width = width});
    const Picture picture(folder.path("run.png"));
    // Colors of groups that have no agent are in the legend alone.
    std::vector<std::size_t> shown;
    for (std::size_t group = 2; group < 7; ++group) {
      if (picture.count(group_color(group)) > 4) shown.push_back(group);
    }
    return shown;
  };
  using Groups = std::vector<std::size_t>;
  CHECK(legend(4, "to the north-east", 800) == Groups{2, 3});
  CHECK(legend(7, "to the north-east", 800) == Groups{2, 3, 4, 5, 6});
  // Some find room, and the last does not.
  const Groups some = legend(7, "to the north-east of the building", 800);
  CHECK(!some.empty());
  CHECK((some.empty() || some.back() < 6));
  CHECK(legend(4, std::string(300, 'x'), 800).empty());
}

TEST_CASE("a wheel explains colors that show directions") {
  const TemporaryFolder folder;
  const auto pixels_of_wheel = [&](std::int32_t groups) {
    Scenario scenario = scene(2);
    for (AgentRecord& agent : scenario.agents) agent.group %= groups;
    {
      // Both go to the right; the color of the left is in the legend alone.
      TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
      for (std::uint32_t frame = 0; frame < 9; ++frame) {
        const float x = static_cast<float>(frame);
        writer.append(frame, std::vector<float>{x, x}, std::vector<float>{0, 2}, std::vector<std::uint8_t>{1, 1});
      }
    }
    render_picture(TrajectoryReader(folder.path("run.h5")), folder.path("run.png"), {.width = 800});
    // A part of the wheel is one pixel high there: how much of its very color is left depends on where pixels begin.
    return Picture(folder.path("run.png")).count(direction_color(0.5f), 0.05f);
  };
  CHECK(pixels_of_wheel(1) > 10);
  CHECK(pixels_of_wheel(2) == 0);
}

TEST_CASE("colors follow speed if asked") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(crossing(folder));
  render_picture(trajectory, folder.path("run.png"), {.width = 300, .color = RenderColor::speed});
  const Picture picture(folder.path("run.png"));
  CHECK(picture.count(group_color(0)) == 0);
  CHECK(picture.count(speed_color(1)) > 20);
  CHECK(render_color("speed") == RenderColor::speed);
  CHECK(render_color("group") == RenderColor::group);
  CHECK_THROWS_WITH_AS(render_color("speeed"), "unknown color 'speeed'; did you mean 'speed'?", InputError);
}

TEST_CASE("any trajectory with a row can be drawn") {
  const TemporaryFolder folder;
  RenderOptions options{.width = 64};
  render_picture(TrajectoryReader(crossing(folder, 1)), folder.path("one.png"), options);
  Scenario scenario;
  scenario.agents.resize(3000);
  {
    TrajectoryWriter writer(folder.path("point.h5"), scenario, 10, {});
    const std::vector<float> same(3000, 1e6f);
    for (std::uint32_t frame = 0; frame < 3; ++frame) writer.append(frame, same, same, std::vector<std::uint8_t>(3000, frame != 1));
  }
  render_picture(TrajectoryReader(folder.path("point.h5")), folder.path("point.png"), options);
  options.height = 2000;
  render_picture(TrajectoryReader(folder.path("point.h5")), folder.path("point.png"), options);
}

TEST_CASE("ids of other programs may be any numbers") {
  const TemporaryFolder folder;
  struct Row {
    std::int64_t id, frame;
    double x, y, z;
  };
  const std::vector<Row> rows{{std::int64_t{1} << 62, 0, 0, 0, 0}, {-7, 0, 5, 0, 0}, {std::int64_t{1} << 27, 1, 0, 5, 0}};
  const std::string path = folder.path("foreign.h5");
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(Row));
  H5Tinsert(type, "id", offsetof(Row, id), H5T_NATIVE_INT64);
  H5Tinsert(type, "frame", offsetof(Row, frame), H5T_NATIVE_INT64);
  H5Tinsert(type, "x", offsetof(Row, x), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "y", offsetof(Row, y), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "z", offsetof(Row, z), H5T_NATIVE_DOUBLE);
  const hsize_t size = rows.size();
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t dataset = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data());
  const hid_t scalar = H5Screate(H5S_SCALAR);
  const hid_t fps = H5Acreate2(dataset, "fps", H5T_NATIVE_DOUBLE, scalar, H5P_DEFAULT, H5P_DEFAULT);
  const double rate = 10;
  H5Awrite(fps, H5T_NATIVE_DOUBLE, &rate);
  H5Aclose(fps);
  H5Sclose(scalar);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Tclose(type);
  H5Fclose(file);
  RenderOptions options{.width = 300, .time = 0};
  render_picture(TrajectoryReader(path), folder.path("two.png"), options);
  options.time = 0.1;
  render_picture(TrajectoryReader(path), folder.path("one.png"), options);
  const int two = Picture(folder.path("two.png")).count(direction_color(0));
  const int one = Picture(folder.path("one.png")).count(direction_color(0));
  CHECK(one > 20);
  CHECK(two == doctest::Approx(2 * one).epsilon(0.1));
}

TEST_CASE("what cannot be drawn is refused and leaves nothing") {
  const TemporaryFolder folder;
  const TrajectoryReader trajectory(crossing(folder));
  RenderOptions options{.width = 200};
  const std::string png = folder.path("new.png");
  CHECK_THROWS_WITH_AS(render(trajectory, "run.jpg", options), "run.jpg: found the ending '.jpg', known: .png, .mp4", InputError);
  CHECK_THROWS_AS(render(trajectory, "run", options), InputError);
  CHECK_THROWS_AS(render(trajectory, folder.path("missing/run.png"), options), InputError);
  fs::create_directory(folder.path("folder.png"));
  CHECK_THROWS_AS(render(trajectory, folder.path("folder.png"), options), InputError);
  fs::remove(folder.path("folder.png"));
  const auto refused = [&](auto change) {
    RenderOptions bad = options;
    change(bad);
    CHECK_THROWS_AS(render(trajectory, png, bad), InputError);
  };
  refused([](RenderOptions& bad) { bad.width = 63; });
  refused([](RenderOptions& bad) { bad.width = 1 << 20; });
  refused([](RenderOptions& bad) { bad.height = -1; });
  refused([](RenderOptions& bad) { bad.trail_seconds = -1; });
  refused([](RenderOptions& bad) { bad.time = std::nan(""); });
  refused([](RenderOptions& bad) { bad.frames_per_second = 0; });
  refused([](RenderOptions& bad) { bad.playback_speed = 0; });
  { TrajectoryWriter(folder.path("empty.h5"), scene(2), 10, {}); }
  CHECK_THROWS_AS(render(TrajectoryReader(folder.path("empty.h5")), png, options), InputError);
  {
    const FileSizeLimit full(500);
    CHECK_THROWS_AS(render(trajectory, png, options), MachineError);
  }
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 4);
}

TEST_CASE("exits are drawn, and what is off the walkable ground looks as obstacles do") {
  const TemporaryFolder folder;
  Scenario scenario = scene(2);
  scenario.world.polygons.clear();
  scenario.world.walkable = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{4, 4}, {4, 6}, {6, 6}, {6, 4}}};
  scenario.world.goals.clear();
  const Exit exit{{{{10, 1}, {10, 3}}, {{0, 8}, {2, 8}, {2, 10}, {0, 10}}}, {{{10, 1}, {10, 3}}}};
  for (AgentRecord& agent : scenario.agents) agent.goal = 0;
  scenario.world.add_exit(exit);
  {
    TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
    writer.append(0, std::vector<float>{2, 8}, std::vector<float>{2, 8}, std::vector<std::uint8_t>{1, 1});
  }
  render(TrajectoryReader(folder.path("run.h5")), folder.path("run.png"), {.width = 400});
  const Picture picture(folder.path("run.png"));
  constexpr Rgb gray{0.84f, 0.85f, 0.87f};
  constexpr Rgb green{0.18f, 0.62f, 0.38f};
  // The hole is a square of a fifth of the room's width, and there is a margin around the room.
  CHECK(picture.count(gray) > 60 * 60);
  CHECK(picture.count({1, 1, 1}) > 100 * 100);
  CHECK(picture.count(green, 0.02f) > 50);
  const Rgb pale{1 - 0.25f * (1 - green.r), 1 - 0.25f * (1 - green.g), 1 - 0.25f * (1 - green.b)};
  CHECK(picture.count(pale, 0.02f) > 40 * 40);
}
