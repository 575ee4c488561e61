#include <benchmark/benchmark.h>

#include <cstdio>

#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/configurations.hpp"

int main(int argc, char** argv) {
  try {
    const plethos::backends::Runtime runtime(argc, argv);
    plethos::perf::register_all();
    benchmark::AddCustomContext("backend device", plethos::perf::fastest_backend().device);
    benchmark::AddCustomContext("commit", PLETHOS_GIT_HASH);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "plethos_bench: %s\n", plethos::one_line(error.what()).c_str());
    return error.exit_code();
  }
}
