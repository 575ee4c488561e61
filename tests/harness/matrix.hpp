#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace plethos::tests {

/// Returns the execution spaces, lane targets and thread counts of the build and the machine: all lanes with serial and with two threads of
/// a pool, whose one thread has scalar lanes; with ThreadSanitizer only two threads. The first is the plainest.
const std::vector<backends::BackendOptions>& all_configurations();

/// Returns the configurations with scalar lanes only, for code without a vector form.
const std::vector<backends::BackendOptions>& scalar_configurations();

/// Returns the backend that the others are compared with.
inline backends::Backend plainest_backend() { return backends::make_backend({"serial", "scalar", 1}); }

/// Returns one thread with the widest lanes.
inline backends::Backend widest_backend() { return backends::make_backend({"serial", "simd", 1}); }

/// Returns a text such as "openmp avx2, 2 threads".
std::string name_of(const backends::BackendOptions& options);

/// Calls test(backend) once in each pass of a test case, each time with the next configuration; a failure names it.
using MatrixTest = void (*)(const backends::Backend& backend);
void for_each_configuration(const std::vector<backends::BackendOptions>& configurations, MatrixTest test);

}  // namespace plethos::tests

#define PLETHOS_MATRIX_CASE(configurations, function, name)                                               \
  static void function(const plethos::backends::Backend& backend);                                        \
  TEST_CASE(name) { plethos::tests::for_each_configuration(plethos::tests::configurations(), function); } \
  static void function([[maybe_unused]] const plethos::backends::Backend& backend)

/// A test case whose body runs for every configuration, as `backend`.
#define PLETHOS_MATRIX_TEST(name) PLETHOS_MATRIX_CASE(all_configurations, DOCTEST_ANONYMOUS(plethos_matrix_), name)
#define PLETHOS_SCALAR_MATRIX_TEST(name) PLETHOS_MATRIX_CASE(scalar_configurations, DOCTEST_ANONYMOUS(plethos_matrix_), name)
