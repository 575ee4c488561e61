#include "scenarios/io/trajectory.hpp"

#include <hdf5.h>
#include <unistd.h>

#include <limits>

#include "core/parameters.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

TEST_CASE("a trajectory is read back as it was written") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  const Scenario scenario = scene(100);
  {
    TrajectoryWriter writer(path, scenario, 12.5, {{"backend", "serial"}, {"samples", "given"}, {"note", "größer"}});
    for (std::uint32_t frame = 0; frame < 500; ++frame) append(writer, frame, 100);
    writer.close();
  }
  const TrajectoryReader reader(path);
  CHECK(reader.frames_per_second() == 12.5);
  CHECK(whole_frames(reader, 100) == 500);
  CHECK_FALSE(reader.wkt_geometry().empty());
  const auto attribute = [&](const std::string& name) -> std::string {
    for (const auto& [key, value] : reader.attributes()) {
      if (key == name) return value;
    }
    return "missing";
  };
  CHECK(attribute("backend") == "serial");
  CHECK(attribute("note") == "größer");
  CHECK(attribute("samples") == "given");
  CHECK(attribute("seed") == "9007199254740993");
  CHECK(attribute("time_step") == "0.05");
  for (const ParameterInfo& parameter : parameter_table().infos()) CHECK(attribute(parameter.name) != "missing");
  REQUIRE(reader.polygons().size() == 2);
  CHECK(reader.polygons()[0].vertices == scenario.world.polygons[0].vertices);
  CHECK(reader.polygons()[1].closed == false);
  CHECK(reader.segments().size() == 4);
  CHECK(reader.goals() == scenario.world.goals);
  CHECK(reader.group_names() == scenario.groups);
  REQUIRE(reader.radii().size() == 100);
  CHECK(reader.radii()[3] == scenario.agents[3].radius);
  CHECK(reader.groups()[3] == 1);
  CHECK_THROWS_AS(reader.read(reader.rows(), 1), InputError);
  CHECK(fs::exists(folder.path("run.xmf")));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("moving obstacles are read back where they were in each frame") {
  const TemporaryFolder folder;
  Scenario scenario = scene(3);
  MovingObstacle cart{.outline = {.vertices = {{0, 0}, {1, 0}, {1, 1}}}, .path = {{4, 0}}, .speed = 2};
  MovingObstacle rope{.outline = {{{5, 5}, {6, 5}}, false}, .from = 1, .until = 1.5};
  scenario.world.moving = {cart, rope};
  {
    TrajectoryWriter writer(folder.path("run.h5"), scenario, 4, {});
    // Frame 2 is empty, and readers leave it out.
    for (std::uint32_t frame = 0; frame < 8; ++frame) {
      const std::vector<float> places(3, static_cast<float>(frame));
      writer.append(frame, places, places, std::vector<std::uint8_t>(3, frame != 2));
      if (frame == 3) writer.flush();
    }
    writer.close();
  }
  const TrajectoryReader reader(folder.path("run.h5"));
  REQUIRE(reader.moving().size() == 2);
  CHECK(reader.moving()[0] == cart.outline);
  CHECK(reader.moving()[1] == rope.outline);
  REQUIRE(reader.frames().size() == 7);
  for (std::size_t index = 0; index < 7; ++index) {
    const double time = static_cast<double>(reader.frames()[index].frame) / 4;
    CAPTURE(time);
    const std::vector<ObstaclePlace> places = reader.places(index);
    REQUIRE(places.size() == 2);
    CHECK(places[0] == ObstaclePlace{{static_cast<float>(std::min(4., 2 * time)), 0}, 1});
    CHECK(places[1].there == (time >= 1 && time < 1.5 ? 1 : 0));
  }
  CHECK_THROWS_AS(reader.places(7), InputError);
  CHECK(TrajectoryReader(reader.path()).polygons().size() == scenario.world.polygons.size());
}

TEST_CASE("a trajectory without frames, agents or obstacles is valid") {
  const TemporaryFolder folder;
  { TrajectoryWriter(folder.path("none.h5"), Scenario{}, 10, {}).append(0, {}, {}, {}); }
  const TrajectoryReader reader(folder.path("none.h5"));
  CHECK(reader.rows() == 0);
  CHECK(reader.frames().empty());
  CHECK(reader.polygons().empty());
}

