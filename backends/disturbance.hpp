#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backends/control_group.hpp"
#include "backends/device_activity.hpp"
#include "backends/processors.hpp"

namespace plethos::backends {

// What else happens on a machine while something is measured. Nothing stands for what the system does not tell.

/// The counters of the system at one moment, of the processors that this process may run on. Seconds are sums over these processors since
/// the system's start.
struct ActivityReading {
  double at = 0;                                                        ///< s, of a clock that only goes forward
  double own_seconds = 0;                                               ///< in which this process and those that it has waited for ran
  int processors = 0;                                                   ///< that this process may run on
  std::optional<double> busy_seconds, stolen_seconds, counted_seconds;  ///< in which anything ran; which the host took; of any kind
  std::optional<double> load;                                     ///< processes that ran or waited to run, the mean of the last minute
  std::optional<std::int64_t> core_slowdowns, package_slowdowns;  ///< as the processors were too hot
  std::optional<double> clock_mhz;                                ///< the highest of them now
  ProcessorLimit limit;
  DeviceActivity device;  ///< device_activity(), if a measurement uses the GPU
};

/// Reads the counters now, without those of a GPU. Cost: below 1 ms; of more than most_looked_at processors, clocks and slowdowns are those
/// of so many. `root` is put before /proc and /sys.
ActivityReading read_activity(const std::string& root = "", const std::vector<int>& processors = usable_processors());

/// What happened to a GPU between two readings.
struct DeviceDisturbance {
  std::optional<double> clock_begin_mhz, clock_end_mhz;
  std::optional<double> celsius;                                  ///< at the end
  std::optional<bool> limited_by_heat, idle;                      ///< at the end
  std::optional<double> power_limited_share, heat_limited_share;  ///< of this time
  std::optional<int> other_processes;                             ///< that compute on it, the most of both moments
};

/// What happened between two readings.
struct Disturbance {
  double seconds = 0;
  int processors = 0;
  /// Of the time of these processors: what other processes took, and what the host of a virtual machine took. The counters count in
  /// hundredths of a second, so `resolution` of a share may be none. Not told of less than least_seconds.
  std::optional<double> others_share, stolen_share;
  double resolution = 0;
  std::optional<double> load_begin, load_end;
  std::optional<double> limit_processors;   ///< ProcessorLimit
  std::optional<std::int64_t> limit_stops;  ///< in this time
  std::optional<double> limit_stopped_seconds;
  std::optional<std::int64_t> core_slowdowns, package_slowdowns;
  std::optional<double> clock_begin_mhz, clock_end_mhz;
  DeviceDisturbance device;

  /// Counters of the system say nothing about less.
  static constexpr double least_seconds = 0.1;
};

/// `own_seconds` is the time in which this process, and those that measure with it on the same processors, ran between the readings.
Disturbance between(const ActivityReading& begin, const ActivityReading& end, double own_seconds);
inline Disturbance between(const ActivityReading& begin, const ActivityReading& end) {
  return between(begin, end, end.own_seconds - begin.own_seconds);
}

/// Above this share of the time of the processors that a measurement uses, others or the host change its result by about as much: as much
/// as a study's intervals may be wide. Others have the processors first that it leaves idle.
inline constexpr double most_share = 0.05;
/// Above this share of the time of all processors, others disturb a measurement that leaves them enough processors, too.
inline constexpr double most_share_beside = 0.25;
/// Clocks that fall by more change a result by more than what programs differ by.
inline constexpr double most_clock_fall = 0.1;

/// Returns a text for each thing that makes a measurement of `threads` threads on a machine's processors doubtful, such as "other processes
/// took 34% of the time of 2 processors". A clock that rises is none: processors that waited begin slowly.
std::vector<std::string> disturbances(const Disturbance& disturbance, int threads);

/// Returns whether others, and the host, leave `threads` threads their processors; nothing if the system does not tell.
std::optional<bool> is_quiet(const Disturbance& disturbance, int threads);

/// How a wait for a quiet machine has ended.
enum class QuietWait { quiet, still_busy, not_told, stopped };

/// Waits until the machine was quiet for `look`, for `at_most` at most. Before each look it asks `go_on`, and ends if that returns false.
/// Cost: two readings a look, asleep meanwhile.
QuietWait wait_until_quiet(std::chrono::duration<double> at_most, std::chrono::duration<double> look, int threads,
                           const std::function<bool()>& go_on, const std::function<ActivityReading()>& read);

}  // namespace plethos::backends
