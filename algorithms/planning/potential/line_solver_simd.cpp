#include "algorithms/planning/potential/line_solver_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/line_solver_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/line_solver-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <planning::LineWork work>
void line_run(const planning::LineArguments& arguments, int begin, int end) {
  const LineKernel<HighwayRow> kernel(arguments);
  for (int item = begin; item < end; item += LineKernel<HighwayRow>::step<work>) kernel.at<work>(item);
}

void line_lack(const planning::LineArguments& arguments, int begin, int end) { line_run<planning::LineWork::lack>(arguments, begin, end); }
void line_solve_columns(const planning::LineArguments& arguments, int begin, int end) {
  line_run<planning::LineWork::solve_columns>(arguments, begin, end);
}
void line_turn(const planning::LineArguments& arguments, int begin, int end) { line_run<planning::LineWork::turn>(arguments, begin, end); }
void line_solve_rows(const planning::LineArguments& arguments, int begin, int end) {
  line_run<planning::LineWork::solve_rows>(arguments, begin, end);
}
void line_add(const planning::LineArguments& arguments, int begin, int end) { line_run<planning::LineWork::add>(arguments, begin, end); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(line_lack);
HWY_EXPORT(line_solve_columns);
HWY_EXPORT(line_turn);
HWY_EXPORT(line_solve_rows);
HWY_EXPORT(line_add);
}  // namespace plethos

namespace plethos::planning {

LineSimdEntry line_simd_entry(const backends::SimdTarget& target, LineWork work) {
  switch (work) {
    case LineWork::lack:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::line_lack));
    case LineWork::solve_columns:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::line_solve_columns));
    case LineWork::turn:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::line_turn));
    case LineWork::solve_rows:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::line_solve_rows));
    default:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::line_add));
  }
}

}  // namespace plethos::planning
#endif
