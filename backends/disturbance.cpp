#include "backends/disturbance.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "backends/processor_clock.hpp"
#include "backends/system_files.hpp"

namespace plethos::backends {
namespace {

double ticks_per_second() { return static_cast<double>(std::max(1L, sysconf(_SC_CLK_TCK))); }

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); }

double own_seconds() {
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage;
    if (getrusage(who, &usage) == 0) sum += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  return sum;
}

/// Adds up the processors' columns of /proc/stat: user, nice, system, idle, waiting, two of interrupts, stolen. What guests ran is in the
/// first two.
void count_time(const std::string& root, const std::vector<int>& processors, ActivityReading& reading) {
  std::ifstream file(root + "/proc/stat");
  std::array<double, 8> sums{};
  std::size_t found = 0;
  bool tells_stolen = true;
  for (std::string line; std::getline(file, line) && line.rfind("cpu", 0) == 0;) {
    std::istringstream words(line.substr(3));
    int processor = 0;
    if (line[3] == ' ' || !(words >> processor) || !std::binary_search(processors.begin(), processors.end(), processor)) continue;
    std::size_t columns = 0;
    for (double ticks = 0; columns < sums.size() && words >> ticks; ++columns) sums[columns] += ticks;
    if (columns < 4) return;
    tells_stolen = tells_stolen && columns == sums.size();
    ++found;
  }
  if (found == 0 || found != processors.size()) return;
  const double tick = 1 / ticks_per_second();
  reading.busy_seconds = tick * (sums[0] + sums[1] + sums[2] + sums[5] + sums[6]);
  reading.counted_seconds = tick * (sums[3] + sums[4] + sums[7]) + *reading.busy_seconds;
  if (tells_stolen) reading.stolen_seconds = tick * sums[7];
}

void count_slowdowns(const std::string& root, const std::vector<int>& processors, ActivityReading& reading) {
  for_some(processors, [&](int processor) {
    const std::filesystem::path folder = processor_folder(root, processor) / "thermal_throttle";
    if (const auto count = number_in(folder / "core_throttle_count")) {
      reading.core_slowdowns = reading.core_slowdowns.value_or(0) + *count;
    }
    // Each processor of a package tells the package's count.
    if (const auto count = number_in(folder / "package_throttle_count")) {
      reading.package_slowdowns = std::max(*count, reading.package_slowdowns.value_or(0));
    }
  });
}

template <class Number>
std::optional<Number> difference(const std::optional<Number>& begin, const std::optional<Number>& end) {
  // A counter that another has set back tells nothing.
  if (!begin || !end || *end < *begin) return {};
  return *end - *begin;
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string processors_text(int processors) { return std::to_string(processors) + (processors == 1 ? " processor" : " processors"); }

/// Returns how many of the processors a measurement uses.
int used(const Disturbance& disturbance, int threads) { return std::clamp(threads, 1, std::max(1, disturbance.processors)); }

/// Returns whether so many processors' time, of all, is too much of the time of those that are used.
bool is_too_much(const Disturbance& disturbance, int threads, double processors) {
  const double resolved = processors - disturbance.resolution * disturbance.processors;
  return resolved > most_share * used(disturbance, threads);
}

/// Others have those processors first that a measurement leaves idle. If they keep many busy, its own clocks fall, and caches and memory
/// are shared.
bool are_others_too_much(const Disturbance& disturbance, int threads) {
  if (!disturbance.others_share) return false;
  if (*disturbance.others_share - disturbance.resolution > most_share_beside) return true;
  const int idle = std::max(0, disturbance.processors - used(disturbance, threads));
  return is_too_much(disturbance, threads, *disturbance.others_share * disturbance.processors - idle);
}

bool is_host_too_much(const Disturbance& disturbance, int threads) {
  return disturbance.stolen_share && is_too_much(disturbance, threads, *disturbance.stolen_share * disturbance.processors);
}

std::string share_text(const Disturbance& disturbance, double share) {
  return formatted("%.0f%% of the time of ", 100 * share) + processors_text(disturbance.processors);
}

void add_clock_fall(const char* whose, const std::optional<double>& begin, const std::optional<double>& end,
                    std::vector<std::string>& texts) {
  if (!begin || !end || *end >= (1 - most_clock_fall) * *begin) return;
  texts.push_back(formatted("the %s clock fell from %.2f to %.2f GHz", whose, *begin / 1e3, *end / 1e3));
}

void add_times(const char* text, const std::optional<std::int64_t>& count, std::vector<std::string>& texts) {
  if (count.value_or(0) > 0) texts.push_back(std::string(text) + (*count == 1 ? " once" : " " + std::to_string(*count) + " times"));
}

void add_device(const DeviceDisturbance& device, std::vector<std::string>& texts) {
  // A GPU that waits lowers its clock by itself.
  if (!device.idle.value_or(false)) {
    add_clock_fall("GPU's", device.clock_begin_mhz, device.clock_end_mhz, texts);
  }
  if (device.heat_limited_share.value_or(0) > most_share) {
    texts.push_back(formatted("heat held the GPU's clock down for %.0f%% of the time", 100 * *device.heat_limited_share));
  } else if (device.limited_by_heat.value_or(false)) {
    texts.emplace_back("heat held the GPU's clock down at the end");
  }
  if (device.power_limited_share.value_or(0) > most_share) {
    texts.push_back(
        formatted("the limit of its power held the GPU's clock down for %.0f%% of the time", 100 * *device.power_limited_share));
  }
  if (const int others = device.other_processes.value_or(0); others > 0) {
    texts.push_back(others == 1 ? "another process computed on the GPU" : std::to_string(others) + " other processes computed on the GPU");
  }
}

}  // namespace

