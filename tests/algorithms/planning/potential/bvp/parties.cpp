#include "algorithms/planning/potential/bvp/parties.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "algorithms/verify/verifiers.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::BvpParameters;
using planning::GuideState;
using planning::Party;
using planning::PartyGuide;
using planning::PartyPlace;
using planning::PartyPlaces;
using planning::TrailPoint;
using simulation::Frame;

const ParameterValues in_threes{{"party_size", 9}, {"party_abreast", 3}, {"party_spacing", 1}, {"view_angle", 5}, {"map_cell", 0.25}};

/// A hall of 60 m x 20 m with nine people, and in its middle a wall with a door that is so many cells wide; 0: no wall.
GridCrowd hall(std::size_t door) {
  std::vector<std::string> rows(20, std::string(60, '.'));
  if (door > 0) {
    for (std::size_t y = 0; y < 20; ++y) {
      if (y < 10 || y >= 10 + door) rows[y][30] = '@';
    }
  }
  GridCrowd crowd = crowd_in(rows);
  crowd.parameters.time_step = 0.05f;
  crowd.world.goals = {crowd.world.grid->center({57, 9})};
  for (int k = 0; k < 9; ++k) {
    // Not in the order of their places.
    const Vec2 place{4.f + 1.3f * static_cast<float>(k * 4 % 9 / 3), 8.f + 1.3f * static_cast<float>(k * 4 % 3)};
    crowd.agents.push_back({.position = place, .radius = 0.2f});
  }
  return crowd;
}

/// Returns the greatest distance of one of those in the scene from their middle.
double spread(const Frame& frame) {
  double x = 0, y = 0, count = 0, greatest = 0;
  for (std::size_t i = 0; i < frame.x.size(); ++i) {
    if (frame.present[i] == 0) continue;
    x += frame.x[i];
    y += frame.y[i];
    count += 1;
  }
  for (std::size_t i = 0; i < frame.x.size(); ++i) {
    if (frame.present[i] != 0) greatest = std::max(greatest, std::hypot(frame.x[i] - x / count, frame.y[i] - y / count));
  }
  return greatest;
}

/// Checks that nine people stand in three rows of three that go east, to within `slack` m.
void check_rows(const Frame& frame, double slack) {
  std::vector<std::size_t> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return frame.x[a] > frame.x[b]; });
  double middles[3];
  for (std::size_t row = 0; row < 3; ++row) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(3 * row);
    std::sort(begin, begin + 3, [&](std::size_t a, std::size_t b) { return frame.y[a] > frame.y[b]; });
    const auto x = [&](std::size_t k) { return double{frame.x[order[3 * row + k]]}; };
    const auto y = [&](std::size_t k) { return double{frame.y[order[3 * row + k]]}; };
    CHECK(y(0) - y(1) == doctest::Approx(1).epsilon(slack));
    CHECK(y(1) - y(2) == doctest::Approx(1).epsilon(slack));
    CHECK(std::abs(x(0) - x(1)) < slack);
    CHECK(std::abs(x(2) - x(1)) < slack);
    middles[row] = x(1);
  }
  CHECK(middles[0] - middles[1] == doctest::Approx(1).epsilon(slack));
  CHECK(middles[1] - middles[2] == doctest::Approx(1).epsilon(slack));
}

}  // namespace

TEST_CASE("a party walks in its rows on open ground, and all of it arrives") {
  const GridCrowd crowd = hall(0);
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  simulation->advance(400);
  const Frame frame = frame_of(*simulation);
  check_rows(frame, 0.15);
  CHECK(*std::min_element(frame.x.begin(), frame.x.end()) > 15);
  for (int step = 0; step < 2000 && simulation->arrived() < 9; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 9);
}

