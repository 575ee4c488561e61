#include "algorithms/neighbors/hash/hash.hpp"

#include <utility>

#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::neighbors {

template <class MemorySpace, class Key>
struct BinOfAgent {
  Agents<MemorySpace> agents;
  Key key_of;
  int leading_bits;
  bool leave;

  KOKKOS_FUNCTION std::uint32_t key(std::int32_t i) const { return key_of(agents.position(i, 0), agents.position(i, 1)); }
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t i) const {
    return present(agents.state(i), leave) ? static_cast<std::int32_t>(key(i) >> (32 - leading_bits)) : 1 << leading_bits;
  }
};

template <class MemorySpace, class Key>
struct ListKey {
  BinOfAgent<MemorySpace, Key> bin_of;
  Kokkos::View<std::uint32_t*, MemorySpace> key;
  Kokkos::View<std::int32_t*, MemorySpace> item;

  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const {
    key(place) = bin_of.key(i);
    item(place) = i;
  }
};

/// Orders the agents of each bin by (key, id): every agent counts the agents of its bin that come before it.
template <class MemorySpace>
struct OrderInBin {
  Agents<MemorySpace> agents;
  Kokkos::View<std::int32_t*, MemorySpace> start;
  Kokkos::View<std::uint32_t*, MemorySpace> key;
  Kokkos::View<std::int32_t*, MemorySpace> item;
  int shift;
  std::int32_t first;

  /// Returns the right place of the agent that is at `place`.
  KOKKOS_FUNCTION std::int32_t rank(std::int32_t place) const {
    if (place - first >= start(start.extent_int(0) - 2)) return place;
    const std::uint32_t own = key(place);
    const auto bin = static_cast<std::int32_t>(own >> shift);
    const std::int32_t end = first + start(bin + 1);
    const std::int32_t begin = first + start(bin);
    std::int32_t to = begin;
    for (std::int32_t other = begin; other < end; ++other) {
      if (key(other) != own ? key(other) < own : agents.id_before(item(other), item(place))) ++to;
    }
    return to;
  }
};

template <class MemorySpace>
struct SortWorking {
  OrderInBin<MemorySpace> order;
  Agents<MemorySpace> to;
  Kokkos::View<std::uint32_t*, MemorySpace> key;

  KOKKOS_FUNCTION void operator()(int place) const {
    const std::int32_t at = order.rank(place);
    key(at) = order.key(place);
    to.copy_agent(at, order.agents, order.item(place));
  }
};

/// Parked agents keep their places in memory. Their indices are sorted instead. They are written over the keys, because no other memory is
/// free.
template <class MemorySpace>
struct SortParked {
  OrderInBin<MemorySpace> order;
  Kokkos::View<std::uint32_t*, MemorySpace> sorted;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t place = order.first + i;
    sorted(order.rank(place)) = static_cast<std::uint32_t>(order.item(place));
  }
};

template <class MemorySpace, class Key>
struct KeyParked {
  BinOfAgent<MemorySpace, Key> bin_of;
  Kokkos::View<std::uint32_t*, MemorySpace> sorted;
  Kokkos::View<std::int32_t*, MemorySpace> item;
  std::int32_t first;

  KOKKOS_FUNCTION void operator()(int i) const {
    item(first + i) = static_cast<std::int32_t>(sorted(first + i));
    sorted(first + i) = bin_of.key(item(first + i));
  }
};

template <class MemorySpace, class Key, int Capacity>
struct HashQuery {
  static constexpr int grain = 256;
  HashTree<MemorySpace> tree;
  Lists<MemorySpace> lists;
  Key key_of;
  const std::uint32_t* step;
  std::uint64_t seed;
  std::int32_t samples;
  HashSampling sampling;
  float radius;
  bool leave;

  struct Visitor {
    const HashQuery& query;
    std::int32_t self;
    float x, y;
    NearestList<Capacity> nearest;

    KOKKOS_FUNCTION void offer(std::int32_t j) {
      const Agents<MemorySpace>& agents = query.tree.agents;
      if (j < 0 || j == self) return;
      const auto before = [&agents](std::int32_t a, std::int32_t b) { return agents.id_before(a, b); };
      const float squared = squared_distance(agents.position(j, 0) - x, agents.position(j, 1) - y);
      if (squared <= nearest.bound()) nearest.insert_once(squared, j, before);
    }
    KOKKOS_FUNCTION float reach() const { return query.sampling != HashSampling::published ? nearest.reach() : query.radius; }
  };