TEST_CASE("goals are those that somebody heads for, with what follows them") {
  const TemporaryFolder folder;
  Scenario scenario = scene(3);
  scenario.world.goals = {{1, 0}, {2, 0}, {3, 0}, {4, 0}};
  scenario.world.next_goals = {-1, 2, 1, -1};
  scenario.agents[0].goal = 3;
  scenario.agents[0].state = AgentState::passive;
  scenario.agents[1].goal = 2;
  scenario.agents[2].goal = 2;
  { TrajectoryWriter(folder.path("run.h5"), scenario, 10, {}); }
  CHECK(TrajectoryReader(folder.path("run.h5")).goals() == std::vector<Vec2>{{2, 0}, {3, 0}});
  scenario.world.choices = {{2, 4}};
  { TrajectoryWriter(folder.path("choice.h5"), scenario, 10, {}); }
  CHECK(TrajectoryReader(folder.path("choice.h5")).goals() == std::vector<Vec2>{{2, 0}, {3, 0}, {4, 0}});
}

TEST_CASE("a file that is being written has no second writer") {
  const TemporaryFolder folder;
  const TrajectoryWriter first(folder.path("run.h5"), scene(3), 10, {});
  CHECK_THROWS_AS(TrajectoryWriter(folder.path("run.h5"), scene(3), 10, {}), InputError);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("a trajectory is readable while it is written") {
  const TemporaryFolder folder;
  TrajectoryWriter writer(folder.path("run.h5"), scene(70), 10, {});
  for (std::uint32_t frame = 0; frame < 300; ++frame) {
    append(writer, frame, 70);
    if (frame % 60 == 59) {
      writer.flush();
      CHECK(whole_frames(TrajectoryReader(folder.path("run.h5")), 70) == frame + 1);
    }
  }
}

TEST_CASE("a new run replaces an old file only once it can be written") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  { TrajectoryWriter(path, scene(3), 10, {}).append(0, std::vector<float>(3), std::vector<float>(3), std::vector<std::uint8_t>(3, 1)); }
  const std::string before = read_bytes(path);
  CHECK_THROWS_AS(TrajectoryWriter(path, scene(3), 0, {}), InputError);
  CHECK(read_bytes(path) == before);
  fs::create_symlink("run.h5", folder.path("link.h5"));
  { TrajectoryWriter(folder.path("link.h5"), scene(3), 10, {}); }
  CHECK(fs::is_symlink(folder.path("link.h5")));
  CHECK(TrajectoryReader(path).rows() == 0);
}

TEST_CASE("a trajectory that cannot be created is the user's mistake and leaves nothing") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(TrajectoryWriter("", scene(1), 10, {}), InputError);
  CHECK_THROWS_AS(TrajectoryWriter(folder.path().string(), scene(1), 10, {}), InputError);
  CHECK_THROWS_AS(TrajectoryWriter(folder.path("missing/run.h5"), scene(1), 10, {}), InputError);
  CHECK_THROWS_AS(TrajectoryWriter("/dev/full", scene(1), 10, {}), InputError);
  if (::geteuid() != 0) {
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK_THROWS_AS(TrajectoryWriter(folder.path("run.h5"), scene(1), 10, {}), InputError);
    fs::permissions(folder.path(), fs::perms::owner_all);
  }
  CHECK(fs::is_empty(folder.path()));
  TrajectoryWriter writer(folder.path("run.h5"), scene(4), 10, {});
  CHECK_THROWS_AS(append(writer, 0, 5), InputError);
}

TEST_CASE("damaged files are refused with the name of the file") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  write_scene(path, 50, 200);
  const std::string whole = read_bytes(path);
  const std::string bad = folder.path("bad.h5");
  const auto refused = [&](const std::string& bytes) {
    write_bytes(bad, bytes);
    const std::string message = message_of(bad);
    CAPTURE(message);
    CHECK(message.rfind(bad + ": ", 0) == 0);
    CHECK(message.find('\n') == std::string::npos);
  };
  CHECK(message_of(folder.path("missing.h5")).find("no such file") != std::string::npos);
  CHECK(message_of(folder.path().string()) != "no error");
  refused("");
  refused("frame,id,x,y\n");
  refused(std::string(100000, '\0'));
  for (const std::size_t length : {8u, 47u, 100u, 2000u}) refused(whole.substr(0, length));
  for (int part = 1; part < 20; ++part) refused(whole.substr(0, whole.size() * static_cast<std::size_t>(part) / 20));
  refused(whole.substr(0, whole.size() - 1));
}

