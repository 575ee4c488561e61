#include "core/lane/scalar_lane.hpp"

#include <bit>

#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/core/lane/lane_checks-inl.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

TEST_CASE("every operation of the scalar lane is plain C++") {
  const LaneReport report = scalar::LaneChecks<ScalarLane>(seed(), true).run();
  CHECK(report.checks > 50000);
  for (const std::string& failure : report.failures) FAIL_CHECK(failure);
}

constexpr int lane_operations = 12;

/// Computes the operations that IEEE 754 defines, on three columns of operands.
template <class MemorySpace>
struct LaneOperations {
  Kokkos::View<float* [3], MemorySpace> operands;
  Kokkos::View<float* [lane_operations], MemorySpace> results;

  KOKKOS_FUNCTION void operator()(int i) const {
    using L = ScalarLane;
    const float a = operands(i, 0);
    const float b = operands(i, 1);
    const float c = operands(i, 2);
    results(i, 0) = a + b;
    results(i, 1) = a - b;
    results(i, 2) = a * b;
    results(i, 3) = a / b;
    results(i, 4) = L::sqrt(a);
    results(i, 5) = L::mul_add(a, b, c);
    results(i, 6) = L::mul_sub(a, b, c);
    results(i, 7) = L::neg_mul_add(a, b, c);
    results(i, 8) = L::min(a, b);
    results(i, 9) = L::max(a, b);
    results(i, 10) = L::abs(a);
    // This must be rounded twice.
    results(i, 11) = a * b + c;
  }
};

PLETHOS_SCALAR_MATRIX_TEST("arithmetic has the same bits on every device, denormals and zeros included") {
  Random random("lane operations");
  constexpr int count = 20000;
  Kokkos::View<float* [3], Kokkos::HostSpace> operands("operands", count);
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) {
      const float special[] = {0.f, -0.f, 1e-40f, -1e-45f, INFINITY, 3e38f, 1.f};
      operands(i, k) = random.once_in(4) ? special[random.integer(0, 6)] : std::bit_cast<float>(random.word());
    }
  }
  Kokkos::View<float* [lane_operations], Kokkos::HostSpace> results("results", count);
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    LaneOperations<Space> kernel{Kokkos::View<float* [3], Space>("operands", count),
                                 Kokkos::View<float* [lane_operations], Space>("results", count)};
    const auto in = Kokkos::create_mirror_view(kernel.operands);
    const auto out = Kokkos::create_mirror_view(kernel.results);
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) in(i, k) = operands(i, k);
    }
    copy_view(kernel.operands, in);
    backends::for_each(execution, "plethos::tests::lane_operations", count, kernel);
    execution.fence();
    copy_view(out, kernel.results);
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < lane_operations; ++k) results(i, k) = out(i, k);
    }
  });
  LaneReport report;
  for (int i = 0; i < count; ++i) {
    const float a = operands(i, 0);
    const float b = operands(i, 1);
    const float c = operands(i, 2);
    const float product = a * b;
    const float expected[lane_operations] = {
        a + b,         a - b,         a * b,        a / b,      std::sqrt(a), std::fma(a, b, c), std::fma(a, b, -c), std::fma(-a, b, c),
        a < b ? a : b, a > b ? a : b, std::fabs(a), product + c};
    const char* names[lane_operations] = {"+",       "-",           "*",   "/",   "sqrt", "mul_add",
                                          "mul_sub", "neg_mul_add", "min", "max", "abs",  "a * b + c"};
    for (int k = 0; k < lane_operations; ++k) report.expect(names[k], results(i, k), expected[k]);
  }
  for (const std::string& failure : report.failures) FAIL_CHECK(failure);
}

}  // namespace plethos::tests