TEST_CASE("a party goes through a door as wide as one in single file, keeps together, and forms rows again") {
  const GridCrowd crowd = hall(1);
  const std::vector<Segment> walls = crowd.world.segments();
  const std::vector<float> radius(9, 0.2f);
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  double widest = 0;
  std::set<std::size_t> passed;
  bool rows = false;
  for (int step = 0; step < 4000 && simulation->arrived() < 9; ++step) {
    simulation->advance(1);
    const Frame frame = frame_of(*simulation);
    REQUIRE(verify::wall_overlaps({frame.x, frame.y, radius}, walls).count == 0);
    widest = std::max(widest, spread(frame));
    std::vector<std::size_t> in_door;
    for (std::size_t i = 0; i < 9; ++i) {
      if (frame.x[i] > 31) passed.insert(i);
      if (frame.x[i] > 30 && frame.x[i] < 31) in_door.push_back(i);
    }
    CHECK(in_door.size() <= 2);
    const float last = *std::min_element(frame.x.begin(), frame.x.end());
    if (!rows && simulation->arrived() == 0 && last > 48) {
      check_rows(frame, 0.2);
      rows = true;
    }
  }
  CHECK(simulation->arrived() == 9);
  CHECK(passed.size() == 9);
  CHECK(rows);
  // Nine in single file are 8 m long.
  CHECK(widest < 7);
}

TEST_CASE("a guide waits for those who are slow, whom others leave behind without a party") {
  GridCrowd crowd = hall(0);
  crowd.agents[4].preferred_speed = 0.5f;
  const auto widest = [&](const ParameterValues& values) {
    const auto simulation = crowd.planned(widest_backend(), "bvp-published", values);
    simulation->advance(600);
    const Frame frame = frame_of(*simulation);
    return spread(frame);
  };
  CHECK(widest(in_threes) < 3);
  ParameterValues alone = in_threes;
  alone["party_size"] = 1;
  CHECK(widest(alone) > 10);
}

TEST_CASE("members with another goal go there alone, and the others follow the first one's goal") {
  GridCrowd crowd = hall(0);
  crowd.world.goals.push_back(crowd.world.grid->center({4, 17}));
  crowd.agents[2].goal = 1;
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  for (int step = 0; step < 400; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 1);
  CHECK(frame_of(*simulation).present[2] == 0);
  for (int step = 0; step < 2000 && simulation->arrived() < 9; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 9);
}

TEST_CASE("a party gathers beside an obstacle that has come to where its guide was") {
  GridCrowd crowd = hall(0);
  crowd.world.moving = {{.outline = {.vertices = {{12.1f, 2.1f}, {19.9f, 2.1f}, {19.9f, 17.9f}, {12.1f, 17.9f}}}, .from = 6, .until = 7}};
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  for (int step = 0; step < 3000 && simulation->arrived() < 9; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 9);
}

TEST_CASE("a party whose goal moves away gathers again") {
  GridCrowd crowd = hall(0);
  crowd.parameters.leave_on_arrival = false;
  crowd.agents.resize(6);
  crowd.world.goals = {crowd.world.grid->center({14, 9})};
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  // The guide is there, and the first of them is about to be.
  while (simulation->arrived() < 1) simulation->advance(1);
  simulation->apply({.goals = {{0, crowd.world.grid->center({50, 9})}}});
  simulation->apply({.goals_of_agents = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}});
  simulation->advance(420);
  std::vector<float> x = frame_of(*simulation).x;
  std::sort(x.begin(), x.end(), std::greater());
  CHECK(x[0] > 24);
  // Two rows of three.
  CHECK(x[0] - x[2] < 0.3f);
  CHECK(x[3] - x[5] < 0.3f);
  CHECK(x[2] - x[3] == doctest::Approx(1).epsilon(0.3));
}

