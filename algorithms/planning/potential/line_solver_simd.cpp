#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/line_solver_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/line_solver-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <planning::LineWork work>
PLETHOS_FUNCTION void lines_on_vectors(const planning::LineArguments& arguments, int begin, int end) {
  const LineKernel<HighwayRow> kernel(arguments);
  for (int item = begin; item < end; item += LineKernel<HighwayRow>::step<work>) kernel.at<work>(item);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, LineArguments, lines_on_vectors, planning::LineWork::lack);
PLETHOS_SIMD_ENTRY(planning, LineArguments, lines_on_vectors, planning::LineWork::solve_columns);
PLETHOS_SIMD_ENTRY(planning, LineArguments, lines_on_vectors, planning::LineWork::turn);
PLETHOS_SIMD_ENTRY(planning, LineArguments, lines_on_vectors, planning::LineWork::solve_rows);
PLETHOS_SIMD_ENTRY(planning, LineArguments, lines_on_vectors, planning::LineWork::add);
