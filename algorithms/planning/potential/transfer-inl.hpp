// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_TRANSFER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_TRANSFER_INL
#undef PLETHOS_PLANNING_POTENTIAL_TRANSFER_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_TRANSFER_INL
#endif

#include "algorithms/planning/potential/relaxation-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Works on the cells of a coarse grid, Row::width of a row at a time, and on the two times two cells of the finer grid in each. Of these,
/// the left ones have one color and the right ones the other, and either lie beside each other in memory.
template <class Row>
class GridTransfer {
 public:
  using Float = typename Row::Float;
  using Int = typename Row::Int;
  using Mask = typename Row::Mask;

  PLETHOS_FUNCTION explicit GridTransfer(const planning::TransferArguments& arguments) : arguments_(arguments) {}

  template <planning::TransferWork work>
  PLETHOS_FUNCTION void at(std::int32_t item) {
    const std::int32_t y = item / arguments_.columns, x = item - y * arguments_.columns;
    const std::int32_t left = coarse().width - x;
    if (left <= 0) return;
    if constexpr (work == planning::TransferWork::restrict) {
      restrict_to(x, y, Row::first_n(left));
    } else {
      correct_from(x, y, Row::first_n(left));
    }
  }

  /// The residuals of all calls.
  PLETHOS_FUNCTION Float greatest() const { return greatest_; }

 private:
  PLETHOS_FUNCTION const planning::Checkerboard& fine() const { return arguments_.fine.equation.board; }
  PLETHOS_FUNCTION const planning::Checkerboard& coarse() const { return arguments_.coarse.equation.board; }

  PLETHOS_FUNCTION void restrict_to(std::int32_t x, std::int32_t y, Mask inside) {
    const planning::Relaxation& equation = arguments_.fine.equation;
    Float sum = Row::set(0.f), greatest = Row::set(0.f);
    for (std::int32_t row = 2 * y; row < 2 * y + 2 && row < fine().height; ++row) {
      for (std::int32_t right = 0; right < 2; ++right) {
        const std::int32_t n = fine().number(2 * x + right, row);
        const CellsOfColor<Row> cells(equation, n & 1);
        const Mask free = Row::bits(cells.free(n / 2)) & inside;
        const Float lacking = Row::select(free, cells.lacking(n / 2), Row::set(0.f));
        sum = sum + lacking;
        greatest = Row::max(greatest, Row::abs(lacking));
      }
    }
    greatest_ = Row::max(greatest_, greatest);
    const std::int32_t n = coarse().number(x, y);
    const Int places = alternating(n);
    Row::scatter(inside, sum, arguments_.coarse.equation.source, places);
    Row::scatter(inside, Row::set(0.f), arguments_.coarse.equation.values, places);
  }

  /// Interpolates between the cell around and the two next to it.
  PLETHOS_FUNCTION void correct_from(std::int32_t x, std::int32_t y, Mask inside) {
    const std::int32_t n = coarse().number(x, y);
    const Float twice = Row::set(2.f) * values(n, inside);
    const Float beside[2] = {values(n - 1, inside), values(n + 1, inside)};
    for (std::int32_t below = 0; below < 2; ++below) {
      const std::int32_t row = 2 * y + below;
      if (row >= fine().height) continue;
      const Float next = values(below == 0 ? n - coarse().stride : n + coarse().stride, inside);
      for (std::int32_t right = 0; right < 2; ++right) {
        const std::int32_t m = fine().number(2 * x + right, row);
        const CellsOfColor<Row> cells(arguments_.fine.equation, m & 1);
        float* const own = cells.own(arguments_.fine.equation.values, m / 2);
        const Float sum = twice + (beside[right] + next);
        Row::store(Row::bits(cells.free(m / 2)) & inside, Row::mul_add(Row::set(0.25f), sum, Row::load_unaligned(own)), own);
      }
    }
  }

  /// Returns where the coarse cells from number n on lie, whose colors alternate.
  PLETHOS_FUNCTION Int alternating(std::int32_t n) const {
    const std::int32_t own = coarse().element(n), other = coarse().element(n + 1);
    if constexpr (Row::width == 1) {
      static_cast<void>(other);
      return Row::set_int(own);
    } else {
      const Int i = Row::iota(), half = Row::half(i);
      const Int odd = i - (half + half);
      return Row::set_int(own) + half + odd * Row::set_int(other - own);
    }
  }
  PLETHOS_FUNCTION Float values(std::int32_t n, Mask inside) const {
    return Row::gather(inside, static_cast<const float*>(arguments_.coarse.equation.values), alternating(n));
  }

  const planning::TransferArguments& arguments_;
  Float greatest_ = Row::set(0.f);
};

PLETHOS_KERNEL_END
#endif
