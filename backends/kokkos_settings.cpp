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

#include "backends/device_facts.hpp"
#include "core/error.hpp"
#include "core/known_name.hpp"
#include "core/text.hpp"

namespace plethos::backends {
namespace {

enum class Kind { plain, yes_no, device, threads, device_choice, text };

struct KokkosFlag {
  const char* name;
  Kind kind;
  const char* variable;  ///< of the environment, that says the same; null: none
};

/// The flags of Kokkos 5, which `--kokkos-help` shows. What is written to KOKKOS_NUM_THREADS is looked at where it counts.
constexpr KokkosFlag kokkos_flags[] = {
    {"--kokkos-help", Kind::plain, nullptr},
    {"--kokkos-disable-warnings", Kind::yes_no, "KOKKOS_DISABLE_WARNINGS"},
    {"--kokkos-print-configuration", Kind::yes_no, "KOKKOS_PRINT_CONFIGURATION"},
    {"--kokkos-tune-internals", Kind::yes_no, "KOKKOS_TUNE_INTERNALS"},
    {"--kokkos-num-threads", Kind::threads, nullptr},
    {"--kokkos-device-id", Kind::device, "KOKKOS_DEVICE_ID"},
    {"--kokkos-map-device-id-by", Kind::device_choice, "KOKKOS_MAP_DEVICE_ID_BY"},
    {"--kokkos-tools-help", Kind::plain, nullptr},
    {"--kokkos-tools-libs", Kind::text, nullptr},
    {"--kokkos-tools-library", Kind::text, nullptr},
    {"--kokkos-tools-args", Kind::text, nullptr},
};

int parse_number(const std::string& label, std::string_view text, int least, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || value < least || value > most) {
    std::string expected = "a whole number from " + std::to_string(least);
    if (most < std::numeric_limits<int>::max()) expected += " to " + std::to_string(most);
    throw InputError(label + ": found " + quote_text(text) + ", expected " + expected);
  }
  return value;
}

int parse_threads(const std::string& label, std::string_view text) { return parse_number(label, text, 1, most_pool_threads); }

/// Returns whether Kokkos can read a text as yes or no.
bool is_yes_or_no(std::string_view text) {
  constexpr const char* known[] = {"yes", "true", "1", "no", "false", "0"};
  return std::find(std::begin(known), std::end(known), lower_case(text)) != std::end(known);
}

/// Returns the number of GPUs that Kokkos sees; 0 in a build without such a backend.
int visible_devices() {
  constexpr const char* variable = "KOKKOS_VISIBLE_DEVICES";
  const int devices = device_count();
  const char* const list = std::getenv(variable);
  if (list == nullptr || devices == 0) return devices;
  int seen = 0;
  for (std::string_view rest = list; seen == 0 || !rest.empty(); ++seen) {
    const std::size_t comma = rest.find(',');
    parse_number(variable, rest.substr(0, comma), 0, devices - 1);
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return seen;
}

/// Checks a value that is not a number of threads. `label` is the flag or the variable.
void check_value(const KokkosFlag& flag, const std::string& label, std::string_view value) {
  if (flag.kind == Kind::yes_no && !is_yes_or_no(value)) {
    throw InputError(label + ": found " + quote_text(value) + ", expected yes or no");
  }
  if (flag.kind == Kind::device) {
    const int devices = visible_devices();
    parse_number(label, value, 0, devices > 0 ? devices - 1 : std::numeric_limits<int>::max());
  }
  if (flag.kind == Kind::device_choice && value != "random" && value != "mpi_rank") {
    throw InputError(unknown_name_message("value of " + label, value, {"random", "mpi_rank"}));
  }
}

void check_variables() {
  for (const KokkosFlag& flag : kokkos_flags) {
    const char* const value = flag.variable == nullptr ? nullptr : std::getenv(flag.variable);
    if (value != nullptr) check_value(flag, flag.variable, value);
  }
  visible_devices();
  const char* const old_name = std::getenv("KOKKOS_PROFILE_LIBRARY");
  const char* const libraries = std::getenv("KOKKOS_TOOLS_LIBS");
  if (old_name != nullptr && libraries != nullptr && std::string_view(old_name) != libraries) {
    throw InputError("KOKKOS_PROFILE_LIBRARY: found " + quote_text(old_name) + " beside KOKKOS_TOOLS_LIBS, expected one of them");
  }
}

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
    const bool has_value = equals != std::string_view::npos;
    const std::string_view value = has_value ? argument.substr(equals + 1) : "";
    if (flag->kind == Kind::plain && has_value) {
      throw InputError(name + ": found " + quote_text(value) + ", expected no value");
    }
    if (flag->kind == Kind::plain || (flag->kind == Kind::yes_no && !has_value)) continue;
    if (value.empty()) throw InputError(name + ": found no value, expected " + name + "=VALUE");
    if (flag->kind == Kind::threads) threads = parse_threads(name, value);
    check_value(*flag, name, value);
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
  check_variables();
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