TEST_CASE("a damaged sector, wherever it lies, is refused in one line or does not matter") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  write_scene(path, 20, 40);
  const std::string whole = read_bytes(path);
  const std::string bad = folder.path("bad.h5");
  std::size_t refused = 0;
  for (std::size_t first = 0; first < whole.size(); first += 5 * 512) {
    std::string bytes = whole;
    const std::size_t count = std::min<std::size_t>(512, whole.size() - first);
    bytes.replace(first, count, count, first % 1024 == 0 ? '\xff' : '\0');
    write_bytes(bad, bytes);
    const std::string message = message_of(bad);
    CAPTURE(message);
    if (message == "no error") continue;
    CHECK(message.rfind(bad + ": ", 0) == 0);
    CHECK(message.find('\n') == std::string::npos);
    ++refused;
  }
  CHECK(refused > 2);
}

TEST_CASE("more rows than the file can hold are refused before they are read") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  const auto claim = [&](const char* name, hsize_t rows, hsize_t columns) {
    write_scene(path, 20, 1);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    const hsize_t size[2] = {rows, columns};
    CHECK(H5Dset_extent(dataset, size) >= 0);
    H5Dclose(dataset);
    H5Fclose(file);
    return message_of(path);
  };
  const hsize_t many = hsize_t{1} << 32;
  CHECK(claim("trajectory", many, 0).find("'trajectory' claims 4294967296 rows, and the file of") != std::string::npos);
  CHECK(claim("plethos/frames", many, 3).find("'plethos/frames' claims 4294967296 rows") != std::string::npos);
  // This many rows could be squeezed into the bytes, but there is only one chunk.
  CHECK(claim("trajectory", 100000, 0).find("claims 100000 rows") != std::string::npos);
  CHECK(claim("trajectory", 18, 0) == "no error");
}

TEST_CASE("values that nobody can draw are refused") {
  const TemporaryFolder folder;
  const auto refusal = [&](float x, auto change) {
    Scenario scenario = scene(2);
    change(scenario);
    TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
    writer.append(3, std::vector<float>{0, x}, std::vector<float>{0, 0}, std::vector<std::uint8_t>{1, 1});
    writer.close();
    return message_of(folder.path("run.h5"));
  };
  const auto nothing = [](Scenario&) {};
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(refusal(1, nothing) == "no error");
  CHECK(refusal(std::nanf(""), nothing).find("row 1 (frame 3, id 1): found position (nan, 0.000000), expected finite") !=
        std::string::npos);
  CHECK(refusal(infinity, nothing).find("expected finite") != std::string::npos);
  CHECK(refusal(2e12f, nothing).find("expected finite") != std::string::npos);
  CHECK(refusal(1, [](Scenario& s) { s.agents[0].radius = std::nanf(""); }).find("radius") != std::string::npos);
  CHECK(refusal(1, [&](Scenario& s) { s.world.goals.own()[0].x = infinity; }).find("goal") != std::string::npos);
}

TEST_CASE("numbers are signed, texts have a fixed length, and the walkable area is a str to h5py") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.h5");
  { TrajectoryWriter(path, scene(3), 20, {{"long", std::string(40000, 'x')}, {"none", ""}}); }
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, "trajectory", H5P_DEFAULT);
  const hid_t type = H5Dget_type(dataset);
  for (const char* name : {"frame", "id"}) {
    const hid_t member = H5Tget_member_type(type, static_cast<unsigned>(H5Tget_member_index(type, name)));
    CHECK(H5Tequal(member, H5T_STD_I64LE) > 0);
    H5Tclose(member);
  }
  const auto is_variable = [&](const char* name) {
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    const hid_t text = H5Aget_type(attribute);
    const bool variable = H5Tis_variable_str(text) > 0;
    H5Tclose(text);
    H5Aclose(attribute);
    return variable;
  };
  CHECK(is_variable("wkt_geometry"));
  CHECK(is_variable("long"));
  CHECK_FALSE(is_variable("scenario"));
  CHECK_FALSE(is_variable("seed"));
  H5Tclose(type);
  H5Dclose(dataset);
  H5Fclose(file);
  const TrajectoryReader reader(path);
  for (const auto& [name, value] : reader.attributes()) {
    if (name == "long") CHECK(value.size() == 40000);
    if (name == "none") CHECK(value.empty());
  }
}

