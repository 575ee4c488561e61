#include "backends/out_of_memory.hpp"

#include <Kokkos_Core.hpp>
#include <new>
#include <stdexcept>

#include "backends/execution.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool ends_at_huge_requests = true;
#else
constexpr bool ends_at_huge_requests = false;
#endif

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("memory that a backend cannot give is told from other failures" * doctest::skip(ends_at_huge_requests)) {
  backends::visit(backend, [](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    bool thrown = false;
    try {
      const Kokkos::View<char*, Space> view(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::tests::too_much"),
                                            std::size_t{1} << 50);
    } catch (const std::exception& error) {
      thrown = true;
      CAPTURE(error.what());
      CHECK(backends::is_out_of_memory(error));
    }
    CHECK(thrown);
  });
}

TEST_CASE("only a lack of memory is one") {
  CHECK(backends::is_out_of_memory(std::bad_alloc()));
  CHECK_FALSE(backends::is_out_of_memory(std::runtime_error("Kokkos ERROR: requested too much L0 scratch memory")));
  CHECK_FALSE(backends::is_out_of_memory(std::runtime_error("the roadmap failed to allocate hope")));
  CHECK_FALSE(backends::is_out_of_memory(std::logic_error("a backend without a scheduler")));
}

}  // namespace plethos::tests
