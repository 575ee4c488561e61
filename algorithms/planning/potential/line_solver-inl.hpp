// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_LINE_SOLVER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_LINE_SOLVER_INL
#undef PLETHOS_PLANNING_POTENTIAL_LINE_SOLVER_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_LINE_SOLVER_INL
#endif

#include "algorithms/planning/potential/line_arguments.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Lines side by side, from one on. A step of an elimination waits for the one before it. So a CPU works on a tile's lines at once, in
/// several vectors; and a thread of a device, which has one line, loads several of its cells ahead.
template <class Row>
class Lines {
 public:
  using Float = typename Row::Float;

  static constexpr int vectors = Row::width == 1 ? 1 : planning::LineGrid::tile / Row::width;
  static constexpr int count = vectors * Row::width;

  PLETHOS_FUNCTION Lines(const planning::LineArrays& arrays, const float* factors, std::int32_t line)
      : stride_(arrays.grid.stride),
        length_(arrays.grid.length),
        places_(arrays.places + arrays.grid.element(line, 0)),
        corrections_(arrays.corrections + arrays.grid.element(line, 0)),
        factors_(factors) {}

  /// Solves by Thomas' algorithm. A factor of 0 ends a run of free cells.
  PLETHOS_FUNCTION void solve() {
    for (int v = 0; v < vectors; ++v) last_[v] = Row::set(0.f);
    std::int32_t k = 0;
    for (; k + ahead <= length_; k += ahead) eliminate<ahead>(k);
    for (; k < length_; ++k) eliminate<1>(k);
    for (int v = 0; v < vectors; ++v) last_[v] = Row::set(0.f);
    for (; k >= ahead; k -= ahead) substitute<ahead>(k);
    for (; k > 0; --k) substitute<1>(k);
  }

 private:
  static constexpr int ahead = Row::width == 1 ? 8 : 1;

  PLETHOS_FUNCTION float* correction(std::int32_t k, int v) const { return corrections_ + k * stride_ + v * Row::width; }
  PLETHOS_FUNCTION Float factor(std::int32_t k, int v) const {
    return Row::gather(factors_, Row::load(places_ + k * stride_ + v * Row::width));
  }

  /// Eliminates the cells [k, k + steps).
  template <int steps>
  PLETHOS_FUNCTION void eliminate(std::int32_t k) {
    Float right[steps * vectors], factors[steps * vectors];
    for (int i = 0; i < steps * vectors; ++i) {
      right[i] = Row::load(correction(k + i / vectors, i % vectors));
      factors[i] = factor(k + i / vectors, i % vectors);
    }
    for (int i = 0; i < steps * vectors; ++i) {
      Float& last = last_[i % vectors];
      last = (right[i] + last) * factors[i];
      Row::store(last, correction(k + i / vectors, i % vectors));
    }
  }
  /// Solves for the cells [k - steps, k), from the last one on.
  template <int steps>
  PLETHOS_FUNCTION void substitute(std::int32_t k) {
    Float right[steps * vectors], factors[steps * vectors];
    for (int i = 0; i < steps * vectors; ++i) {
      right[i] = Row::load(correction(k - 1 - i / vectors, i % vectors));
      factors[i] = factor(k - 1 - i / vectors, i % vectors);
    }
    for (int i = 0; i < steps * vectors; ++i) {
      Float& last = last_[i % vectors];
      last = right[i] + factors[i] * last;
      Row::store(last, correction(k - 1 - i / vectors, i % vectors));
    }
  }

  std::int32_t stride_, length_;
  const std::int32_t* places_;
  float* corrections_;
  const float* factors_;
  Float last_[vectors];
};

/// Works on the cells or lines from a kernel's item on. Products are rounded before they are added, so that targets without a fused
/// multiply-add have the same bits.
template <class Row>
class LineKernel {
 public:
  using Float = typename Row::Float;

  PLETHOS_FUNCTION explicit LineKernel(const planning::LineArguments& arguments) : arguments_(arguments) {}

  /// The number of items that one call works on.
  template <planning::LineWork work>
  static constexpr int step =
      work == planning::LineWork::solve_columns || work == planning::LineWork::solve_rows ? Lines<Row>::count : Row::width;

  template <planning::LineWork work>
  PLETHOS_FUNCTION void at(std::int32_t item) const {
    if constexpr (work == planning::LineWork::solve_columns) {
      Lines<Row>(arguments_.columns, arguments_.factors, item).solve();
    } else if constexpr (work == planning::LineWork::solve_rows) {
      Lines<Row>(arguments_.rows, arguments_.factors, item).solve();
    } else if constexpr (work == planning::LineWork::lack) {
      lack(item);
    } else if constexpr (work == planning::LineWork::turn) {
      const std::int32_t to = turned(arguments_.columns.grid, arguments_.rows.grid, item).to;
      Row::store(load_turned(arguments_.columns, arguments_.rows.grid, item), arguments_.rows.corrections + to);
    } else {
      float* const values = arguments_.values + turned(arguments_.rows.grid, arguments_.columns.grid, item).to;
      const Float correction = load_turned(arguments_.rows, arguments_.columns.grid, item);
      Row::store(Row::load(values) + Row::set(arguments_.scale) * correction, values);
    }
  }

 private:
  struct Turned {
    std::int32_t from, to;
  };

  /// Differences of neighbors lose nothing by rounding if the values are close to each other. A sum of values less four times the cell's
  /// would lose what the residual is made of.
  PLETHOS_FUNCTION void lack(std::int32_t item) const {
    const planning::LineGrid& grid = arguments_.columns.grid;
    const std::int32_t y = item / grid.whole_lines();
    const std::int32_t place = grid.element(item - y * grid.whole_lines(), y);
    const float* const values = arguments_.values + place;
    const Float own = Row::load(values);
    const Float sides = (Row::load_unaligned(values - 1) - own) + (Row::load_unaligned(values + 1) - own);
    const Float others = (Row::load(values - grid.stride) - own) + (Row::load(values + grid.stride) - own);
    Row::store(sides + others, arguments_.columns.corrections + place);
  }

  /// Items go tile by tile, so that what is loaded across lines is in a cache when the next line of the tile is.
  static PLETHOS_FUNCTION Turned turned(const planning::LineGrid& source, const planning::LineGrid& target, std::int32_t item) {
    constexpr std::int32_t tile = planning::LineGrid::tile;
    const std::int32_t number = item / (tile * tile), tiles = target.whole_lines() / tile;
    const std::int32_t row = number / tiles;
    const std::int32_t k = row * tile + item % (tile * tile) / tile, line = (number - row * tiles) * tile + item % tile;
    return Turned{source.element(k, line), target.element(line, k)};
  }
  PLETHOS_FUNCTION Float load_turned(const planning::LineArrays& source, const planning::LineGrid& target, std::int32_t item) const {
    const float* const from = source.corrections + turned(source.grid, target, item).from;
    return Row::gather(from, Row::iota() * Row::set_int(source.grid.stride));
  }

  const planning::LineArguments& arguments_;
};

PLETHOS_KERNEL_END
#endif
