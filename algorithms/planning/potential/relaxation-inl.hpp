// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_RELAXATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_RELAXATION_INL
#undef PLETHOS_PLANNING_POTENTIAL_RELAXATION_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_RELAXATION_INL
#endif

#include "algorithms/planning/potential/relaxation_arguments.hpp"
#include "core/lane/atomics-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Cells of one color, Row::width of them at a time: those at the places from k on.
template <class Row>
class CellsOfColor {
 public:
  using Float = typename Row::Float;
  using Mask = typename Row::Mask;

  PLETHOS_FUNCTION CellsOfColor(const planning::Relaxation& equation, std::int32_t color)
      : equation_(equation), own_(equation.board.own(color)), west_(equation.board.west(color)), half_(equation.board.stride / 2) {}

  /// Returns which cells are free, from bit 0 on. Bits behind those of a vector may be anything.
  PLETHOS_FUNCTION std::uint32_t free(std::int32_t k) const {
    const std::int32_t place = own_ + k;
    const std::uint32_t* const words = equation_.free + place / 32;
    const std::int32_t shift = place % 32;
    if (32 - shift >= Row::width) return words[0] >> shift;
    return words[0] >> shift | words[1] << (32 - shift);
  }
  PLETHOS_FUNCTION float* own(float* values, std::int32_t k) const { return values + own_ + k; }
  /// Returns the values that solve the cells' equations.
  PLETHOS_FUNCTION Float solved(std::int32_t k) const {
    return equation_.east == nullptr ? neighbors(k) * Row::set(0.25f) : weighted(k) * Row::load_unaligned(own(equation_.inverse, k));
  }
  /// Returns what the values lack to solve the cells' equations, times the sums of their weights. The cells must be free.
  PLETHOS_FUNCTION Float lacking(std::int32_t k) const {
    const Float value = Row::load_unaligned(own(equation_.values, k));
    if (equation_.east == nullptr) return Row::mul_add(Row::set(-4.f), value, neighbors(k));
    return weighted(k) - value / Row::load_unaligned(own(equation_.inverse, k));
  }

 private:
  PLETHOS_FUNCTION Float neighbors(std::int32_t k) const {
    const float* const west = equation_.values + west_ + k;
    const Float sides = Row::load_unaligned(west) + Row::load_unaligned(west + 1);
    return sides + (Row::load_unaligned(west - half_) + Row::load_unaligned(west + half_ + 1));
  }
  PLETHOS_FUNCTION Float weighted(std::int32_t k) const {
    const float* const west = equation_.values + west_ + k;
    Float sum = Row::load_unaligned(own(equation_.source, k));
    sum = Row::mul_add(Row::load_unaligned(equation_.east + west_ + k), Row::load_unaligned(west), sum);
    sum = Row::mul_add(Row::load_unaligned(own(equation_.east, k)), Row::load_unaligned(west + 1), sum);
    sum = Row::mul_add(Row::load_unaligned(equation_.south + west_ + k - half_), Row::load_unaligned(west - half_), sum);
    return Row::mul_add(Row::load_unaligned(own(equation_.south, k)), Row::load_unaligned(west + half_ + 1), sum);
  }

  const planning::Relaxation& equation_;
  std::int32_t own_, west_, half_;
};

/// Works on the cells of one color.
template <class Row>
class Relax {
 public:
  using Float = typename Row::Float;

  PLETHOS_FUNCTION explicit Relax(const planning::RelaxationArguments& arguments)
      : arguments_(arguments), cells_(arguments.equation, arguments.color) {}

  template <planning::RelaxationWork work>
  PLETHOS_FUNCTION void at(std::int32_t k) {
    const std::uint32_t bits = cells_.free(k);
    if (bits == 0) return;
    const auto free = Row::bits(bits);
    const Float solved = cells_.solved(k);
    float* const values = cells_.own(arguments_.equation.values, k);
    if constexpr (work == planning::RelaxationWork::relax) {
      Row::store(free, solved, values);
    } else if constexpr (work == planning::RelaxationWork::average) {
      Row::store(free, solved, cells_.own(arguments_.next, k));
    } else {
      greatest_ = Row::max(greatest_, Row::select(free, Row::abs(solved - Row::load(values)), Row::set(0.f)));
    }
  }

  /// The residuals of all calls of at().
  PLETHOS_FUNCTION Float greatest() const { return greatest_; }

 private:
  const planning::RelaxationArguments& arguments_;
  CellsOfColor<Row> cells_;
  Float greatest_ = Row::set(0.f);
};

PLETHOS_KERNEL_END
#endif
