#include "backends/scan.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

PLETHOS_SCALAR_MATRIX_TEST("exclusive_scan is std::exclusive_scan") {
  Random random("exclusive scan");
  for (const int count : {0, 1, 2, 1023, 1025, 4095, 4096, 4097, 8192, 8193, 50001}) {
    CAPTURE(count);
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    for (std::int32_t& value : values) value = random.integer(0, 100);
    std::vector<std::int32_t> expected(values.size());
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
    backends::visit(backend, [&](const auto& execution) {
      using Space = typename std::decay_t<decltype(execution)>::memory_space;
      const Kokkos::View<std::int32_t*, Space> view("values", values.size());
      const Kokkos::View<std::int32_t*, Space> sums("sums", values.size() / backends::scan_block + 1);
      const auto host = Kokkos::create_mirror_view(view);
      std::copy(values.begin(), values.end(), host.data());
      copy_view(view, host);
      backends::exclusive_scan(execution, "plethos::tests::scan", count, view, sums);
      execution.fence();
      copy_view(host, view);
      CHECK(std::equal(expected.begin(), expected.end(), host.data()));
    });
  }
}

}  // namespace plethos::tests
