#include "backends/ranks/ranks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/harness/random.hpp"
#include "tests/harness/ranks.hpp"

// ctest runs this file alone and under mpiexec. Each check holds on every rank.

namespace plethos::tests {
namespace {

std::vector<std::byte> bytes_of(int from, int to, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t k = 0; k < count; ++k) bytes[k] = static_cast<std::byte>((static_cast<std::size_t>(31 * from + 7 * to) + k) % 251);
  return bytes;
}

TEST_CASE("ranks: reductions are those of all ranks") {
  const backends::Ranks& all = ranks();
  const int n = all.size(), own = all.rank();
  CHECK(all.sum(std::uint64_t{1} << own) == (std::uint64_t{1} << n) - 1);
  CHECK(all.least(std::int64_t{-own}) == 1 - n);
  CHECK(all.greatest(std::int64_t{own} * 1'000'000'000'000) == std::int64_t{n - 1} * 1'000'000'000'000);
  CHECK(all.least(own == n - 1 ? -0.25f : std::numeric_limits<float>::infinity()) == -0.25f);
  CHECK(all.greatest(0.5 * own) == 0.5 * (n - 1));
  std::vector<std::uint64_t> sums(1000);
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = k * static_cast<std::uint64_t>(own + 1);
  all.sum(std::span(sums));
  CHECK(sums[999] == 999u * static_cast<std::uint64_t>(n * (n + 1) / 2));
  std::vector<std::byte> told = bytes_of(own, 0, 100'000);
  all.broadcast(told);
  CHECK(told == bytes_of(0, 0, 100'000));
}

TEST_CASE("ranks: bytes come from each rank to each, also none") {
  const backends::Ranks& all = ranks();
  const auto length = [](int from, int to) {
    return (from + 2 * to) % 3 == 0 ? std::size_t{0} : static_cast<std::size_t>(1000 * from + 10 * to + 1);
  };
  std::vector<std::vector<std::byte>> kept;
  for (int to = 0; to < all.size(); ++to) kept.push_back(bytes_of(all.rank(), to, length(all.rank(), to)));
  std::vector<std::byte> room;
  const std::vector<std::size_t> counts = all.exchange({kept.begin(), kept.end()}, [&](std::size_t bytes) {
    room.resize(bytes);
    return room.data();
  });
  REQUIRE(counts.size() == static_cast<std::size_t>(all.size()));
  std::vector<std::byte> expected;
  for (int from = 0; from < all.size(); ++from) {
    const std::vector<std::byte> part = bytes_of(from, all.rank(), length(from, all.rank()));
    CHECK(counts[static_cast<std::size_t>(from)] == part.size());
    expected.insert(expected.end(), part.begin(), part.end());
  }
  CHECK(room == expected);
}

TEST_CASE("ranks: rank 0 gathers the bytes of all in their order") {
  const backends::Ranks& all = ranks();
  std::vector<int> seen;
  all.gather(bytes_of(all.rank(), 0, static_cast<std::size_t>(100 * all.rank())), [&](int rank, std::span<const std::byte> bytes) {
    seen.push_back(rank);
    CHECK(std::vector<std::byte>(bytes.begin(), bytes.end()) == bytes_of(rank, 0, static_cast<std::size_t>(100 * rank)));
  });
  CHECK(seen.size() == (all.rank() == 0 ? static_cast<std::size_t>(all.size()) : 0));
  CHECK(std::is_sorted(seen.begin(), seen.end()));
}

TEST_CASE("ranks: messages are sent again and again, two sets at a time") {
  const backends::Ranks& all = ranks();
  constexpr std::size_t words = 5000;
  const auto n = static_cast<std::size_t>(all.size());
  std::vector<std::vector<std::uint32_t>> out(2 * n, std::vector<std::uint32_t>(words)), in = out;
  std::unique_ptr<backends::Messages> sets[2];
  for (std::size_t set = 0; set < 2; ++set) {
    std::vector<backends::Message> to, from;
    for (std::size_t rank = 0; rank < n; ++rank) {
      if (static_cast<int>(rank) == all.rank()) continue;
      to.push_back({static_cast<int>(rank), std::as_writable_bytes(std::span(out[set * n + rank]))});
      from.push_back({static_cast<int>(rank), std::as_writable_bytes(std::span(in[set * n + rank]))});
    }
    sets[set] = all.messages(static_cast<int>(set), to, from);
  }
  const auto value = [](std::size_t round, std::size_t set, std::size_t from, std::size_t to) {
    return static_cast<std::uint32_t>(1000 * round + 100 * set + 10 * from + to);
  };
  const auto own = static_cast<std::size_t>(all.rank());
  for (std::size_t round = 0; round < 3; ++round) {
    for (std::size_t set = 0; set < 2; ++set) {
      for (std::size_t to = 0; to < n; ++to) std::fill(out[set * n + to].begin(), out[set * n + to].end(), value(round, set, own, to));
      sets[set]->start();
    }
    // The second set may be awaited first.
    for (const std::size_t set : {std::size_t{1}, std::size_t{0}}) {
      sets[set]->wait();
      for (std::size_t from = 0; from < n; ++from) {
        if (from == own) continue;
        const auto& got = in[set * n + from];
        CHECK(std::count(got.begin(), got.end(), value(round, set, from, own)) == words);
      }
    }
  }
}

TEST_CASE("ranks: each sends a number to each") {
  const backends::Ranks& all = ranks();
  std::vector<std::int32_t> values;
  for (int to = 0; to < all.size(); ++to) values.push_back(100 * all.rank() + to - 7);
  const std::vector<std::int32_t> got = all.swap(values);
  REQUIRE(got.size() == values.size());
  for (int from = 0; from < all.size(); ++from) CHECK(got[static_cast<std::size_t>(from)] == 100 * from + all.rank() - 7);
}

TEST_CASE("ranks: bisection keeps columns of points together where that costs little") {
  const backends::Ranks& all = ranks();
  backends::WeightedPoints points;
  constexpr int side = 240;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      points.x.push_back(static_cast<float>(x));
      points.y.push_back(static_cast<float>(y));
      points.weight.push_back(x == 0 ? 3.f : 1.f);
    }
  }
  const auto extent = [&](const std::vector<std::int32_t>& part, std::int32_t own) {
    int left = side, right = -1, bottom = side, top = -1;
    std::int64_t count = 0;
    for (int k = 0; k < side * side; ++k) {
      if (part[static_cast<std::size_t>(k)] != own) continue;
      left = std::min(left, k % side);
      right = std::max(right, k % side);
      bottom = std::min(bottom, k / side);
      top = std::max(top, k / side);
      ++count;
    }
    return std::pair(count, std::int64_t{right - left + 1} * (top - bottom + 1));
  };
  for (const bool heavy : {false, true}) {
    // Half of all is in one column: no cut beside it is even.
    if (heavy) {
      for (int y = 0; y < side; ++y) points.weight[static_cast<std::size_t>(y * side + side / 3)] = side;
    }
    const std::vector<std::int32_t> part = all.bisect(points, all.size());
    bool rectangles = true;
    for (std::int32_t own = 0; own < all.size(); ++own) rectangles = rectangles && extent(part, own).first == extent(part, own).second;
    if (all.size() == 2 && heavy) CHECK_FALSE(rectangles);
    if (!heavy) CHECK(rectangles);
  }
}

TEST_CASE("ranks: bisection gives parts of about the same weight, each in a rectangle of its own") {
  const backends::Ranks& all = ranks();
  backends::WeightedPoints points;
  Random random("bisection");
  constexpr int side = 64;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      points.x.push_back(static_cast<float>(x));
      points.y.push_back(static_cast<float>(y));
      // Ten times as dense in one corner, and nothing in another.
      points.weight.push_back(x + y > 3 * side / 2 ? 0.f : random.between(0.5f, 1.5f) * (x < side / 4 && y < side / 4 ? 10.f : 1.f));
    }
  }
  const std::vector<std::int32_t> part = all.bisect(points, all.size());
  REQUIRE(part.size() == points.x.size());
  std::vector<double> weight(static_cast<std::size_t>(all.size()), 0.);
  struct Extent {
    float left = 1e9f, right = -1e9f, bottom = 1e9f, top = -1e9f;
  };
  std::vector<Extent> extents(weight.size());
  for (std::size_t k = 0; k < part.size(); ++k) {
    const auto p = static_cast<std::size_t>(part[k]);
    REQUIRE(p < weight.size());
    weight[p] += static_cast<double>(points.weight[k]);
    Extent& extent = extents[p];
    extent.left = std::min(extent.left, points.x[k]);
    extent.right = std::max(extent.right, points.x[k]);
    extent.bottom = std::min(extent.bottom, points.y[k]);
    extent.top = std::max(extent.top, points.y[k]);
  }
  double sum = 0;
  for (const double one : weight) sum += one;
  CHECK(*std::max_element(weight.begin(), weight.end()) <= 1.1 * sum / all.size());
  // Rectangles of two parts may share the line of points at which they were cut.
  for (std::size_t a = 0; a < extents.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const float width = std::min(extents[a].right, extents[b].right) - std::max(extents[a].left, extents[b].left);
      const float height = std::min(extents[a].top, extents[b].top) - std::max(extents[a].bottom, extents[b].bottom);
      CHECK_MESSAGE((width <= 0 || height <= 0), a << " and " << b);
    }
  }
  CHECK(all.least(std::int64_t{part[100]}) == all.greatest(std::int64_t{part[100]}));
}

}  // namespace
}  // namespace plethos::tests