ActivityReading read_activity(const std::string& root, const std::vector<int>& processors) {
  ActivityReading reading;
  reading.processors = static_cast<int>(processors.size());
  count_time(root, processors, reading);
  reading.own_seconds = own_seconds();
  reading.at = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  std::ifstream load(root + "/proc/loadavg");
  if (double mean = 0; load >> mean) reading.load = mean;
  reading.clock_mhz = processor_clock_mhz(root, processors);
  count_slowdowns(root, processors, reading);
  reading.limit = processor_limit(root);
  return reading;
}

Disturbance between(const ActivityReading& begin, const ActivityReading& end, double own_seconds) {
  Disturbance result;
  result.seconds = end.at - begin.at;
  result.processors = end.processors;
  result.load_begin = begin.load;
  result.load_end = end.load;
  result.limit_processors = end.limit.processors;
  result.limit_stops = difference(begin.limit.stops, end.limit.stops);
  result.limit_stopped_seconds = difference(begin.limit.stopped_seconds, end.limit.stopped_seconds);
  result.core_slowdowns = difference(begin.core_slowdowns, end.core_slowdowns);
  result.package_slowdowns = difference(begin.package_slowdowns, end.package_slowdowns);
  result.clock_begin_mhz = begin.clock_mhz;
  result.clock_end_mhz = end.clock_mhz;
  result.device.clock_begin_mhz = begin.device.clock_mhz;
  result.device.clock_end_mhz = end.device.clock_mhz;
  result.device.celsius = end.device.celsius;
  result.device.limited_by_heat = end.device.limited_by_heat;
  result.device.idle = end.device.idle;
  if (begin.device.other_processes && end.device.other_processes) {
    result.device.other_processes = std::max(*begin.device.other_processes, *end.device.other_processes);
  }
  if (result.seconds < Disturbance::least_seconds) return result;
  const auto share_of_device = [&](const std::optional<double>& from, const std::optional<double>& to) {
    std::optional<double> seconds = difference(from, to);
    if (seconds) *seconds = std::min(1.0, *seconds / result.seconds);
    return seconds;
  };
  result.device.power_limited_share = share_of_device(begin.device.power_limited_seconds, end.device.power_limited_seconds);
  result.device.heat_limited_share = share_of_device(begin.device.heat_limited_seconds, end.device.heat_limited_seconds);
  const double time = result.seconds * end.processors;
  result.resolution = 1 / (ticks_per_second() * result.seconds);
  // Sandboxes have files whose counters stand still.
  const auto counted = difference(begin.counted_seconds, end.counted_seconds);
  if (begin.processors != end.processors || !counted || *counted < time / 2) return result;
  const auto share = [&](double seconds) { return std::clamp(seconds / time, 0.0, 1.0); };
  if (const auto busy = difference(begin.busy_seconds, end.busy_seconds)) result.others_share = share(*busy - own_seconds);
  if (const auto stolen = difference(begin.stolen_seconds, end.stolen_seconds)) result.stolen_share = share(*stolen);
  return result;
}

std::vector<std::string> disturbances(const Disturbance& disturbance, int threads) {
  std::vector<std::string> texts;
  if (are_others_too_much(disturbance, threads)) {
    texts.push_back("other processes took " + share_text(disturbance, *disturbance.others_share));
  }
  if (is_host_too_much(disturbance, threads)) {
    texts.push_back("the machine took away " + share_text(disturbance, *disturbance.stolen_share) + " (steal)");
  }
  if (disturbance.processors > 0 && threads > disturbance.processors) {
    texts.push_back(std::to_string(threads) + " threads on " + processors_text(disturbance.processors));
  }
  if (disturbance.limit_processors && used(disturbance, threads) > *disturbance.limit_processors) {
    texts.push_back(std::to_string(threads) + (threads == 1 ? " thread" : " threads") +
                    formatted(", and the control group has the time of %.3g processors", *disturbance.limit_processors));
  }
  add_times("the control group's limit stopped it", disturbance.limit_stops, texts);
  add_times("heat slowed processors down", disturbance.core_slowdowns, texts);
  if (disturbance.core_slowdowns.value_or(0) == 0) add_times("heat slowed a socket down", disturbance.package_slowdowns, texts);
  add_clock_fall("processors'", disturbance.clock_begin_mhz, disturbance.clock_end_mhz, texts);
  add_device(disturbance.device, texts);
  return texts;
}

std::optional<bool> is_quiet(const Disturbance& disturbance, int threads) {
  if (!disturbance.others_share) return {};
  return !are_others_too_much(disturbance, threads) && !is_host_too_much(disturbance, threads);
}

QuietWait wait_until_quiet(std::chrono::duration<double> at_most, std::chrono::duration<double> look, int threads,
                           const std::function<bool()>& go_on, const std::function<ActivityReading()>& read) {
  const auto start = std::chrono::steady_clock::now();
  const auto of_a_look = std::min(look, at_most);
  ActivityReading before = read();
  for (;;) {
    if (!go_on()) return QuietWait::stopped;
    std::this_thread::sleep_for(of_a_look);
    const ActivityReading now = read();
    const auto quiet = is_quiet(between(before, now), threads);
    if (!quiet) return QuietWait::not_told;
    if (*quiet) return QuietWait::quiet;
    if (std::chrono::steady_clock::now() - start + of_a_look > at_most) return QuietWait::still_busy;
    before = now;
  }
}

}  // namespace plethos::backends
