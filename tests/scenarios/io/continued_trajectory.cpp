#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "scenarios/io/trajectory.hpp"
#include "tests/harness/errors.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

Scenario scene_with_a_cart(std::size_t agents) {
  Scenario scenario = scene(agents);
  MovingObstacle cart{.outline = {.vertices = {{0, 0}, {1, 0}, {1, 1}}}, .path = {{400, 0}}, .until = 150};
  for (const float speed : {2.f, 3.f, 4.f}) {
    cart.speed = speed;
    scenario.world.moving.push_back(cart);
  }
  return scenario;
}

const Attributes of_run{{run_attribute, "one"}};

void append_all(TrajectoryWriter& writer, std::uint32_t first, std::uint32_t end, std::size_t agents) {
  for (std::uint32_t frame = first; frame < end; ++frame) append(writer, frame, agents);
}

void check_all(const std::string& path, const Scenario& scenario, std::uint32_t frames) {
  const std::size_t agents = scenario.agents.size();
  const TrajectoryReader reader(path);
  CHECK(whole_frames(reader, agents) == frames);
  REQUIRE(reader.index().size() == frames);
  for (std::size_t index = 0; index < frames; index += 97) {
    const double time = static_cast<double>(reader.frames()[index].frame) / 10;
    std::vector<ObstaclePlace> expected;
    for (const MovingObstacle& cart : scenario.world.moving) expected.push_back({cart.displacement(time), cart.is_there(time) ? 1.f : 0.f});
    CHECK(reader.places(index) == expected);
  }
}

}  // namespace

TEST_CASE("a recording goes on where it ended, within chunks and at their borders") {
  constexpr std::size_t agents = 90;
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  const Scenario scenario = scene_with_a_cart(agents);
  const auto write = [&](const std::string& name, std::vector<std::uint32_t> ends) {
    std::uint32_t next = 0;
    for (const std::uint32_t end : ends) {
      if (next == 0) {
        TrajectoryWriter writer(folder.path(name), scenario, 10, of_run);
        append_all(writer, next, end, agents);
      } else {
        TrajectoryWriter writer(folder.path(name), scenario, 10, Continued{"one", std::int64_t{next} - 1});
        CHECK(writer.last_frame() == std::int64_t{next} - 1);
        if (end % 2 == 0) writer.sync();
        append_all(writer, next, end, agents);
      }
      next = end;
    }
  };
  write("whole.h5", {2500});
  // Rows lie in chunks of 4,096, the index and places in such of 1,024.
  write("run.h5", {1, 2, 49, 50, 51, 52, 341, 342, 1024, 1025, 2048, 2500});
  check_all(path, scenario, 2500);
  for (const char* name : {"position", "id", "group"}) CHECK(points(path, name) == points(folder.path("whole.h5"), name));
}

TEST_CASE("a recording that was killed at any moment goes on, with all that was in it") {
  constexpr std::size_t agents = 300;
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  const Scenario scenario = scene_with_a_cart(agents);
  const unsigned seed = std::random_device()();
  MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  const auto last_frame = [&] { return TrajectoryReader(path).index().empty() ? -1 : TrajectoryReader(path).index().back().frame; };
  { TrajectoryWriter(path, scenario, 10, of_run); }
  std::int64_t last = -1;
  // On a slow machine a writer may be killed before its first frame.
  for (unsigned round = 0; round < 25 || last < 100; ++round) {
    CAPTURE(round);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      TrajectoryWriter writer(path, scenario, 10, Continued{"one", last});
      for (auto frame = static_cast<std::uint32_t>(writer.last_frame() + 1); frame < 1000000; ++frame) {
        append(writer, frame, agents);
        if (frame % 7 == 0) writer.flush();
      }
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(random() % 60000) + 2000 * round);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(last_frame() >= last);
    last = last_frame();
    REQUIRE(last >= -1);
    if (last >= 0) check_all(path, scenario, static_cast<std::uint32_t>(last + 1));
  }
}

TEST_CASE("a recording goes on behind frames that nobody is in") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  const Scenario scenario = scene(3);
  const auto append_frame = [](TrajectoryWriter& writer, std::int64_t frame, std::uint8_t here) {
    const std::vector<float> places(3, static_cast<float>(frame));
    writer.append(frame, places, places, std::vector<std::uint8_t>(3, here));
  };
  {
    TrajectoryWriter writer(path, scenario, 10, of_run);
    for (std::int64_t frame = 0; frame < 4; ++frame) append_frame(writer, frame, frame < 2);
  }
  {
    TrajectoryWriter writer(path, scenario, 10, Continued{"one", 3});
    CHECK(writer.last_frame() == 3);
    append_frame(writer, 4, 1);
  }
  const TrajectoryReader reader(path);
  CHECK(reader.index().size() == 5);
  REQUIRE(reader.frames().size() == 3);
  CHECK(reader.frames()[2].frame == 4);
  CHECK(reader.read(6, 3)[0].x == 4);
}

TEST_CASE("a recording of another run does not go on") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  {
    TrajectoryWriter writer(path, scene(9), 10, of_run);
    append_all(writer, 0, 5, 9);
  }
  const std::string before = read_bytes(path);
  const auto refused = [&](const Scenario& scenario, double rate, const Continued& continued) {
    return tests::input_error([&] { const TrajectoryWriter writer(path, scenario, rate, continued); });
  };
  CHECK(refused(scene(9), 10, {"two", 4}).find("of another run") != std::string::npos);
  CHECK(refused(scene(8), 10, {"one", 4}).find("of another run") != std::string::npos);
  CHECK(refused(scene(9), 20, {"one", 4}).find("with 10 frames per second, expected 20") != std::string::npos);
  CHECK(refused(scene(9), 10, {"one", 5}).find("frames up to 4 alone, expected them up to 5") != std::string::npos);
  CHECK(refused(scene_with_a_cart(9), 10, {"one", 4}).find("do not fit together") != std::string::npos);
  CHECK(read_bytes(path) == before);
  const TrajectoryWriter first(path, scene(9), 10, Continued{"one", 4});
  CHECK(refused(scene(9), 10, {"one", 4}).find("another process is writing this file") != std::string::npos);
  write_bytes(path, before.substr(0, before.size() / 2));
  CHECK(refused(scene(9), 10, {"one", 4}).find(path) == 0);
}
