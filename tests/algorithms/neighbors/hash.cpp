#include "algorithms/neighbors/hash/hash.hpp"

#include <cmath>
#include <numbers>

#include "algorithms/neighbors/hash/hash_reference.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/neighbors/searched.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using neighbors::DeterminantKey;
using neighbors::HashBatch;
using neighbors::HashGap;
using neighbors::HashSampling;
using neighbors::SidesKey;

constexpr HashSampling samplings[] = {HashSampling::published, HashSampling::shrinking, HashSampling::even};

struct HashSettings : Parameters, neighbors::HashParameters {};

HashSettings asked(std::int32_t neighbors, float distance, std::int32_t samples) {
  HashSettings parameters;
  parameters.neighbors = neighbors;
  parameters.neighbor_distance = distance;
  parameters.neighbor_samples = samples;
  return parameters;
}

/// Returns the points without agents that have left the scene.
Points present_only(Points points) {
  std::erase_if(points.agents, [](const AgentRecord& agent) { return agent.state == AgentState::arrived; });
  return points;
}

template <class Key>
std::vector<std::vector<std::uint64_t>> reference_lists(const Points& points, const HashSettings& parameters, HashSampling sampling) {
  const std::vector<std::uint64_t> ids = scrambled_ids(points.agents.size());
  std::vector<neighbors::reference::HashedAgent> agents;
  for (std::size_t i = 0; i < ids.size(); ++i) agents.push_back({points.agents[i].position.x, points.agents[i].position.y, ids[i]});
  return neighbors::reference::hash_neighbors(agents, Key::cover(points.bounds), parameters, parameters, sampling, searched_step);
}

template <class Key>
Found hashed(const backends::Backend& backend, const Points& points, const HashSettings& parameters, HashSampling sampling) {
  return found_by_made(backend, points, parameters, 0, [&]<class Execution>(const neighbors::SearchSetup& setup, const Execution&) {
    return std::make_unique<neighbors::Hash<Execution, Key>>(setup.parameters, parameters, setup.bounds, setup.agents, setup.step,
                                                             sampling);
  });
}

/// Returns the share of the entries of `truth` that `found` has too.
double recall(const std::vector<std::vector<std::uint64_t>>& truth, const std::vector<std::vector<std::uint64_t>>& found) {
  double all = 0;
  double met = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const std::uint64_t id : truth[i]) {
      all += 1;
      met += std::ranges::count(found[i], id) > 0 ? 1 : 0;
    }
  }
  return met / all;
}

const backends::Backend& serial() {
  static const backends::Backend backend = plainest_backend();
  return backend;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("hash finds what its plain version finds") {
  for (const Points& every : point_sets()) {
    const Points points = present_only(every);
    CAPTURE(points.name);
    const std::pair<HashSettings, HashSampling> cases[] = {{asked(10, 3.f, 30), HashSampling::even},
                                                           {asked(5, 15.f, 33), HashSampling::shrinking},
                                                           {asked(17, 4.f, 24), HashSampling::published},
                                                           {asked(1, 1e6f, 1), HashSampling::even}};
    for (const auto& [parameters, sampling] : cases) {
      CAPTURE(static_cast<int>(sampling));
      CHECK(hashed<SidesKey>(backend, points, parameters, sampling).ids == reference_lists<SidesKey>(points, parameters, sampling));
      CHECK(hashed<DeterminantKey>(backend, points, parameters, sampling).ids ==
            reference_lists<DeterminantKey>(points, parameters, sampling));
    }
  }
}

TEST_CASE("the search `hash` draws as published, and `hash-even` evenly") {
  const Points points = present_only(point_sets()[0]);
  const HashSettings parameters = asked(10, 3.f, 30);
  const ParameterValues values{{"neighbor_samples", 30.0}};
  CHECK(found_by(serial(), points, parameters, 0, "hash", values).ids ==
        reference_lists<SidesKey>(points, parameters, HashSampling::published));
  CHECK(found_by(serial(), points, parameters, 0, "hash-even", values).ids ==
        reference_lists<SidesKey>(points, parameters, HashSampling::even));
}

TEST_CASE("hash lists true neighbors only, in order and once") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    for (const HashSampling sampling : samplings) {
      for (const int leave : {0, 1}) {
        HashSettings parameters = asked(10, 2.f, 32);
        parameters.leave_on_arrival = leave;
        const Found found = hashed<SidesKey>(serial(), points, parameters, sampling);
        const std::vector<std::uint64_t> ids = scrambled_ids(points.agents.size());
        const auto gone = [&](std::size_t i) { return leave == 1 && points.agents[i].state == AgentState::arrived; };
        for (std::size_t i = 0; i < ids.size(); ++i) {
          if (gone(i)) CHECK(found.ids[i].empty());
          REQUIRE(found.ids[i].size() <= 10);
          std::pair<float, std::uint64_t> last{-1.f, 0};
          for (const std::uint64_t id : found.ids[i]) {
            const auto j = static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
            REQUIRE(j < ids.size());
            CHECK(j != i);
            CHECK_FALSE(gone(j));
            const Vec2 apart = points.agents[j].position - points.agents[i].position;
            const std::pair<float, std::uint64_t> entry{neighbors::squared_distance(apart.x, apart.y), id};
            CHECK(entry.first <= 4.f);
            CHECK(last < entry);
            last = entry;
          }
        }
      }
    }
  }
}

