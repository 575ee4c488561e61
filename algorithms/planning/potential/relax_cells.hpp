#pragma once

#include <bit>

#include "algorithms/planning/potential/transfer-inl.hpp"
#include "backends/execution.hpp"
#include "backends/relaxed_load.hpp"
#include "core/lane/scalar_row.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// Keeps the greatest residual.
KOKKOS_INLINE_FUNCTION void note_residual(std::int32_t& greatest, float residual) {
  const auto bits = Kokkos::bit_cast<std::int32_t>(residual);
  if (bits > backends::relaxed_load(greatest)) scalar::atomic_greatest(greatest, bits);
}

/// Works on the cell of a color at each place.
template <RelaxationWork work>
struct RelaxCells {
  RelaxationArguments arguments;

  static auto simd_entry(const backends::SimdTarget& target) { return relax_on_vectors<work>(target); }

  KOKKOS_FUNCTION void operator()(int k) const {
    scalar::Relax<ScalarRow> relax(arguments);
    relax.template at<work>(arguments.equation.board.first + k);
    if constexpr (work == RelaxationWork::measure) note_residual(*arguments.greatest, relax.greatest());
  }
};

/// Works on a coarse grid's cell, and the finer grid's cells in it.
template <TransferWork work>
struct TransferCells {
  TransferArguments arguments;

  static auto simd_entry(const backends::SimdTarget& target) { return transfer_on_vectors<work>(target); }

  KOKKOS_FUNCTION void operator()(int item) const {
    scalar::GridTransfer<ScalarRow> transfer(arguments);
    transfer.template at<work>(item);
    if (work == TransferWork::restrict && arguments.greatest != nullptr) note_residual(*arguments.greatest, 0.25f * transfer.greatest());
  }
};

template <TransferWork work, class Execution>
void transfer_cells(const Execution& execution, const char* label, const TransferArguments& arguments) {
  backends::for_each(execution, label, arguments.items(), TransferCells<work>{arguments});
}

template <RelaxationWork work, class Execution>
void relax_cells(const Execution& execution, const char* label, const RelaxationArguments& arguments) {
  const Checkerboard& board = arguments.equation.board;
  backends::for_each(execution, label, board.end - board.first, RelaxCells<work>{arguments});
}

/// Relaxes each color once, beginning with `first_color`.
template <class Execution>
void relax_both_colors(const Execution& execution, const Relaxation& equation, std::int32_t first_color = 0) {
  relax_cells<RelaxationWork::relax>(execution, "plethos::potential::relax", {equation, first_color});
  relax_cells<RelaxationWork::relax>(execution, "plethos::potential::relax", {equation, 1 - first_color});
}

// The greatest residual so far is a View<std::int32_t>, as RelaxationArguments::greatest.

template <class Execution, class View>
void clear_residual(const Execution& execution, const View& greatest) {
  execution.fence();
  set_element(greatest, 0);
}
template <class Execution, class View>
float read_residual(const Execution& execution, const View& greatest) {
  execution.fence();
  return std::bit_cast<float>(element(greatest));
}

/// Returns the greatest residual of all cells. Waits.
template <class Execution, class View>
float greatest_residual(const Execution& execution, const Relaxation& equation, const View& greatest) {
  clear_residual(execution, greatest);
  for (std::int32_t color = 0; color < 2; ++color) {
    relax_cells<RelaxationWork::measure>(execution, "plethos::potential::measure", {equation, color, nullptr, greatest.data()});
  }
  return read_residual(execution, greatest);
}

}  // namespace plethos::planning
