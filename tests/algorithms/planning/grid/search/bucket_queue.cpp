#include "algorithms/planning/grid/search/bucket_queue.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {

using planning::BucketQueue;
using planning::RingQueue;
using planning::SearchNode;

TEST_CASE_TEMPLATE("a bucket queue gives cells in the order of their buckets, around its ring, also after some were removed", Queue,
                   RingQueue<64>, RingQueue<128>, RingQueue<256>, RingQueue<4096>) {
  Random random("bucket queue");
  std::vector<SearchNode> nodes(3000);
  std::vector<std::int32_t> first(Queue::buckets, -7);
  std::vector<std::uint64_t> used(Queue::words, ~std::uint64_t{0});
  for (const int shift : {0, 3}) {
    const std::uint32_t rise = (Queue::buckets - 1u) << shift;
    std::uint32_t low = 123456;
    Queue queue(nodes.data(), first.data(), used.data(), shift, low);
    std::map<std::int32_t, std::uint32_t> inside;
    CHECK(queue.empty());
    for (int turn = 0; turn < 6000; ++turn) {
      const std::int32_t cell = random.integer(0, 2999);
      const auto known = inside.find(cell);
      if (known != inside.end() && random.once_in(2)) {
        queue.remove(cell, known->second);
        inside.erase(known);
      } else if (known == inside.end() && inside.size() < 400) {
        // Most keys are near the least one, and some as far as can be.
        const auto far = static_cast<std::int32_t>(random.once_in(4) ? rise : rise / (Queue::buckets / 8));
        const std::uint32_t key = (low >> shift << shift) + static_cast<std::uint32_t>(random.integer(0, far));
        queue.insert(cell, key);
        inside[cell] = key;
      } else if (!inside.empty()) {
        const std::int32_t taken = queue.take();
        REQUIRE(inside.contains(taken));
        low = inside[taken];
        inside.erase(taken);
        CHECK(queue.lowest() == (low >> shift << shift));
        for (const auto& [other, key] : inside) REQUIRE((key >> shift) >= (low >> shift));
      }
      REQUIRE(queue.empty() == inside.empty());
    }
  }
}

TEST_CASE("a bucket gives out first what came last") {
  std::vector<SearchNode> nodes(4);
  std::vector<std::int32_t> first(BucketQueue::buckets);
  std::vector<std::uint64_t> used(BucketQueue::words);
  BucketQueue queue(nodes.data(), first.data(), used.data(), 2, 0);
  for (const std::int32_t cell : {2, 0, 3}) queue.insert(cell, static_cast<std::uint32_t>(cell));
  CHECK(queue.take() == 3);
  CHECK(queue.take() == 0);
  CHECK(queue.take() == 2);
  CHECK(queue.empty());
}

TEST_CASE("a queue's buckets hold all keys between which it can come to lie") {
  for (const std::uint64_t rise : {1ull, 4094ull, 4095ull, 8190ull, 1'000'000ull, 1ull << 31}) {
    const int shift = planning::bucket_shift(rise);
    // The least key may be the last of its bucket.
    CHECK(((rise + (1ull << shift) - 1) >> shift) < BucketQueue::buckets);
    if (shift > 0) CHECK((rise >> (shift - 1)) + 2 > BucketQueue::buckets);
  }
}

}  // namespace plethos::tests
