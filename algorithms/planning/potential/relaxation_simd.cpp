#include "algorithms/planning/potential/relaxation_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/relaxation_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>

#include "algorithms/planning/potential/transfer-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

void note_greatest(HighwayRow::Float residuals, std::int32_t& greatest) {
  HWY_ALIGN float each[HighwayRow::width];
  HighwayRow::store(residuals, each);
  float most = 0;
  for (const float residual : each) most = residual > most ? residual : most;
  atomic_greatest(greatest, std::bit_cast<std::int32_t>(most));
}

template <planning::RelaxationWork work>
void relaxation_run(const planning::RelaxationArguments& arguments, int begin, int end) {
  Relax<HighwayRow> relax(arguments);
  for (int k = begin; k < end; k += HighwayRow::width) relax.at<work>(arguments.equation.board.first + k);
  if constexpr (work == planning::RelaxationWork::measure) note_greatest(relax.greatest(), *arguments.greatest);
}
template <planning::TransferWork work>
void transfer_run(const planning::TransferArguments& arguments, int begin, int end) {
  GridTransfer<HighwayRow> transfer(arguments);
  for (int item = begin; item < end; item += HighwayRow::width) transfer.at<work>(item);
  if (work == planning::TransferWork::restrict && arguments.greatest != nullptr) {
    note_greatest(HighwayRow::set(0.25f) * transfer.greatest(), *arguments.greatest);
  }
}

void relaxation_relax(const planning::RelaxationArguments& arguments, int begin, int end) {
  relaxation_run<planning::RelaxationWork::relax>(arguments, begin, end);
}
void relaxation_average(const planning::RelaxationArguments& arguments, int begin, int end) {
  relaxation_run<planning::RelaxationWork::average>(arguments, begin, end);
}
void relaxation_measure(const planning::RelaxationArguments& arguments, int begin, int end) {
  relaxation_run<planning::RelaxationWork::measure>(arguments, begin, end);
}
void transfer_restrict(const planning::TransferArguments& arguments, int begin, int end) {
  transfer_run<planning::TransferWork::restrict>(arguments, begin, end);
}
void transfer_correct(const planning::TransferArguments& arguments, int begin, int end) {
  transfer_run<planning::TransferWork::correct>(arguments, begin, end);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(relaxation_relax);
HWY_EXPORT(relaxation_average);
HWY_EXPORT(relaxation_measure);
HWY_EXPORT(transfer_restrict);
HWY_EXPORT(transfer_correct);
}  // namespace plethos

namespace plethos::planning {

RelaxationSimdEntry relaxation_simd_entry(const backends::SimdTarget& target, RelaxationWork work) {
  switch (work) {
    case RelaxationWork::relax:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::relaxation_relax));
    case RelaxationWork::average:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::relaxation_average));
    default:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::relaxation_measure));
  }
}

TransferSimdEntry transfer_simd_entry(const backends::SimdTarget& target, TransferWork work) {
  if (work == TransferWork::restrict) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::transfer_restrict));
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::transfer_correct));
}

}  // namespace plethos::planning
#endif
