#include "backends/openmp/own_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using plethos::backends::OwnBlocks;

TEST_CASE("a thread takes its own blocks in order, and then those of the next threads") {
  OwnBlocks blocks(3);
  std::vector<int> taken;
  const auto take = [&taken](int block) { taken.push_back(block); };
  blocks.deal(7);
  blocks.work(1, take);
  CHECK(taken == std::vector<int>{2, 3, 4, 5, 6, 0, 1});
  taken.clear();
  blocks.work(0, take);
  CHECK(taken.empty());

  // Fewer than threads: the first one has none.
  blocks.deal(2);
  blocks.work(0, take);
  CHECK(taken == std::vector<int>{0, 1});
}

TEST_CASE("threads that take blocks at the same time visit each once") {
  constexpr int threads = 4;
  OwnBlocks blocks(threads);
  for (const int count : {1, 3, 1000, 5}) {
    CAPTURE(count);
    std::string visits(static_cast<std::size_t>(count), '0');
    blocks.deal(count);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] { blocks.work(t, [&](int block) { ++visits[static_cast<std::size_t>(block)]; }); });
    for (std::thread& one : all) one.join();
    CHECK(std::all_of(visits.begin(), visits.end(), [](char visited) { return visited == '1'; }));
  }
}
