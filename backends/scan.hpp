#pragma once

#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::backends {

/// One block of a scan sums up this many items.
inline constexpr int scan_block = 4096;

/// The items of one block of a scan over `count`.
struct ScanRange {
  int begin, end;

  KOKKOS_INLINE_FUNCTION ScanRange(int block, int count)
      : begin(block * scan_block), end(begin + scan_block < count ? begin + scan_block : count) {}
};

/// Replaces values[i] by values[0] + ... + values[i - 1], for i in [0, count). `block_sums` holds count / scan_block + 1 elements. Cost:
/// linear.
using Integers = Kokkos::View<std::int32_t*, Kokkos::HostSpace>;
void exclusive_scan(const HostExecution& execution, const char* label, int count, const Integers& values, const Integers& block_sums);

/// Computes the exclusive scan of values[begin .. end) by a team, and adds `sum` to each element. Each thread takes one run of neighboring
/// elements.
template <class Member, class View>
KOKKOS_FUNCTION void scan_by_team(const Member& team, const View& values, int begin, int end, std::int32_t sum) {
  const int run = (end - begin + team.team_size() - 1) / team.team_size();
  const int first = begin + team.team_rank() * run;
  const int last = first + run < end ? first + run : end;
  std::int32_t own = 0;
  for (int i = first; i < last; ++i) own += values(i);
  std::int32_t before = sum + team.team_scan(own);
  for (int i = first; i < last; ++i) {
    const std::int32_t value = values(i);
    values(i) = before;
    before += value;
  }
}

template <class View>
struct SumBlocks {
  View values, block_sums;
  int count;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const ScanRange range(team.league_rank(), count);
    std::int32_t sum = 0;
    for (int i = range.begin + team.team_rank(); i < range.end; i += team.team_size()) sum += values(i);
    team.team_reduce(Kokkos::Sum<std::int32_t>(sum));
    if (team.team_rank() == 0) block_sums(team.league_rank()) = sum;
  }
};

template <class View>
struct ScanAtOnce {
  View values;
  int count;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    scan_by_team(team, values, 0, count, 0);
  }
};

template <class View>
struct ScanBlocks {
  View values, block_sums;
  int count;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const ScanRange range(team.league_rank(), count);
    scan_by_team(team, values, range.begin, range.end, block_sums(team.league_rank()));
  }
};

/// Does the same on a device. Kokkos' own parallel_scan cannot be recorded.
template <class Space, class View>
void exclusive_scan(const DeviceExecution<Space>& execution, const char* label, int count, const View& values, const View& block_sums) {
  const auto teams = [&](int league, int threads) { return Kokkos::TeamPolicy<Space>(execution.space, league, threads); };
  if (count <= 0) return;
  // One launch is faster than three as long as one team's runs are short.
  if (count <= 2 * scan_block) return launch(execution, label, teams(1, 1024), ScanAtOnce<View>{values, count});
  const int blocks = (count + scan_block - 1) / scan_block;
  launch(execution, label, teams(blocks, 512), SumBlocks<View>{values, block_sums, count});
  launch(execution, label, teams(1, 1024), ScanAtOnce<View>{block_sums, blocks});
  launch(execution, label, teams(blocks, 512), ScanBlocks<View>{values, block_sums, count});
}

/// Replaces numbers of items by the places where they begin when all lie one after the other. There is at least one number, and together
/// they are below 2^31. The last number is none: it is replaced by the number of all items, which is returned. `block_sums` is as for
/// exclusive_scan(). Waits.
template <class Execution, class View>
std::int32_t places_of_counts(const Execution& execution, const char* label, const View& counts, const View& block_sums) {
  exclusive_scan(execution, label, static_cast<int>(counts.size()), counts, block_sums);
  execution.fence();
  return element(counts, counts.size() - 1);
}

}  // namespace plethos::backends
