#define DOCTEST_CONFIG_IMPLEMENT

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "backends/ranks/self/self.hpp"
#include "backends/ranks/start.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/ranks.hpp"

#ifdef __SANITIZE_THREAD__
// These reports are not ours: lock orders inside libcairo, and desul's atomic minimum and maximum, which first read without an atomic.
extern "C" const char* __tsan_default_suppressions() { return "deadlock:libcairo\nrace:desul::Impl::host_atomic_fetch_oper\n"; }
// Tests fork, and the child starts threads.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif

namespace plethos::tests {
namespace {

std::uint64_t current_seed = 1;
std::unique_ptr<backends::Ranks> started_ranks;

std::uint64_t parse_seed(const char* text) {
  std::uint64_t value = 0;
  const char* end = text + std::strlen(text);
  const auto [rest, status] = std::from_chars(text, end, value);
  if (status != std::errc() || rest != end) throw InputError("seed: found '" + std::string(text) + "', expected a whole number");
  return value;
}

/// Removes --seed N from the arguments and sets the seed.
void read_seed(int& argc, char** argv) {
  if (const char* text = std::getenv("PLETHOS_TEST_SEED")) set_seed(parse_seed(text));
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    if (std::strcmp(argv[i], "--seed") != 0) {
      argv[kept++] = argv[i];
      continue;
    }
    if (i + 1 == argc) throw InputError("--seed: expected a whole number behind it");
    set_seed(parse_seed(argv[++i]));
  }
  argc = kept;
}

void print_header() {
  std::printf("seed %llu (--seed N or PLETHOS_TEST_SEED for another)\nconfigurations:", static_cast<unsigned long long>(seed()));
  for (const backends::BackendOptions& options : all_configurations()) std::printf(" [%s]", name_of(options).c_str());
  std::printf("\n");
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  read_seed(argc, argv);
  started_ranks = backends::start_ranks(argc, argv);
  const backends::Runtime runtime(argc, argv);
  const bool speaks = ranks().rank() == 0;
  if (speaks) print_header();
  doctest::Context context(argc, argv);
  // Other ranks tell what fails.
  context.setOption("minimal", !speaks);
  const int result = context.run();
  return static_cast<int>(ranks().greatest(std::int64_t{result}));
}

}  // namespace

const backends::Ranks& ranks() { return started_ranks ? *started_ranks : backends::self(); }
std::uint64_t seed() { return current_seed; }
void set_seed(std::uint64_t value) { current_seed = value; }

}  // namespace plethos::tests

int main(int argc, char** argv) {
  try {
    const int result = plethos::tests::run(argc, argv);
    plethos::tests::started_ranks.reset();
    return result;
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_code();
  }
}
