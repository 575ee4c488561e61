#include "algorithms/neighbors/search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "algorithms/neighbors/registry.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "tests/algorithms/neighbors/points.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

struct Asked {
  std::int32_t neighbors;
  float distance;
  bool leave;
};

/// Ids whose order is not the agents' order and which differ in both words.
std::vector<std::uint64_t> scrambled_ids(std::size_t count) {
  Random random("ids");
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  for (std::size_t i = count; i > 1; --i)
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(i) - 1))]);
  for (std::uint64_t& id : ids) id = id % 3 << 32 | (id * 2654435761u & 0xffffffffu);
  return ids;
}

struct Found {
  std::string mistake;                          ///< of the first wrong list
  std::vector<std::vector<std::uint64_t>> ids;  ///< each agent's list, by the agent's index in `Points`
};

Found search(const backends::Backend& backend, const std::string& method, const Points& points, const Asked& asked) {
  Parameters parameters;
  parameters.neighbors = asked.neighbors;
  parameters.neighbor_distance = asked.distance;
  parameters.leave_on_arrival = asked.leave ? 1 : 0;
  const std::vector<std::uint64_t> ids = scrambled_ids(points.agents.size());
  Agents<Kokkos::HostSpace> host = make_agents(points.agents);
  float largest_radius = 0;
  for (std::int32_t i = 0; i < host.count; ++i) {
    host.id(i, 0) = static_cast<std::uint32_t>(ids[static_cast<std::size_t>(i)]);
    host.id(i, 1) = static_cast<std::uint32_t>(ids[static_cast<std::size_t>(i)] >> 32);
    largest_radius = std::max(largest_radius, host.radius(i));
  }

  Found found;
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    using Space = typename Execution::memory_space;
    Agents<Space> agents(host.count);
    Agents<Space> scratch(host.count);
    copy_agents(agents, host);
    copy_agents(scratch, host);
    const Kokkos::View<std::uint32_t, Space> step("plethos::tests::step");
    const neighbors::Lists<Space> lists("plethos::tests::lists", agents.stride, asked.neighbors);
    for (const auto& registered : neighbors::registered_searches<Execution>()) {
      if (method != registered.name) continue;
      const auto instance = registered.make({parameters, points.bounds, host.count, largest_radius, step.data()});
      // Twice: the second works on what the first has sorted.
      for (int round = 0; round < 2; ++round) {
        instance->build(execution, agents, scratch);
        instance->query(execution, agents, lists);
      }
      execution.fence();
    }
    copy_agents(host, agents);
    const auto count = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), lists.count);
    const auto index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), lists.index);

    const auto size = static_cast<std::size_t>(host.count);
    std::vector<std::uint64_t> id(size);
    std::vector<std::uint8_t> present(size);
    for (std::int32_t i = 0; i < host.count; ++i) {
      id[static_cast<std::size_t>(i)] = std::uint64_t{host.id(i, 1)} << 32 | host.id(i, 0);
      present[static_cast<std::size_t>(i)] = neighbors::present(host.state(i), asked.leave) ? 1 : 0;
    }
    found.mistake =
        verify::neighbor_mistake({{host.position.data(), size}, {host.position.data() + host.stride, size}, id, present, asked.distance},
                                 {{count.data(), size}, {index.data(), index.span()}, count.extent(0), asked.neighbors});
    found.ids.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      const auto agent = std::find(ids.begin(), ids.end(), id[i]) - ids.begin();
      for (std::int32_t j = 0; j < count(i); ++j)
        found.ids[static_cast<std::size_t>(agent)].push_back(id[static_cast<std::size_t>(index(i, j))]);
    }
  });
  return found;
}

constexpr Asked questions[] = {{10, 3.f, false}, {1, 15.f, true},   {64, 1e6f, false}, {16, 2.f, true},
                               {17, 1.f, false}, {5, 1e-4f, false}, {64, 4.f, true}};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("brute and grid give the nearest, in order, and the same") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    for (const Asked& asked : questions) {
      CAPTURE(asked.neighbors);
      CAPTURE(asked.distance);
      CAPTURE(asked.leave);
      const Found brute = search(backend, "brute", points, asked);
      CHECK(brute.mistake == "");
      const Found grid = search(backend, "grid", points, asked);
      CHECK(grid.mistake == "");
      CHECK(brute.ids == grid.ids);
    }
  }
}

TEST_CASE("every registered search is one that the tests know") {
  for (const auto& registered : neighbors::registered_searches<backends::HostExecution>()) {
    const std::string name = registered.name;
    CHECK_MESSAGE((name == "grid" || name == "hash" || name == "brute"), name);
  }
}

}  // namespace plethos::tests
