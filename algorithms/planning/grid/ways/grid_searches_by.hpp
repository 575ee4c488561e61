#pragma once

#include <algorithm>
#include <utility>

#include "algorithms/planning/grid/ways/find_grid_seekers.hpp"
#include "algorithms/planning/grid/ways/search_agent_ways.hpp"
#include "algorithms/planning/grid/ways/search_ways.hpp"

namespace plethos::planning {

/// The searches of a method: its `name` and `search_label`, its `Parameters`, which derive from GridParameters, the type of its
/// `Search<MemorySpace>`, and make_search() (search_traits.hpp). Search::least_bytes(cells) says what it claims at least beside the graph.
/// A method that does not take every cost has check_costs(range), one over regions abstract_graph(grid, search), and one that finds parts
/// of ways make_walks(execution, graph, agents, parameters). Errors: those of make_search().
template <class Execution, class Method>
class GridSearchesBy final : public GridSearches<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Search = typename Method::template Search<MemorySpace>;
  using Parameters = typename Method::Parameters;

  explicit GridSearchesBy(const Parameters& parameters) : parameters_(parameters) {}

  const char* name() const override { return Method::name; }
  const GridParameters& parameters() const override { return parameters_; }
  void check_costs([[maybe_unused]] const CostRange& range) const override {
    if constexpr (requires { Method::check_costs(range); }) Method::check_costs(range);
  }
  void make(const Execution& execution, const GridGraph<MemorySpace>& graph) override {
    [[maybe_unused]] const Search before = std::exchange(search_, make_search<Method>(execution, graph, parameters_, kept_));
    // What was too little memory for searches in the map of before most likely is so again.
    if constexpr (lists_ways<Search>) search_.capacity = std::max(search_.capacity, before.capacity);
    if constexpr (grows<Search>) search_.grow_as(before);
    walks_.forget();
  }
  std::uint64_t repair(const Execution& execution, const GridGraph<MemorySpace>& graph,
                       [[maybe_unused]] std::span<const CellChange> changes) override {
    std::uint64_t blocks = 0;
    if constexpr (KeepsMemory<Method, MemorySpace>) {
      search_ = Method::repair_search(execution, graph, changes, parameters_, kept_, blocks);
    } else {
      make(execution, graph);
    }
    return blocks;
  }
  void grow_fully() override {
    if constexpr (grows<Search>) search_.grow_fully();
  }
  void grow([[maybe_unused]] const WayCounts& counts) override {
    if constexpr (grows<Search>) {
      if (counts.starved > 0) search_.grow();
    }
    if constexpr (lists_ways<Search>) search_.capacity = std::max(search_.capacity, std::int64_t{counts.longest});
  }
  SlotShape shape() const override { return search_.shape(); }
  std::uint64_t bytes() const override { return search_.bytes() + kept_.bytes() + walks_.bytes(); }
  std::uint64_t least_bytes(std::int64_t cells) const override { return Search::least_bytes(cells); }
  AbstractGraph abstract_graph([[maybe_unused]] const WorldGrid& grid) const override {
    if constexpr (requires { Method::abstract_graph(grid, search_); }) {
      return Method::abstract_graph(grid, search_);
    } else {
      return {};
    }
  }
  void answer(const Execution& execution, int slots, const SearchPool<MemorySpace>& pool, const GridWays<MemorySpace>& ways,
              const Kokkos::View<const std::int32_t*, MemorySpace>& order, std::int32_t waiting) const override {
    for_each_slot<Search>(execution, Method::search_label, slots, SearchWays<MemorySpace, Search>{search_, pool, ways, order, waiting});
  }

  void claim_walks([[maybe_unused]] const Execution& execution, [[maybe_unused]] const GridGraph<MemorySpace>& graph,
                   [[maybe_unused]] std::int32_t agents) override {
    if constexpr (finds_parts<Search>) {
      if (walkers_ >= agents) return;
      // The memory of before is free for the new one.
      walks_ = {};
      walks_ = Method::make_walks(execution, graph, agents, parameters_);
      walkers_ = agents;
    }
  }
  std::vector<Counter> walk_counters() const override { return walks_.counters(); }
  void find_seekers(const Execution& execution, const GridFollowing<MemorySpace>& following,
                    const SeekerCounts<MemorySpace>& counts) const override {
    if constexpr (finds_parts<Search>) {
      find_grid_seekers(execution, following, walks_, counts);
    } else {
      GridSearches<Execution>::find_seekers(execution, following, counts);
    }
  }
  void search_for_agents(const Execution& execution, int slots, const GridFollowing<MemorySpace>& following,
                         const SearchPool<MemorySpace>& pool, const TileFrame& tiles,
                         const SeekerCounts<MemorySpace>& counts) const override {
    for_each_slot<Search>(execution, Method::search_label, slots,
                          SearchAgentWays<MemorySpace, Search>{following, search_, pool, walks_, tiles, counts});
  }

 private:
  Parameters parameters_;
  KeptBy<Method, MemorySpace> kept_;
  Search search_;
  typename WalksOf<Search>::type walks_;
  std::int32_t walkers_ = 0;  ///< agents for whom walks_ was made
};

}  // namespace plethos::planning