TEST_CASE("hash finds more with more samples, and all in the end") {
  for (const Points& points : point_sets()) {
    if (points.name != "even" && points.name != "clustered" && points.name != "on a line") continue;
    CAPTURE(points.name);
    const auto truth = found_by(serial(), points, asked(10, 3.f, 1), 0, "brute").ids;
    for (const HashSampling sampling : samplings) {
      CAPTURE(static_cast<int>(sampling));
      const auto of = [&](std::int32_t samples) {
        return recall(truth, hashed<SidesKey>(serial(), points, asked(10, 3.f, samples), sampling).ids);
      };
      const double few = of(8);
      const double some = of(64);
      const double many = of(4096);
      CHECK(few < some);
      CHECK(some < many);
      // Most of the published samples fall beside a crowd that fills little of the disc.
      const bool published = sampling == HashSampling::published;
      if (!published || points.name == "even") CHECK(many > 0.99);
      if (!published) CHECK(some > 0.9);
    }
  }
}

TEST_CASE("hash finds everyone in a small crowd") {
  Random random("small crowd");
  for (int count = 1; count <= 6; ++count) {
    Points points{"small", {}, {{-10, -10}, {10, 10}}};
    points.agents.resize(static_cast<std::size_t>(count));
    for (AgentRecord& agent : points.agents) agent.position = {random.between(-10, 10), random.between(-10, 10)};
    const HashSettings parameters = asked(10, 100.f, 1);
    CHECK(found_by(serial(), points, parameters, 0, "hash-even", {{"neighbor_samples", 1.0}}).mistake == "");
  }
}

TEST_CASE("evenly spread positions meet more neighbors than random ones, and a sided key more than a determinant") {
  const Points points = point_sets()[0];
  const auto truth = found_by(serial(), points, asked(10, 3.f, 1), 0, "brute").ids;
  double shares[3];
  for (std::size_t k = 0; k < 3; ++k) shares[k] = recall(truth, hashed<SidesKey>(serial(), points, asked(10, 3.f, 32), samplings[k]).ids);
  CHECK(shares[0] < shares[1]);
  CHECK(shares[1] < shares[2]);
  CHECK(recall(truth, hashed<DeterminantKey>(serial(), points, asked(10, 3.f, 32), HashSampling::even).ids) < shares[2]);
}

PLETHOS_SCALAR_MATRIX_TEST("the hash's tree holds every agent in the scene once, in order, whoever is parked") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    const auto count = static_cast<std::int32_t>(points.agents.size());
    for (const std::int32_t parked : {0, count / 3, count}) {
      CAPTURE(parked);
      Parameters parameters;
      backends::visit(backend, [&](const auto& execution) {
        using Execution = std::decay_t<decltype(execution)>;
        using Space = typename Execution::memory_space;
        Agents<Space> agents(count);
        agents.working -= parked;
        copy_agents(agents, make_agents(points.agents));
        Agents<Space> scratch(count);
        scratch.working = agents.working;
        copy_agents(scratch, agents);
        neighbors::Hash<Execution, SidesKey> hash(parameters, {}, points.bounds, count, nullptr, HashSampling::even);
        hash.park(execution, agents);
        hash.build(execution, agents, scratch);
        execution.fence();

        const auto device = hash.tree(agents);
        neighbors::HashTree<Kokkos::HostSpace> tree{Agents<Kokkos::HostSpace>(count), host_view(device.start), host_view(device.key),
                                                    host_view(device.parked), device.shift};
        tree.agents.working = agents.working;
        copy_agents(tree.agents, agents);
        const SidesKey key_of = SidesKey::cover(points.bounds);
        const auto node = [&](std::int32_t i) {
          return std::pair(key_of(tree.agents.position(i, 0), tree.agents.position(i, 1)), tree.agents.id(i));
        };
        // The walk goes up and down again, without a jump.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> up;
        HashGap<Kokkos::HostSpace> gap(tree, 0u);
        for (std::int32_t i = gap.next(); i >= 0; i = gap.next()) up.push_back(node(i));
        CHECK(up.size() == static_cast<std::size_t>(count));
        CHECK(std::ranges::adjacent_find(up, std::greater_equal()) == up.end());
        std::vector<std::pair<std::uint32_t, std::uint32_t>> down;
        for (std::int32_t i = gap.previous(); i >= 0; i = gap.previous()) down.push_back(node(i));
        std::ranges::reverse(down);
        CHECK(down == up);
        // The look-up by leading bits leads where a descent from the root does.
        Random random("descents");
        for (int k = 0; k < 200; ++k) {
          const std::uint32_t wanted = k < count ? up[static_cast<std::size_t>(k)].first : static_cast<std::uint32_t>(random.word());
          CHECK(tree.descend_working(wanted) == tree.descend(0, tree.working_end(), wanted));
        }
        return 0;
      });
    }
  }
}

