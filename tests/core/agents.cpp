#include "core/agents.hpp"

#include <vector>

#include "backends/execution.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

std::vector<AgentRecord> random_records(std::int32_t count) {
  Random random("agents");
  std::vector<AgentRecord> records(static_cast<std::size_t>(count));
  for (AgentRecord& r : records) {
    r.position = {random.between(-5, 5), random.between(-5, 5)};
    r.velocity = {random.between(-1, 1), random.between(-1, 1)};
    r.radius = random.between(0.1f, 1);
    r.preferred_speed = random.between(0, 2);
    r.maximum_speed = random.between(2, 3);
    r.maximum_acceleration = random.between(1, 9);
    r.goal = random.integer(0, 1000);
    r.goal_radius = random.between(0.1f, 1);
    r.reciprocity = random.between(0.1f, 1);
    r.aggression = random.between(0, 4);
    r.state = static_cast<AgentState>(random.integer(0, 2));
  }
  return records;
}

template <class Columns>
concept has_radius = requires(const Columns& columns) {
  columns.radius(0);
};
template <class Columns>
concept has_preferred_velocity = requires(const Columns& columns) {
  columns.preferred_velocity(0, 0);
};
template <class Columns>
concept has_maximum_speed = requires(const Columns& columns) {
  columns.maximum_speed(0);
};

}  // namespace

TEST_CASE("of neighbors only what ranks are told of can be read") {
  using Seen = NeighborColumns<Kokkos::HostSpace>;
  using SeenInStep = NeighborColumnsInStep<Kokkos::HostSpace>;
  using All = Agents<Kokkos::HostSpace>;
  static_assert(has_radius<Seen> && !has_preferred_velocity<Seen> && !has_maximum_speed<Seen>);
  static_assert(has_radius<SeenInStep> && has_preferred_velocity<SeenInStep> && !has_maximum_speed<SeenInStep>);
  static_assert(has_radius<All> && has_preferred_velocity<All> && has_maximum_speed<All>);
}

PLETHOS_SCALAR_MATRIX_TEST("agents survive the way through the backend's memory, and padding has arrived") {
  for (const std::int32_t count : {0, 1, 63, 64, 65, 200}) {
    CAPTURE(count);
    const std::vector<AgentRecord> records = random_records(count);
    const Agents<Kokkos::HostSpace> host = make_agents(records);
    Agents<Kokkos::HostSpace> back(count);
    backends::visit(backend, [&](const auto& execution) {
      Agents<typename std::decay_t<decltype(execution)>::memory_space> device(count);
      copy_agents(device, host);
      copy_agents(back, device);
    });
    REQUIRE(back.count == count);
    REQUIRE(back.stride % 64 == 0);
    REQUIRE(back.stride >= count);
    for (std::int32_t i = 0; i < count; ++i) {
      const AgentRecord& r = records[static_cast<std::size_t>(i)];
      REQUIRE(back.id(i) == static_cast<std::uint32_t>(i));
      REQUIRE(Vec2{back.position(i, 0), back.position(i, 1)} == r.position);
      REQUIRE(Vec2{back.velocity(i, 0), back.velocity(i, 1)} == r.velocity);
      REQUIRE(back.radius(i) == r.radius);
      REQUIRE(back.preferred_speed(i) == r.preferred_speed);
      REQUIRE(back.maximum_speed(i) == r.maximum_speed);
      REQUIRE(back.maximum_acceleration(i) == r.maximum_acceleration);
      REQUIRE(back.goal(i) == r.goal);
      REQUIRE(back.goal_radius(i) == r.goal_radius);
      // Agents that are not active never yield.
      REQUIRE(back.reciprocity(i) == (r.state == AgentState::active ? r.reciprocity : 0.f));
      REQUIRE(back.aggression(i) == r.aggression);
      REQUIRE(back.state(i) == static_cast<std::int32_t>(r.state));
    }
    for (std::int32_t i = count; i < back.stride; ++i) REQUIRE(back.state(i) == arrived_state);
  }
}

TEST_CASE("columns are aligned for the widest vector") {
  const Agents<Kokkos::HostSpace> agents(100);
  const auto aligned = [](const auto* column) { return reinterpret_cast<std::uintptr_t>(column) % 64 == 0; };
  agents.zip(agents, [&](const auto& column, const auto&) { CHECK(aligned(column.data())); });
  CHECK(aligned(agents.position.data() + agents.stride));
  CHECK(aligned(agents.id.data() + agents.stride));
}

TEST_CASE("copy_agent copies every column of one agent and of no other") {
  const Agents<Kokkos::HostSpace> from(3, 4);
  const Agents<Kokkos::HostSpace> to(3, 4);
  std::size_t bytes = 0;
  from.zip(from, [&](const auto& column, const auto&) {
    bytes += sizeof(column.data()[0]) * column.span();
    for (std::size_t i = 0; i < column.span(); ++i) column.data()[i] = static_cast<std::decay_t<decltype(column.data()[i])>>(i + 1);
  });
  CHECK(bytes == Agents<Kokkos::HostSpace>::bytes_per_agent(4) * static_cast<std::size_t>(from.stride));
  to.copy_agent(2, from, 1);
  to.zip(from, [](const auto& copied, const auto& source) {
    if constexpr (std::decay_t<decltype(copied)>::rank() == 2) {
      for (int k = 0; k < copied.extent_int(1); ++k) {
        CHECK(copied(2, k) == source(1, k));
        CHECK(copied(1, k) == 0);
      }
    } else {
      CHECK(copied(2) == source(1));
      CHECK(copied(1) == 0);
    }
  });
}

TEST_CASE("agents order by their ids") {
  const Agents<Kokkos::HostSpace> agents(3);
  agents.id(0) = 5;
  agents.id(1) = 7;
  agents.id(2) = 6;
  CHECK(agents.id_before(0, 2));
  CHECK(agents.id_before(2, 1));
  CHECK_FALSE(agents.id_before(1, 0));
  CHECK_FALSE(agents.id_before(0, 0));
}

}  // namespace plethos::tests
