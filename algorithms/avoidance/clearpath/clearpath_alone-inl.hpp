// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_ALONE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_ALONE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_ALONE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_ALONE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_search-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_walls-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The regions of a lane's agents, each agent its own. `Rules` is what a method has of its own (ClearpathPublished).
template <class L, class OwnRules, int Most>
struct ClearpathTables {
  using Rules = OwnRules;
  static constexpr int capacity = Most;
  static constexpr bool together = false;
  ClearpathTable<L, Most> table;

  /// Fills the table. Returns the agents whose discs overlap something.
  PLETHOS_FUNCTION typename L::Mask fill(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Int self,
                                         const ClearpathScope<L>& scope) {
    auto overlaps = L::first_n(0);
    table.clear();
    for (int j = 0; L::any(L::less(L::set_int(j), scope.walls)); ++j) {
      const auto present = L::less(L::set_int(j), scope.walls);
      const auto index = L::gather(present, in.wall + static_cast<std::int64_t>(j) * in.stride, self);
      overlaps = overlaps | clearpath_wall<L>(in, agent, present, index, j, table);
    }
    for (int j = 0; L::any(L::less(L::set_int(j), scope.neighbors)); ++j) {
      const auto present = L::less(L::set_int(j), scope.neighbors);
      const auto index = L::gather(present, in.neighbor + static_cast<std::int64_t>(j) * in.stride, self);
      overlaps = overlaps | Rules::template neighbor<L>(in, agent, present, index, j, table);
    }
    return overlaps;
  }
  /// Returns whether a velocity lies in any region of the scope.
  PLETHOS_FUNCTION typename L::Mask forbidden(const ClearpathScope<L>& scope, const ClearpathVelocity<L>& v) const {
    return clearpath_forbidden<L>(table, scope, v);
  }
  /// Writes a value for each agent that is `done` into a column of agents.
  PLETHOS_FUNCTION static void write(typename L::Mask done, typename L::Float value, float* column, typename L::Int self) {
    L::scatter(done, value, column, self);
  }
};

/// The work of a stage in which each element of the lane is an agent of its own.
template <class L, class Rules, int Capacity>
struct ClearpathAlone : ClearpathTables<L, Rules, Capacity> {
  ClearpathScratch<L, Capacity> scratch;
  /// If true, teams do step 6: one search with all regions decides whether an agent is done, and the rest is left to a team.
  bool once = false;

  /// Returns whether agents are given up after this stage.
  PLETHOS_FUNCTION static constexpr bool stops_at(int) { return false; }
  PLETHOS_FUNCTION void search(const ClearpathScope<L>& scope, const ClearpathLimits<L>& limits, typename L::Mask active, bool grows,
                               ClearpathBest<L>& best) {
    clearpath_search<L>(this->table, scope, limits, active, grows, scratch, best);
  }
};

PLETHOS_KERNEL_END
#endif
