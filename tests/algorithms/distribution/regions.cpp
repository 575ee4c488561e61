#include "algorithms/distribution/regions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using distribution::Regions;

/// Ranks that only divide: into strips of columns of the same number of points, or what `part_of` says.
class Strips final : public backends::Ranks {
 public:
  using PartOf = std::int32_t (*)(float x, float y);
  explicit Strips(int size, PartOf part_of) : size_(size), part_of_(part_of) {}

  int rank() const override { return 0; }
  int size() const override { return size_; }
  int ranks_on_host() const override { return size_; }
  int ranks_on_processors() const override { return size_; }
  std::string library() const override { return "strips"; }
  bool takes_device_memory() const override { return false; }
  void sum(std::span<std::uint64_t>) const override { fail(); }
  void least(std::span<std::int64_t>) const override { fail(); }
  void least(std::span<float>) const override { fail(); }
  void greatest(std::span<std::int64_t>) const override { fail(); }
  void greatest(std::span<double>) const override { fail(); }
  void broadcast(std::span<std::byte>) const override { fail(); }
  std::vector<std::size_t> exchange(const std::vector<std::span<const std::byte>>&, const backends::ClaimBytes&) const override { fail(); }
  std::vector<std::int32_t> swap(std::span<const std::int32_t>) const override { fail(); }
  void gather(std::span<const std::byte>, const backends::GatherTaker&) const override { fail(); }
  std::unique_ptr<backends::Messages> messages(int, std::span<const backends::Message>, std::span<const backends::Message>) const override {
    fail();
  }
  std::vector<std::int32_t> bisect(const backends::WeightedPoints& points, int) const override {
    std::vector<std::int32_t> part;
    for (std::size_t k = 0; k < points.x.size(); ++k) part.push_back(part_of_(points.x[k], points.y[k]));
    return part;
  }
  std::unique_ptr<backends::Ranks> first(int) const override { return nullptr; }
  void meet() const override {}
  bool all_fail() const override { fail(); }
  [[noreturn]] void abort(int) const override { fail(); }

 private:
  [[noreturn]] static void fail() { throw std::logic_error("not a strip"); }

  int size_;
  PartOf part_of_;
};

bool contains(const Box& box, Vec2 p) { return p.x >= box.low_x && p.x <= box.high_x && p.y >= box.low_y && p.y <= box.high_y; }

TEST_CASE("regions: every place has one owner, whose rectangle holds it, also outside of the world") {
  Regions regions({{-20, 5}, {60, 45}}, 1, 800);
  const UniformGrid& cells = regions.cells();
  CHECK(cells.cells() <= 900);
  // The third rank has no cell, and the second one's are no rectangle.
  const Strips ranks(4, [](float x, float y) { return x < 10 ? 0 : y < 8 || x < 20 ? 1 : 3; });
  regions.divide(ranks, std::vector<float>(static_cast<std::size_t>(cells.cells()), 1.f));
  REQUIRE(regions.boxes().size() == 4);
  CHECK(regions.is_rectangle(0));
  CHECK_FALSE(regions.is_rectangle(1));
  CHECK(regions.is_rectangle(3));
  CHECK_FALSE(regions.boxes()[2].low_x <= regions.boxes()[2].high_x);
  Random random("regions");
  int outside = 0;
  for (int k = 0; k < 20000; ++k) {
    const Vec2 p{random.between(-100, 140), random.between(-80, 130)};
    const auto owner = regions.owner_at(p);
    REQUIRE((owner == 0 || owner == 1 || owner == 3));
    CHECK(contains(regions.boxes()[static_cast<std::size_t>(owner)], p));
    // Rectangles of others hold it only where regions are no rectangles.
    if (owner == 0) CHECK_FALSE(contains(regions.boxes()[3], p));
    if (owner == 3) CHECK_FALSE(contains(regions.boxes()[0], p));
    outside += p.x < -20 || p.x > 60 ? 1 : 0;
  }
  CHECK(outside > 5000);
  // All sides that face the world's border are open.
  CHECK(regions.boxes()[0].low_x == -no_extent);
  CHECK(regions.boxes()[0].low_y == -no_extent);
  CHECK(regions.boxes()[0].high_y == no_extent);
  CHECK(regions.boxes()[0].high_x == doctest::Approx(-20 + 10 * cells.cell));
  CHECK(regions.boxes()[3].high_x == no_extent);
  CHECK(regions.boxes()[3].low_y == doctest::Approx(5 + 8 * cells.cell));
}

TEST_CASE("regions: the distance of rectangles") {
  const Box a{0, 0, 2, 1};
  CHECK(distribution::distance(a, {1, 0.5f, 5, 5}) == 0);
  CHECK(distribution::distance(a, {2, 0, 3, 1}) == 0);
  CHECK(distribution::distance(a, {5, 0, 6, 1}) == 3);
  CHECK(distribution::distance({5, 0, 6, 1}, a) == 3);
  CHECK(distribution::distance(a, {-4, -4, -3, -4}) == doctest::Approx(5));
  CHECK(distribution::distance(a, {-no_extent, 3, no_extent, no_extent}) == 2);
  CHECK(std::isinf(distribution::distance(a, {})));
}

TEST_CASE("regions: cells count the agents that are to move") {
  Regions regions({{0, 0}, {10, 10}}, 1, 100);
  std::vector<AgentRecord> agents(5);
  for (AgentRecord& agent : agents) agent.position = {3.5f, 0.5f};
  agents[1].state = AgentState::settled;
  agents[2].state = AgentState::absent;
  agents[3].state = AgentState::passive;
  agents[4].position = {100, 100};
  const std::vector<std::uint64_t> count = distribution::agents_of_cells(regions.cells(), agents);
  const auto at = [&](float x, float y) { return count[static_cast<std::size_t>(regions.cells().cell_of(x, y))]; };
  CHECK(at(3.5f, 0.5f) == 2);
  CHECK(at(10, 10) == 1);
  std::uint64_t sum = 0;
  for (const std::uint64_t one : count) sum += one;
  CHECK(sum == 3);
}

}  // namespace
}  // namespace plethos::tests
