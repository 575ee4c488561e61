#include "backends/backend.hpp"

#include <algorithm>
#include <string>

#include "backends/check.hpp"
#include "backends/device_facts.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns the message of the error that making a backend ends with.
std::string message_of(const backends::BackendOptions& options) {
  return input_error([&] { backends::make_backend(options); });
}

}  // namespace

TEST_CASE("all four backends are registered") {
  const std::vector<std::string> names = backends::backend_names();
  for (const char* name : {"serial", "openmp", "tbb", "cuda"}) CHECK(std::count(names.begin(), names.end(), name) == 1);
  CHECK(names.size() == 4);
}

TEST_CASE("a misspelt backend or lane is answered with the nearest name") {
  CHECK(contains(message_of({"opnmp", "simd", 0}), "did you mean 'openmp'?"));
  CHECK(contains(message_of({"quantum", "simd", 0}), "known: serial, openmp, tbb"));
  CHECK(contains(message_of({"serial", "scalr", 0}), "did you mean 'scalar'?"));
  CHECK(contains(message_of({"tbb", "", 0}), "unknown lanes"));
  CHECK_THROWS_AS(backends::why_unavailable("opnmp"), InputError);
}

TEST_CASE("impossible thread counts are the user's mistake") {
  CHECK(contains(message_of({"openmp", "simd", -1}), "expected 0 (all) to 512 with openmp"));
  CHECK(contains(message_of({"tbb", "simd", 1000000}), "found 1000000"));
  // Kokkos' pool has 512 places, and does not check.
  CHECK(contains(message_of({"openmp", "simd", 513}), "found 513"));
  CHECK(contains(message_of({"serial", "simd", 2}), "found 2, expected 0 or 1 with serial"));
  CHECK_NOTHROW(backends::check({"openmp", "simd", 512}));
  CHECK_NOTHROW(backends::check({"tbb", "simd", 4096}));
}

TEST_CASE("unknown schedules and impossible grains are the user's mistake") {
  CHECK(contains(message_of({"openmp", "simd", 0, "statc"}), "did you mean 'static'?"));
  CHECK(contains(message_of({"tbb", "simd", 0, "auto", -1}), "--grain: found -1, expected 0 to 1048576"));
}

TEST_CASE("cuda is the user's mistake in a CPU build, and takes no vector target in a CUDA build") {
  if (!backends::built_with_device()) {
    CHECK(contains(message_of({"cuda", "simd", 0}), "this build has no cuda backend"));
  } else if (backends::why_unavailable("cuda").empty()) {
    CHECK(contains(message_of({"cuda", "avx2", 0}), "expected scalar"));
  }
}

TEST_CASE("exit codes tell the user's mistakes from the machine's") {
  CHECK(InputError("").exit_code() == 2);
  CHECK(MachineError("").exit_code() == 3);
}

PLETHOS_MATRIX_TEST("a backend is what was asked for") {
  CHECK_FALSE(backend.device.empty());
  CHECK(backend.lane_width() >= 1);
  if (backend.lanes() == "scalar") CHECK(backend.lane_width() == 1);
  if (backend.lanes() == "sse4") CHECK_FALSE(backend.same_bits());
  if (backend.lanes() == "avx2" || backend.lanes() == "avx512" || backend.lanes() == "scalar") CHECK(backend.same_bits());
  const backends::Memory memory = backends::memory(backend);
  CHECK(memory.free > 0);
  CHECK(memory.free <= memory.total);
}

TEST_CASE("thread counts are kept") {
  for (const char* name : {"openmp", "tbb"}) {
    for (const int threads : {1, 2, 3}) {
      CAPTURE(name);
      const backends::Backend backend = backends::make_backend({name, "scalar", threads});
      CHECK(backend.threads == threads);
      CHECK(backend.scheduler->threads() == threads);
    }
    CHECK(backends::make_backend({name, "scalar", 0}).threads >= 1);
  }
  for (const int threads : {0, 1}) CHECK(backends::make_backend({"serial", "scalar", threads}).threads == 1);
}

TEST_CASE("simd is the widest target that keeps the bits") {
  const backends::Backend backend = backends::make_backend({"serial", "simd", 0});
  CHECK(backend.same_bits());
  for (const backends::SimdTarget& target : backends::simd_targets()) {
    if (target.fused_multiply_add) CHECK(backend.lane_width() >= target.lanes);
  }
}

}  // namespace plethos::tests
