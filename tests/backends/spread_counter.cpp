#include "backends/spread_counter.hpp"

#include "backends/execution.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

template <class MemorySpace>
struct AddItems {
  backends::SpreadCounter<MemorySpace> sum;

  KOKKOS_FUNCTION void operator()(int i) const { sum.add(i, static_cast<std::uint64_t>(i) << 20); }
};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("a spread counter's value is the sum of all that was added") {
  for (const int count : {0, 1, 257, 100000}) {
    CAPTURE(count);
    backends::visit(backend, [&](const auto& execution) {
      using Space = typename std::decay_t<decltype(execution)>::memory_space;
      const backends::SpreadCounter<Space> sum("plethos::tests::sum");
      backends::for_each(execution, "plethos::tests::add", count, AddItems<Space>{sum});
      execution.fence();
      CHECK(sum.value() == (static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(count > 0 ? count - 1 : 0) / 2) << 20);
    });
  }
}

}  // namespace plethos::tests
