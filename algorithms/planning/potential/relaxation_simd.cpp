#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/relaxation_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>

#include "algorithms/planning/potential/transfer-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void note_greatest(HighwayRow::Float residuals, std::int32_t& greatest) {
  HWY_ALIGN float each[HighwayRow::width];
  HighwayRow::store(residuals, each);
  float most = 0;
  for (const float residual : each) most = residual > most ? residual : most;
  atomic_greatest(greatest, std::bit_cast<std::int32_t>(most));
}

template <planning::RelaxationWork work>
PLETHOS_FUNCTION void relax_on_vectors(const planning::RelaxationArguments& arguments, int begin, int end) {
  Relax<HighwayRow> relax(arguments);
  for (int k = begin; k < end; k += HighwayRow::width) relax.at<work>(arguments.equation.board.first + k);
  if constexpr (work == planning::RelaxationWork::measure) note_greatest(relax.greatest(), *arguments.greatest);
}
template <planning::TransferWork work>
PLETHOS_FUNCTION void transfer_on_vectors(const planning::TransferArguments& arguments, int begin, int end) {
  GridTransfer<HighwayRow> transfer(arguments);
  for (int item = begin; item < end; item += HighwayRow::width) transfer.at<work>(item);
  if (work == planning::TransferWork::restrict && arguments.greatest != nullptr) {
    note_greatest(HighwayRow::set(0.25f) * transfer.greatest(), *arguments.greatest);
  }
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, RelaxationArguments, relax_on_vectors, planning::RelaxationWork::relax);
PLETHOS_SIMD_ENTRY(planning, RelaxationArguments, relax_on_vectors, planning::RelaxationWork::average);
PLETHOS_SIMD_ENTRY(planning, RelaxationArguments, relax_on_vectors, planning::RelaxationWork::measure);
PLETHOS_SIMD_ENTRY(planning, TransferArguments, transfer_on_vectors, planning::TransferWork::restrict);
PLETHOS_SIMD_ENTRY(planning, TransferArguments, transfer_on_vectors, planning::TransferWork::correct);
