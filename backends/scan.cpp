#include "backends/scan.hpp"

namespace plethos::backends {
namespace {

struct SumBlock {
  static constexpr int grain = 1;
  Integers values, block_sums;
  int count;

  void operator()(int block) const {
    const ScanRange range(block, count);
    std::int32_t sum = 0;
    for (int i = range.begin; i < range.end; ++i) sum += values(i);
    block_sums(block) = sum;
  }
};

struct ScanBlock {
  static constexpr int grain = 1;
  Integers values, block_sums;
  int count;

  void operator()(int block) const {
    const ScanRange range(block, count);
    std::int32_t sum = block_sums(block);
    for (int i = range.begin; i < range.end; ++i) {
      const std::int32_t value = values(i);
      values(i) = sum;
      sum += value;
    }
  }
};

}  // namespace

void exclusive_scan(const HostExecution& execution, const char* label, int count, const Integers& values, const Integers& block_sums) {
  const int blocks = (count + scan_block - 1) / scan_block;
  for_each(execution, label, blocks, SumBlock{values, block_sums, count});
  std::int32_t sum = 0;
  for (int block = 0; block < blocks; ++block) {
    const std::int32_t value = block_sums(block);
    block_sums(block) = sum;
    sum += value;
  }
  for_each(execution, label, blocks, ScanBlock{values, block_sums, count});
}

}  // namespace plethos::backends
