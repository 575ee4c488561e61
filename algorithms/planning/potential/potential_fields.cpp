#include "algorithms/planning/potential/potential_fields.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/planning/potential/far_tile-inl.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "backends/warp_row.hpp"
#include "core/lane/scalar_row.hpp"

namespace plethos::planning {
namespace {

constexpr float far_tolerance = 1.f / 4096;
/// A block of a device has a warp for each word of a tile's color, if it can.
constexpr int far_threads = std::min(far_words * backends::warp_size, 1024);
/// A device runs so many rounds before the host looks: always from the first turn on. Rounds without active tiles change nothing.
constexpr int rounds_together = 8 * FarState::turns;

}  // namespace

/// Says which cells of a word are free, and gives its cells the values that a solver begins with.
template <class MemorySpace>
struct FillBoard {
  GridGraph<MemorySpace> graph;
  Checkerboard board;
  PotentialValues<MemorySpace> last;
  std::int32_t field;
  bool anew;
  float* values;
  std::uint32_t* free;

  KOKKOS_FUNCTION void operator()(int word) const {
    const std::int32_t color = 32 * word / board.size;
    const std::int32_t k = 32 * word - color * board.size - Checkerboard::margin;
    std::uint32_t bits = 0;
    std::int32_t n = 2 * k + color;
    for (int bit = 0; bit < 32; ++bit, n += 2) {
      const std::int32_t y = n / board.stride - 1, x = n % board.stride;
      const bool inside = n >= 0 && x < board.width && y >= 0 && y < board.height;
      const bool passable = inside && graph.passable(y * board.width + x) != 0;
      if (passable) bits |= 1u << bit;
      values[32 * word + bit] = passable && !anew ? last.at(field, x, y).at(0) : 0.f;
    }
    free[word] = bits;
  }
};

struct FixSources {
  Checkerboard board;
  const FieldSource* sources;
  float* values;
  std::uint32_t* free;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t cell = sources[k].cell;
    const std::int32_t n = board.number(cell % board.width, cell / board.width);
    values[board.element(n)] = 1.f;
    Kokkos::atomic_and(free + board.word(n), ~board.bit(n));
  }
};

/// Copies a word of a tile's cells from a solver, and says which of them are far.
struct TakeNear {
  Checkerboard board;
  const float* values;
  const std::uint32_t* free;
  ScaledFields fields;
  std::int32_t field;
  float near;

  KOKKOS_FUNCTION void operator()(int k) const {
    constexpr Checkerboard tile_board = far_board();
    const std::int32_t word = k % far_words, color = k / far_words % 2, tile = k / (2 * far_words);
    const std::int32_t left = tile % fields.columns * potential_tile, top = tile / fields.columns * potential_tile;
    std::uint32_t far = 0;
    std::int32_t in_tile = 64 * (first_far_word + word) + color;
    for (std::int32_t bit = 0; bit < 32; ++bit, in_tile += 2) {
      const std::int32_t column = in_tile % tile_board.stride - 1, row = in_tile / tile_board.stride - 2;
      if (column < 0 || column >= potential_tile || row < 0 || row >= potential_tile) continue;
      const std::int32_t x = left + column, y = top + row;
      const bool inside = x < board.width && y < board.height;
      const std::int32_t n = inside ? board.number(x, y) : 0;
      const float value = inside ? values[board.element(n)] : 0.f;
      const bool is_free = inside && (free[board.word(n)] & board.bit(n)) != 0;
      const bool is_near = value >= (is_free ? near : least_mantissa);
      if (is_free && !is_near) far |= 1u << bit;
      const std::size_t place = fields.place(field, x, y);
      fields.mantissas[place] = is_near ? value : 0.f;
      fields.exponents[place] = is_near ? 0 : no_exponent;
    }
    fields.far[fields.words(field * fields.tiles() + tile, color) + static_cast<std::size_t>(word)] = far;
  }
};

struct WakeTiles {
  ScaledFields fields;

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::uint32_t* const words = fields.far + fields.words(item, 0);
    std::uint32_t far = 0;
    for (std::int32_t k = 0; k < 2 * far_words; ++k) far |= words[k];
    fields.keys[item] = far != 0 ? 0 : at_rest;
  }
};