  KOKKOS_FUNCTION void operator()(int i) const {
    const Agents<MemorySpace>& agents = tree.agents;
    Visitor visitor{*this, i, agents.position(i, 0), agents.position(i, 1), NearestList<Capacity>(lists.capacity, radius)};
    if (present(agents.state(i), leave)) {
      if (sampling != HashSampling::published) look_beside(visitor);
      for (std::int32_t first = 0; first < samples; first += hash_batch) look_around(visitor, first);
    }
    visitor.nearest.store(lists.columns(), i);
  }

  /// Offers the agents next to this one in the tree, as many as a list holds. Their distances bound the search.
  KOKKOS_FUNCTION void look_beside(Visitor& visitor) const {
    HashGap<MemorySpace> before(tree, visitor.self, tree.key(visitor.self));
    HashGap<MemorySpace> after = before;
    after.next();
    for (int k = 0; k < (lists.capacity + 1) / 2; ++k) {
      visitor.offer(before.previous());
      visitor.offer(after.next());
    }
  }

  KOKKOS_FUNCTION void look_around(Visitor& visitor, std::int32_t first) const {
    const Agents<MemorySpace>& agents = tree.agents;
    const HashBatch batch(seed, agents.id(visitor.self), *step, static_cast<std::uint32_t>(first / hash_batch),
                          sampling == HashSampling::even);
    const float reach = visitor.reach();
    std::int32_t found[2 * hash_batch];
    // All descents of a batch come before any insertion, so that they do not wait for each other.
    for (int s = 0; s < hash_batch; ++s) {
      const HashOffset offset = batch.offset[s];
      const HashGap<MemorySpace> gap(tree, key_of(Kokkos::fma(reach, offset.x, visitor.x), Kokkos::fma(reach, offset.y, visitor.y)));
      HashGap<MemorySpace> before = gap;
      HashGap<MemorySpace> after = gap;
      found[2 * s] = before.previous();
      found[2 * s + 1] = after.next();
    }
    const int count = samples - first < hash_batch ? samples - first : hash_batch;
    for (int k = 0; k < 2 * count; ++k) visitor.offer(found[k]);
  }
};

template <class Execution, class Key>
void Hash<Execution, Key>::build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  const BinOfAgent<MemorySpace, Key> bin_of{agents, key_of_, leading_bits_, parameters_.leave_on_arrival};
  sort_.run(execution, 0, agents.working, bin_of, ListKey<MemorySpace, Key>{bin_of, unsorted_, item_});
  backends::for_each(execution, "plethos::neighbors::hash::sort", agents.working,
                     SortWorking<MemorySpace>{{agents, sort_.start(), unsorted_, item_, 32 - leading_bits_, 0}, scratch, key_});
  std::swap(agents, scratch);
}

template <class Execution, class Key>
void Hash<Execution, Key>::park(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (parameters_.leave_on_arrival) return;
  const std::int32_t first = agents.working;
  const std::int32_t count = agents.count - first;
  const BinOfAgent<MemorySpace, Key> bin_of{agents, key_of_, leading_bits_, false};
  sort_.run(execution, first, agents.count, bin_of, ListKey<MemorySpace, Key>{bin_of, unsorted_, item_});
  backends::for_each(execution, "plethos::neighbors::hash::sort_parked", count,
                     SortParked<MemorySpace>{{agents, sort_.start(), unsorted_, item_, 32 - leading_bits_, first}, key_});
  backends::for_each(execution, "plethos::neighbors::hash::key_parked", count, KeyParked<MemorySpace, Key>{bin_of, key_, item_, first});
}

template <class Execution, class Key>
void Hash<Execution, Key>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::neighbors::hash::query", agents.working,
                       HashQuery<MemorySpace, Key, Capacity>{tree(agents), lists, key_of_, step_, parameters_.seed, own_.neighbor_samples,
                                                             sampling_, parameters_.neighbor_distance, parameters_.leave_on_arrival});
  });
}

#define PLETHOS_HASH(Execution)             \
  template class Hash<Execution, SidesKey>; \
  template class Hash<Execution, DeterminantKey>
PLETHOS_FOR_EXECUTIONS(PLETHOS_HASH);
#undef PLETHOS_HASH

template <HashSampling sampling>
template <class Execution>
std::unique_ptr<Search<Execution>> HashMethod<sampling>::make(const SearchSetup& s, const ParameterValues& values) {
  return std::make_unique<Hash<Execution, SidesKey>>(s.parameters, hash_table().read(values), s.bounds, s.agents, s.step, sampling);
}

PLETHOS_INSTANTIATE_MAKE(Search, HashMethod<HashSampling::published>, const SearchSetup&, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Search, HashMethod<HashSampling::even>, const SearchSetup&, const ParameterValues&);

}  // namespace plethos::neighbors