TEST_CASE("members who join another group leave their party, and other parties go on as they were") {
  GridCrowd crowd = hall(0);
  for (std::size_t k = 0; k < 4; ++k) crowd.agents[k].group = 1;
  crowd.world.goals.push_back(crowd.world.grid->center({57, 16}));
  for (std::size_t k = 0; k < 4; ++k) {
    crowd.agents[k].position = {4.f + 1.2f * static_cast<float>(k), 3};
    crowd.agents[k].goal = 1;
  }
  for (std::size_t k = 4; k < 9; ++k) crowd.agents[k].position = {4.f + 1.2f * static_cast<float>(k - 4), 15};
  const std::vector<ParameterValues> of_groups{{}, {}, {{"party_size", 1}}};
  const auto same = crowd.planned(widest_backend(), "bvp-published", in_threes, of_groups),
             other = crowd.planned(widest_backend(), "bvp-published", in_threes, of_groups);
  for (const auto* simulation : {&same, &other}) (*simulation)->advance(40);
  const auto resumed = crowd.planned(widest_backend(), "bvp-published", in_threes, of_groups);
  for (const auto* simulation : {&other, &resumed}) (*simulation)->apply({.groups_of_agents = {{0, 2}, {1, 2}}});
  other->advance(20);
  const simulation::SavedSlab saved = other->checkpointing().save_slab();
  resumed->checkpointing().load_slab(saved);
  // A simulation of agents that belong to these groups from the start is the same again.
  GridCrowd later = crowd;
  for (std::size_t k : {0, 1}) later.agents[k].group = 2;
  const auto made_later = later.planned(widest_backend(), "bvp-published", in_threes, of_groups);
  made_later->checkpointing().load_slab(saved);
  for (const auto* simulation : {&other, &resumed, &made_later}) (*simulation)->advance(20);
  same->advance(40);
  const Frame expected = frame_of(*same), found = frame_of(*other);
  for (std::size_t k = 4; k < 9; ++k) CHECK(found.x[k] == expected.x[k]);
  for (std::size_t k = 0; k < 4; ++k) CHECK(found.x[k] != expected.x[k]);
  for (const auto* simulation : {&resumed, &made_later}) CHECK(checksum_of(**simulation) == simulation::checksum(found));
}

TEST_CASE("a crowd saved with other values or by another planner is refused") {
  const GridCrowd crowd = hall(0);
  const auto saved_with = [&](const char* planner, const ParameterValues& values) {
    return crowd.planned(widest_backend(), planner, values)->checkpointing().save_slab();
  };
  const auto error_of = [&](const simulation::SavedSlab& saved) {
    return input_error([&] { crowd.planned(widest_backend(), "bvp-published", in_threes)->checkpointing().load_slab(saved); });
  };
  CHECK(error_of(saved_with("bvp-published", in_threes)) == "no error");
  CHECK(error_of(saved_with("bvp-global", {})).ends_with(" carried: they are of other methods"));
  ParameterValues other = in_threes;
  other["map_size"] = 11;
  CHECK(error_of(saved_with("bvp-published", other)).ends_with(" carried: they are of other methods"));
  simulation::SavedSlab mixed = saved_with("bvp-published", in_threes);
  mixed.crowd.of_planner = saved_with("bvp-global", {}).crowd.of_planner;
  CHECK(error_of(mixed) == "saved crowd: found what another planner remembers, expected one of bvp");
  other = in_threes;
  other["party_size"] = 1;
  CHECK(error_of(saved_with("bvp-published", other)).find(" words of parties and their local maps, expected ") != std::string::npos);
}

TEST_CASE("a party with a new goal gathers again") {
  GridCrowd crowd = hall(0);
  crowd.parameters.leave_on_arrival = false;
  crowd.world.goals.push_back(crowd.world.grid->center({30, 3}));
  crowd.agents.resize(4);
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", in_threes);
  for (int step = 0; step < 2400 && simulation->arrived() < 4; ++step) simulation->advance(1);
  // On one point there is room for one.
  REQUIRE(simulation->arrived() >= 1);
  simulation->apply({.goals_of_agents = {{0, 1}, {1, 1}, {2, 1}, {3, 1}}});
  simulation->advance(300);
  const Frame frame = frame_of(*simulation);
  CHECK(spread(frame) < 2.5);
  for (std::size_t i = 0; i < 4; ++i) CHECK(frame.x[i] < 48);
}