/// Relaxes the tiles that are due, one after the other in each team.
struct RelaxFar {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::WideTeams<far_threads>;
  ScaledFields arguments;

  static auto simd_entry(const backends::SimdTarget& target) { return far_on_vectors(target); }

  KOKKOS_FUNCTION void operator()([[maybe_unused]] int item) const {
    KOKKOS_IF_ON_HOST((using Tile = scalar::FarTile<ScalarRow>;  //
                       if (!Tile::is_due(arguments, item, true)) return; scalar::FarTileMemory memory;
                       Tile(arguments, item, memory).relax();))
  }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    using Tile = scalar::FarTile<backends::WarpRow, backends::WarpsOfBlock>;
    auto* memory = backends::Block<Member>(member).template scratch<scalar::FarTileMemory>(1);
    const std::int32_t items = arguments.fields * arguments.tiles(), teams = member.league_size();
    for (std::int32_t first = member.league_rank(); first < items; first += backends::warp_size * teams) {
      const std::int32_t own = first + backends::warp::rank() * teams;
      // Few tiles are due. All warps look for them, so that none waits for another one.
      auto due = backends::warp::mask(own < items && Tile::is_due(arguments, own, backends::warp::of_block() == 0));
      for (; due != 0; due &= due - 1) Tile(arguments, first + countr_zero(due) * teams, *memory).relax();
    }
  }
  static constexpr std::size_t scratch() { return 64 + sizeof(scalar::FarTileMemory); }
};

template <class Execution>
std::uint64_t PotentialFields<Execution>::bytes_per_field(const GridMap& map) {
  const ScaledFields frame(map.width, map.height, 1);
  return 8 * frame.cells() + 4 * (2 * far_words + 1) * static_cast<std::uint64_t>(frame.tiles());
}

template <class Execution>
std::uint64_t PotentialFields<Execution>::bytes() const {
  return 4 * (mantissas_.size() + exponents_.size() + keys_.size() + far_.size()) + sizeof(FieldSource) * sources_.size() + solver_.bytes();
}

template <class Execution>
void PotentialFields<Execution>::make(const GridGraph<MemorySpace>& graph, std::int32_t fields, Solver solver) {
  frame_ = ScaledFields(graph.width, graph.height, fields);
  const std::size_t cells = static_cast<std::size_t>(fields) * frame_.cells();
  const auto tiles = static_cast<std::size_t>(fields * frame_.tiles());
  mantissas_ = Kokkos::View<float*, MemorySpace>("plethos::potential::mantissas", cells);
  exponents_ = Kokkos::View<std::int32_t*, MemorySpace>("plethos::potential::exponents", cells);
  far_ = Kokkos::View<std::uint32_t*, MemorySpace>("plethos::potential::far", 2 * far_words * tiles);
  keys_ = Kokkos::View<std::int32_t*, MemorySpace>("plethos::potential::keys", tiles);
  states_ = Kokkos::View<FarState*, MemorySpace>("plethos::potential::far_states", static_cast<std::size_t>(fields));
  frame_.mantissas = mantissas_.data();
  frame_.exponents = exponents_.data();
  frame_.far = far_.data();
  frame_.keys = keys_.data();
  frame_.states = states_.data();
  frame_.tolerance = far_tolerance;
  rounds_.forget();
  solver_.make(graph.width, graph.height, solver);
}

template <class Execution>
std::vector<std::uint32_t> PotentialFields<Execution>::remembered() const {
  constexpr bool host = in_host_memory<MemorySpace>;
  const std::size_t cells = mantissas_.size();
  std::vector<std::uint32_t> words(2 * cells);
  copy_bytes(words.data(), true, mantissas_.data(), host, 4 * cells);
  copy_bytes(words.data() + cells, true, exponents_.data(), host, 4 * cells);
  return words;
}

