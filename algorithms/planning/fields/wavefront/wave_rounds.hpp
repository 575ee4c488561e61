#pragma once

#include <algorithm>

#include "algorithms/planning/fields/wavefront/wave_kernel-inl.hpp"
#include "backends/teams.hpp"
#include "backends/warp_row.hpp"
#include "core/lane/scalar_row.hpp"

namespace plethos::planning {

/// Takes note that values of a tile have changed.
KOKKOS_INLINE_FUNCTION void note_changed(const WaveArguments& arguments, std::int32_t item) {
  if (arguments.changed != nullptr) backends::relaxed_store(arguments.changed[item], arguments.turn);
}

/// A device has some warps for an eikonal tile: while values are lowered, few of its diagonals wait at a time, but for long.
template <WaveWork work, TileKind kind>
inline constexpr bool takes_block = work == WaveWork::relax&& kind == TileKind::eikonal;
/// The threads of its block. With few fields a device has room for all tiles, and a round takes as long as one of them; with many, smaller
/// blocks do more together.
inline constexpr int wave_threads_of_few = 512, wave_threads_of_many = 256, few_wave_fields = 2;

/// The memory that they share lets fewer teams of some kinds run together.
template <WaveWork work, TileKind kind, int threads>
using WaveBounds = std::conditional_t<takes_block<work, kind>, backends::Tuning::WideTeams<threads>,
                                      std::conditional_t<kind == TileKind::steps, backends::Tuning::Tiles, backends::Tuning::WideTiles>>;

/// Works on the tiles of a round, one after the other in each team. Each kind of tile has kernels of its own, which need fewer registers.
template <WaveWork work, TileKind kind, int threads>
struct RunRound {
  static constexpr int grain = 16;
  using launch_bounds = WaveBounds<work, kind, threads>;
  static constexpr bool by_block = takes_block<work, kind>;
  using Team = std::conditional_t<by_block, backends::WarpsOfBlock, scalar::LoneRow<backends::WarpRow>>;
  WaveArguments arguments;

  static auto simd_entry(const backends::SimdTarget& target) { return wave_on_vectors<work, kind>(target); }

  KOKKOS_FUNCTION void operator()([[maybe_unused]] int k) const {
    KOKKOS_IF_ON_HOST((scalar::with_tile_type<ScalarRow, kind>(arguments, [&](auto type) {
                         using Round = scalar::WaveRound<typename decltype(type)::Tile>;
                         typename Round::Memory memory;
                         Round round(arguments, memory);
                         round.template take<work>(k);
                         round.end();
                       });))
  }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    scalar::with_tile_type<backends::WarpRow, kind, Team>(arguments, [&](auto type) {
      using Tile = typename decltype(type)::Tile;
      using Round = scalar::WaveRound<Tile>;
      auto* memory = backends::Block<Member>(member).template scratch<typename Round::Memory>(1);
      if constexpr (by_block) {
        if (Team::rank() > 0) return Tile::help(arguments, *memory);
      }
      Round round(arguments, *memory);
      const WaveState& state = *arguments.state;
      const std::int32_t count = work == WaveWork::sweep || work == WaveWork::find_changed
                                     ? arguments.fields * arguments.columns * arguments.rows
                                 : work == WaveWork::find_lowered ? state.raised
                                                                  : state.listed[state.round & 1];
      for (std::int32_t k = member.league_rank(); k < count; k += member.league_size()) round.template take<work>(k);
      round.end();
      if constexpr (by_block) Tile::dismiss(*memory);
    });
  }
  /// The memory that a team shares.
  KOKKOS_FUNCTION std::size_t scratch() const {
    std::size_t bytes = 0;
    scalar::with_tile_type<backends::WarpRow, kind, Team>(arguments,
                                                          [&](auto type) { bytes = sizeof(typename decltype(type)::Tile::Memory); });
    return 64 + bytes;
  }
};

/// Ends a round, and says what the next one takes.
struct EndRound {
  WaveArguments arguments;
  std::int32_t step;  ///< how far the threshold lies before what is settled; 0: rounds that leave no tile for later

  KOKKOS_FUNCTION void operator()(int) const {
    WaveState& state = *arguments.state;
    state.listed[state.round & 1] = 0;
    ++state.round;
    if (step > 0) {
      state.settled = state.listed[state.round & 1] > 0 ? state.least : unreached;
      state.threshold = Kokkos::max(state.threshold, state.settled < unreached - step ? state.settled + step : unreached);
    }
    state.least = unreached;
  }
};

template <WaveWork work, TileKind kind, int members = backends::warp_size, class Execution>
void run_round_of(const Execution& execution, const char* label, std::int32_t tiles, const WaveArguments& arguments) {
  const RunRound<work, kind, members> round{arguments};
  if (backends::concurrency(execution).device) {
    const int teams = backends::concurrency(execution).threads / std::max(members, 4 * backends::warp_size);
    backends::for_each_team(execution, label, std::max(1, std::min(tiles, teams)), members, round.scratch(), round);
  } else {
    backends::for_each_team(execution, label, tiles, members, 0, round);
  }
}
/// Runs a round over the tiles that `state` says are listed; on a device, over as many as there will be.
template <WaveWork work, class Execution>
void run_round(const Execution& execution, const char* label, std::int32_t tiles, const WaveArguments& arguments) {
  if constexpr (work == WaveWork::find_changed || work == WaveWork::refine) {
    run_round_of<work, TileKind::second_order>(execution, label, tiles, arguments);
  } else if (arguments.metric == Metric::eikonal) {
    if constexpr (!takes_block<work, TileKind::eikonal>) {
      run_round_of<work, TileKind::eikonal>(execution, label, tiles, arguments);
    } else if (arguments.fields <= few_wave_fields) {
      run_round_of<work, TileKind::eikonal, wave_threads_of_few>(execution, label, tiles, arguments);
    } else {
      run_round_of<work, TileKind::eikonal, wave_threads_of_many>(execution, label, tiles, arguments);
    }
  } else {
    run_round_of<work, TileKind::steps>(execution, label, tiles, arguments);
  }
}

/// Returns the length of so many tiles.
inline std::int32_t length_of_tiles(std::int32_t tiles, const WaveArguments& arguments, std::uint32_t cheapest) {
  return static_cast<std::int32_t>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(tiles * wave_tile_side) * static_cast<std::uint64_t>(arguments.unit) * cheapest, unreached / 4));
}

}  // namespace plethos::planning