TEST_CASE("files with other contents are refused with what is missing") {
  const TemporaryFolder folder;
  const auto make = [&](const std::string& name, auto fill) {
    const std::string path = folder.path(name);
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    fill(file);
    H5Fclose(file);
    return message_of(path);
  };
  const hsize_t two[2] = {2, 2};
  const auto add = [&](hid_t file, int rank, std::initializer_list<const char*> members, hid_t member_type) {
    const hid_t type = H5Tcreate(H5T_COMPOUND, 8 * members.size());
    std::size_t offset = 0;
    for (const char* member : members) {
      H5Tinsert(type, member, offset, member_type);
      offset += 8;
    }
    const hid_t space = H5Screate_simple(rank, two, nullptr);
    const hid_t dataset = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Sclose(space);
    H5Tclose(type);
    return dataset;
  };
  const std::initializer_list<const char*> all = {"id", "frame", "x", "y", "z"};
  CHECK(make("nothing.h5", [](hid_t) {}).find("no data set 'trajectory'") != std::string::npos);
  CHECK(make("group.h5", [](hid_t file) {
          H5Gclose(H5Gcreate2(file, "trajectory", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        }).find("not a data set") != std::string::npos);
  CHECK(make("plain.h5", [&](hid_t file) {
          const hid_t space = H5Screate_simple(1, two, nullptr);
          H5Dclose(H5Dcreate2(file, "trajectory", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
          H5Sclose(space);
        }).find("compound") != std::string::npos);
  CHECK(make("member.h5", [&](hid_t file) {
          H5Dclose(add(file, 1, {"id", "frame", "x", "z"}, H5T_NATIVE_DOUBLE));
        }).find("no member 'y'") != std::string::npos);
  CHECK(make("rank.h5", [&](hid_t file) { H5Dclose(add(file, 2, all, H5T_NATIVE_DOUBLE)); }).find("one-dimensional") != std::string::npos);
  CHECK(make("fps.h5", [&](hid_t file) { H5Dclose(add(file, 1, all, H5T_NATIVE_INT64)); }).find("'fps'") != std::string::npos);

  const std::string path = folder.path("foreign.h5");
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t dataset = add(file, 1, all, H5T_NATIVE_INT64);
  const std::int64_t rows[2][5] = {{7, 3, 1, 2, 0}, {8, 4, -1, -2, 0}};
  const hid_t type = H5Dget_type(dataset);
  H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows);
  const hid_t scalar = H5Screate(H5S_SCALAR);
  const hid_t fps = H5Acreate2(dataset, "fps", H5T_NATIVE_INT, scalar, H5P_DEFAULT, H5P_DEFAULT);
  const int frames_per_second = 25;
  H5Awrite(fps, H5T_NATIVE_INT, &frames_per_second);
  H5Aclose(fps);
  H5Sclose(scalar);
  H5Tclose(type);
  H5Dclose(dataset);
  H5Fclose(file);
  const TrajectoryReader reader(path);
  CHECK(reader.frames_per_second() == 25);
  CHECK(reader.frames().size() == 2);
  CHECK(reader.read(1, 1)[0].id == 8);
  CHECK(reader.read(1, 1)[0].x == -1);
  CHECK(reader.radii().empty());
}

TEST_CASE("exits that somebody heads for and the walkable ground are read back") {
  const TemporaryFolder folder;
  Scenario scenario = scene(3);
  World& world = scenario.world;
  world.walkable = {{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}}, {{1, 1}, {1, 2}, {2, 2}}};
  const Exit door{{{{9, 0}, {9, 2}}, {{-9, -9}, {-8, -9}, {-8, -8}}}, {{{9, 0.5f}, {9, 1.5f}}}};
  const Exit unused{{{{0, 9}, {1, 9}}}, {{{0, 9}, {1, 9}}}};
  scenario.agents[0].goal = scenario.agents[1].goal = world.add_exit(door);
  world.add_exit(unused);
  { TrajectoryWriter(folder.path("run.h5"), scenario, 10, {}); }
  const TrajectoryReader reader(folder.path("run.h5"));
  CHECK(reader.exits() == door.outlines);
  CHECK(reader.walkable() == world.walkable);
  // A goal that is an exit is no point.
  CHECK(reader.goals() == std::vector<Vec2>{world.goals[0]});
  { TrajectoryWriter(folder.path("plain.h5"), scene(3), 10, {}); }
  CHECK(TrajectoryReader(folder.path("plain.h5")).exits().empty());
  CHECK(TrajectoryReader(folder.path("plain.h5")).walkable().empty());
}