template <class Execution>
void PotentialFields<Execution>::restore(std::span<const std::uint32_t> words) {
  constexpr bool host = in_host_memory<MemorySpace>;
  const std::size_t cells = mantissas_.size();
  copy_bytes(mantissas_.data(), host, words.data(), true, 4 * cells);
  copy_bytes(exponents_.data(), host, words.data() + cells, true, 4 * cells);
}

template <class Execution>
float PotentialFields<Execution>::solve(const Execution& execution, const GridGraph<MemorySpace>& graph,
                                        std::span<const FieldSource> sources, float residual, std::int32_t most_sweeps, bool anew) {
  const auto copied = refill_view("plethos::potential::sources", sources, sources_);
  float greatest = 0;
  auto next = sources.begin();
  for (std::int32_t field = 0; field < frame_.fields; ++field) {
    const auto first = next;
    while (next != sources.end() && next->field == field) ++next;
    greatest = std::max(greatest, solve_near(execution, graph, copied.data() + (first - sources.begin()), static_cast<int>(next - first),
                                             field, residual, most_sweeps, anew));
  }
  solve_far(execution);
  done_.solved += static_cast<std::uint64_t>(frame_.fields);
  return greatest;
}

template <class Execution>
float PotentialFields<Execution>::solve_near(const Execution& execution, const GridGraph<MemorySpace>& graph, const FieldSource* sources,
                                             int source_count, std::int32_t field, float residual, std::int32_t most_sweeps, bool anew) {
  const Checkerboard& board = solver_.board();
  backends::for_each(execution, "plethos::potential::fill", static_cast<int>(board.words()),
                     FillBoard<MemorySpace>{graph, board, values(), field, anew, solver_.data(), solver_.free_words()});
  backends::for_each(execution, "plethos::potential::fix_sources", source_count,
                     FixSources{board, sources, solver_.data(), solver_.free_words()});
  const Solved solved = solver_.solve(execution, 0.25f * residual, most_sweeps);
  backends::for_each(execution, "plethos::potential::take_near", frame_.tiles() * 2 * far_words,
                     TakeNear{board, solver_.data(), solver_.free_words(), frame_, field, near});
  done_.sweeps += static_cast<std::uint64_t>(solved.sweeps);
  return solved.residual;
}

template <class Execution>
void PotentialFields<Execution>::solve_far(const Execution& execution) {
  const int rounds = backends::concurrency(execution).device ? rounds_together : 1;
  backends::for_each(execution, "plethos::potential::wake", frame_.fields * frame_.tiles(), WakeTiles{frame_});
  constexpr bool host = in_host_memory<MemorySpace>;
  std::vector<FarState> states(static_cast<std::size_t>(frame_.fields));
  execution.fence();
  copy_bytes(states_.data(), host, states.data(), true, sizeof(FarState) * states.size());
  std::int32_t turn = 0;
  const auto is_working = [&](const FarState& state) { return state.greatest[turn] > at_rest; };
  do {
    rounds_.run(execution, [&](const Execution& replayed) {
      for (int round = 0; round < rounds; ++round) relax_tiles(replayed, (turn + round) % FarState::turns);
    });
    turn = (turn + rounds) % FarState::turns;
    execution.fence();
    copy_bytes(states.data(), true, states_.data(), host, sizeof(FarState) * states.size());
    done_.rounds += static_cast<std::uint64_t>(rounds);
  } while (std::any_of(states.begin(), states.end(), is_working));
  for (const FarState& state : states) done_.tiles += static_cast<std::uint64_t>(state.worked);
}

/// Runs a round.
template <class Execution>
void PotentialFields<Execution>::relax_tiles(const Execution& execution, std::int32_t turn) const {
  const backends::Concurrency most = backends::concurrency(execution);
  const std::int32_t items = frame_.fields * frame_.tiles();
  const int teams = most.device ? std::clamp(most.threads / 1024, 1, items) : items;
  for (std::int32_t color = 0; color < 2; ++color) {
    ScaledFields now = frame_;
    now.color = color;
    now.turn = turn;
    backends::for_each_team(execution, "plethos::potential::relax_far", teams, far_threads, RelaxFar::scratch(), RelaxFar{now});
  }
}

PLETHOS_INSTANTIATE(PotentialFields);

}  // namespace plethos::planning