PLETHOS_MATRIX_TEST("parties end in the bits of the serial scalar reference, also from a saved crowd") {
  if (!backend.same_bits()) return;
  const GridCrowd crowd = hall(2);
  ParameterValues values = in_threes;
  values["party_size"] = 4;
  values["epsilon"] = -0.7;
  const auto reference = crowd.planned(plainest_backend(), "bvp-published", values);
  const auto first = crowd.planned(backend, "bvp-published", values), second = crowd.planned(backend, "bvp-published", values);
  first->advance(37);
  second->checkpointing().load_slab(first->checkpointing().save_slab());
  for (const auto& [simulation, steps] : {std::pair(&reference, 120), std::pair(&first, 83), std::pair(&second, 83)})
    (*simulation)->advance(steps);
  for (const auto* simulation : {&first, &second}) CHECK(checksum_of(**simulation) == checksum_of(*reference));
}

TEST_CASE("groups are cut into parties by rising id, and a rest of one goes alone") {
  std::vector<BvpParameters> of_groups(2);
  of_groups[0].party_size = 3;
  of_groups[1].party_size = 2;
  of_groups[1].party_abreast = 5;
  const std::vector<std::int32_t> groups{0, 1, 0, 1, 0, 1, 0, 0};
  planning::Parties<Kokkos::HostSpace> parties;
  parties.make(groups, of_groups);
  REQUIRE(parties.count() == 3);
  const PartyPlaces<Kokkos::HostSpace> places = parties.places();
  const std::int32_t expected[] = {0, 2, 0, 2, 0, -1, 1, 1};
  for (std::size_t id = 0; id < 8; ++id) CHECK(places.party_of(id) == expected[id]);
  CHECK(parties.parties()[0].size == 3);
  CHECK(parties.parties()[1].size == 2);
  CHECK(parties.parties()[2].abreast == 2);
  CHECK(parties.parties()[2].group == 1);
  parties.make(groups, std::vector<BvpParameters>(2));
  CHECK(parties.count() == 0);
  CHECK(parties.words() == 0);
}

TEST_CASE("places lie in rows behind the guide, aside of walls, and closer where a row has no room") {
  BvpParameters parameters;
  parameters.party_size = 8;
  parameters.party_abreast = 3;
  planning::Parties<Kokkos::HostSpace> parties;
  parties.make(std::vector<std::int32_t>(8, 0), {&parameters, 1});
  const PartyPlaces<Kokkos::HostSpace> places = parties.places();
  PartyGuide& guide = places.guides(0);
  guide.x = 10;
  guide.y = 5;
  guide.along = {0, 1};
  guide.columns = 3;
  guide.since = 0.1f;
  const auto leave_trail = [&](float left, float right) {
    for (int age = 0; age < parties.parties()[0].trail_size; ++age) {
      places.point(0, age) = {10, 4.9f - 0.25f * static_cast<float>(age), {0, 1}, left, right};
    }
  };
  const auto check = [&](std::int32_t slot, double x, double y) {
    const PartyPlace place = places.place(0, slot);
    CHECK(place.x == doctest::Approx(x));
    CHECK(place.y == doctest::Approx(y));
    CHECK(place.along.y == doctest::Approx(1));
  };
  leave_trail(2, 2);
  check(0, 9, 5);
  check(1, 10, 5);
  check(2, 11, 5);
  check(4, 10, 4);
  // The last row has two members.
  check(6, 9.5, 3);
  check(7, 10.5, 3);
  leave_trail(0.5f, 3);
  check(0, 9.5, 5);
  check(2, 11.5, 5);
  leave_trail(3, 0.25f);
  check(0, 8.25, 5);
  check(2, 10.25, 5);
  leave_trail(0.25f, 0.5f);
  check(0, 9.75, 5);
  check(2, 10.5, 5);
  guide.columns = 1;
  for (int slot = 0; slot < 8; ++slot) check(slot, 10, 5 - slot);
}

}  // namespace plethos::tests
