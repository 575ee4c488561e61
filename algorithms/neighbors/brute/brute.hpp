#pragma once

#include "algorithms/neighbors/brute/brute_method.hpp"
#include "algorithms/neighbors/search.hpp"

namespace plethos::neighbors {

/// Compares every working agent with every other agent. It is the reference for the other searches. Cost: the number of working agents
/// times the number of agents. Parked agents that have left the scene cost nothing.
template <class Execution>
class Brute final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Brute(const Parameters& parameters) : parameters_(parameters) {}
  void build(const Execution&, Agents<MemorySpace>&, Agents<MemorySpace>&) override {}
  void park(const Execution&, const Agents<MemorySpace>&) override {}
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return 0; }

 private:
  Parameters parameters_;
};

}  // namespace plethos::neighbors