TEST_CASE("a sided key says on which side of 32 halvings a position lies") {
  Random random("sides");
  for (const Bounds& bounds : {Bounds{{-8, -8}, {8, 8}}, Bounds{{0, -4}, {128, 4}}, Bounds{{-1, 0}, {1, 32}}, Bounds{{0, 0}, {4096, 1}}}) {
    const SidesKey key = SidesKey::cover(bounds);
    for (int k = 0; k < 200; ++k) {
      // Positions are multiples of 2^-6, which are exact in every halving.
      const auto pick = [&](float low, float high) {
        return low + 0x1p-6f * static_cast<float>(random.integer(0, static_cast<std::int32_t>((high - low) * 64) - 1));
      };
      const Vec2 position{pick(bounds.low.x, bounds.high.x), pick(bounds.low.y, bounds.high.y)};
      double low[2] = {bounds.low.x, bounds.low.y};
      double high[2] = {bounds.high.x, bounds.high.y};
      const double at[2] = {position.x, position.y};
      const int longer = high[0] - low[0] >= high[1] - low[1] ? 0 : 1;
      int lead = key.bits_long - key.bits_short;
      std::uint32_t sides = 0;
      for (int bit = 0; bit < 32; ++bit) {
        const int axis = lead > 0 ? longer : (bit + key.bits_long) % 2 == 0 ? longer : 1 - longer;
        --lead;
        const double reference = (low[axis] + high[axis]) / 2;
        const bool above = at[axis] >= reference;
        (above ? low : high)[axis] = reference;
        sides = sides << 1 | (above ? 1u : 0u);
      }
      CHECK(key(position.x, position.y) == sides);
    }
    // The rest after the lead is nearly square.
    const double ratio = (bounds.high.x - bounds.low.x) / (bounds.high.y - bounds.low.y);
    const double rest = (ratio > 1 ? ratio : 1 / ratio) / std::ldexp(1., key.bits_long - key.bits_short);
    if (key.bits_long < 24) {
      CHECK(rest >= 0.5);
      CHECK(rest <= 2);
    }
    CHECK(key(bounds.low.x - 1e30f, bounds.low.y - 1e30f) == 0);
    CHECK(key(bounds.high.x + 1e30f, bounds.high.y + 1e30f) == 0xffffffffu);
  }
}

TEST_CASE("sample directions are those of the circle") {
  for (int k = 0; k < 1 << 17; ++k) {
    const float turn = 0.5f * static_cast<float>(k);
    const double angle = 2 * std::numbers::pi * turn / 65536;
    const neighbors::HashOffset direction = neighbors::hash_direction(turn);
    if (std::abs(direction.x - std::cos(angle)) < 1e-6 && std::abs(direction.y - std::sin(angle)) < 1e-6) continue;
    CHECK_MESSAGE(false, turn);
  }
}

TEST_CASE("64 even samples meet every sector in every ring once") {
  for (std::uint32_t agent = 0; agent < 20; ++agent) {
    std::vector<int> met(64);
    for (std::uint32_t block = 0; block < 16; ++block) {
      for (const auto& offset : HashBatch(1, agent, 5, block, true).offset) {
        const double turn = std::atan2(offset.y, offset.x) / (2 * std::numbers::pi);
        const auto sector = static_cast<std::size_t>(16 * (turn < 0 ? turn + 1 : turn));
        const auto ring = static_cast<std::size_t>(4 * (offset.x * offset.x + offset.y * offset.y));
        ++met.at(4 * sector + ring);
      }
    }
    CHECK(met == std::vector<int>(64, 1));
  }
}

TEST_CASE("random samples cover the disc evenly and differ by agent, step and seed") {
  std::vector<int> met(64);
  for (std::uint32_t block = 0; block < 16000; ++block) {
    for (const auto& offset : HashBatch(1, 3, 5, block, false).offset) {
      const double turn = std::atan2(offset.y, offset.x) / (2 * std::numbers::pi);
      ++met.at(4 * static_cast<std::size_t>(16 * (turn < 0 ? turn + 1 : turn)) +
               static_cast<std::size_t>(4 * (offset.x * offset.x + offset.y * offset.y)));
    }
  }
  // Each count is 1,000, give or take five standard deviations.
  for (const int count : met) CHECK(std::abs(count - 1000) < 160);
  const float first = HashBatch(1, 3, 5, 0, false).offset[0].x;
  CHECK(HashBatch(2, 3, 5, 0, false).offset[0].x != first);
  CHECK(HashBatch(1, 4, 5, 0, false).offset[0].x != first);
  CHECK(HashBatch(1, 3, 6, 0, false).offset[0].x != first);
}

}  // namespace plethos::tests
