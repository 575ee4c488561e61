#include "backends/append.hpp"

#include <algorithm>
#include <vector>

#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Lists the items that are no multiples of three, so that threads come in groups with gaps.
template <class MemorySpace>
struct ListItems {
  Kokkos::View<std::int32_t*, MemorySpace> list;
  Kokkos::View<std::int32_t, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (i % 3 != 0) list(backends::append_place(count())) = i;
  }
};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("each item that is appended gets a place of its own, without gaps") {
  for (const int count : {0, 1, 2, 1000, 100003}) {
    CAPTURE(count);
    backends::visit(backend, [&](const auto& execution) {
      using Space = typename std::decay_t<decltype(execution)>::memory_space;
      const ListItems<Space> items{Kokkos::View<std::int32_t*, Space>("plethos::tests::list", static_cast<std::size_t>(count)),
                                   Kokkos::View<std::int32_t, Space>("plethos::tests::count")};
      backends::for_each(execution, "plethos::tests::append", count, items);
      execution.fence();
      std::int32_t listed = 0;
      Kokkos::deep_copy(listed, items.count);
      const auto list = host_view(items.list);
      std::vector<std::int32_t> found(list.data(), list.data() + listed);
      std::sort(found.begin(), found.end());
      std::vector<std::int32_t> expected;
      for (std::int32_t i = 0; i < count; ++i) {
        if (i % 3 != 0) expected.push_back(i);
      }
      CHECK(found == expected);
    });
  }
}

}  // namespace plethos::tests
