#include "backends/kokkos_settings.hpp"

#include <omp.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <latch>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "core/error.hpp"

namespace plethos::backends {
namespace {

enum class Kind { flag, number, threads, text };

struct KokkosFlag {
  const char* name;
  Kind kind;
};

/// The flags of Kokkos 5, which `--kokkos-help` shows.
constexpr KokkosFlag kokkos_flags[] = {
    {"--kokkos-help", Kind::flag},
    {"--kokkos-disable-warnings", Kind::flag},
    {"--kokkos-print-configuration", Kind::flag},
    {"--kokkos-tune-internals", Kind::flag},
    {"--kokkos-num-threads", Kind::threads},
    {"--kokkos-device-id", Kind::number},
    {"--kokkos-map-device-id-by", Kind::text},
    {"--kokkos-tools-help", Kind::flag},
    {"--kokkos-tools-libs", Kind::text},
    {"--kokkos-tools-library", Kind::text},
    {"--kokkos-tools-args", Kind::text},
};

int parse_number(const std::string& label, std::string_view text, int least, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || value < least || value > most) {
    std::string expected = "a whole number from " + std::to_string(least);
    if (most < std::numeric_limits<int>::max()) expected += " to " + std::to_string(most);
    throw InputError(label + ": found '" + std::string(text.substr(0, 40)) + "', expected " + expected);
  }
  return value;
}

int parse_threads(const std::string& label, std::string_view text) { return parse_number(label, text, 1, most_pool_threads); }

/// Returns the number behind --kokkos-num-threads, if the flag is there.
std::optional<int> check_flags(std::span<const char* const> arguments) {
  std::optional<int> threads;
  for (const std::string_view argument : arguments) {
    if (!argument.starts_with("--kokkos-")) continue;
    const std::size_t equals = argument.find('=');
    const std::string name(argument.substr(0, equals));
    const auto* flag = std::find_if(std::begin(kokkos_flags), std::end(kokkos_flags), [&](const KokkosFlag& f) { return name == f.name; });
    if (flag == std::end(kokkos_flags)) {
      std::vector<std::string> known;
      for (const KokkosFlag& one : kokkos_flags) known.emplace_back(one.name);
      throw InputError(unknown_name_message("Kokkos flag", name, known));
    }
    if (flag->kind == Kind::flag) continue;
    if (equals == std::string_view::npos) throw InputError(name + ": found no value, expected " + name + "=VALUE");
    const std::string_view value = argument.substr(equals + 1);
    if (flag->kind == Kind::threads) threads = parse_threads(name, value);
    if (flag->kind == Kind::number) parse_number(name, value, 0, std::numeric_limits<int>::max());
    if (name == "--kokkos-map-device-id-by" && value != "random" && value != "mpi_rank") {
      throw InputError(unknown_name_message("value of " + name, value, {"random", "mpi_rank"}));
    }
  }
  return threads;
}

/// Starts and ends threads, because neither OpenMP nor oneTBB can report that a thread does not start: the first aborts, the second hangs.
void require_threads(int count) {
  if (count <= 1) return;
  std::latch end(1);
  std::vector<std::thread> started;
  std::string why;
  try {
    for (int i = 1; i < count; ++i) started.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error& error) {
    why = error.code().message();
  }
  end.count_down();
  for (std::thread& thread : started) thread.join();
  if (why.empty()) return;
  throw MachineError("cannot start " + std::to_string(count) + " threads, only " + std::to_string(started.size() + 1) + ": " + why +
                     "; --threads N takes fewer, ulimit -u and -v set such limits");
}

}  // namespace

int check_kokkos_settings(std::span<const char* const> arguments, int threads) {
  const std::optional<int> flag = check_flags(arguments);
  if (threads > 0 && flag) {
    throw InputError("--kokkos-num-threads: found it beside --threads " + std::to_string(threads) + ", expected one of them");
  }
  int pool = std::min(omp_get_max_threads(), most_pool_threads);
  if (threads > 0) {
    pool = std::min(threads, most_pool_threads);
  } else if (flag) {
    pool = *flag;
  } else if (const char* kokkos = std::getenv("KOKKOS_NUM_THREADS")) {
    pool = parse_threads("KOKKOS_NUM_THREADS", kokkos);
  } else if (std::getenv("OMP_NUM_THREADS") != nullptr && omp_get_max_threads() > most_pool_threads) {
    throw InputError("OMP_NUM_THREADS: found " + std::to_string(omp_get_max_threads()) + ", expected 1 to " +
                     std::to_string(most_pool_threads));
  }
  require_threads(std::max(threads, pool));
  return pool;
}

}  // namespace plethos::backends
