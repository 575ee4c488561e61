#include "perf/study/run_watch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "scenarios/run/interrupt.hpp"

namespace plethos::study {
namespace {

/// Long enough for counters in hundredths of a second to tell a twentieth of one processor.
constexpr std::chrono::milliseconds look{500};

/// Returns how many threads compute on the processors of rank 0.
int threads_of(const PlannedRun& run, const backends::Ranks& all) {
  const int ranks = std::max(1, std::min(run.ranks_on_host, all.ranks_on_processors()));
  if (backends::on_device(run.backend.name)) return ranks;
  const int usable = static_cast<int>(backends::usable_processors().size());
  return run.backend.threads > 0 ? ranks * run.backend.threads : run.backend.name == "serial" ? ranks : std::max(ranks, usable);
}

template <class Value>
Json known(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const backends::DeviceDisturbance& device) {
  return {{"clock_before_mhz", known(device.clock_begin_mhz)},
          {"clock_after_mhz", known(device.clock_end_mhz)},
          {"celsius", known(device.celsius)},
          {"limited_by_heat", known(device.limited_by_heat)},
          {"heat_limited_share", known(device.heat_limited_share)},
          {"power_limited_share", known(device.power_limited_share)},
          {"other_processes", known(device.other_processes)}};
}

Json json_of(const backends::Disturbance& disturbance) {
  return {{"seconds", disturbance.seconds},
          {"processors", disturbance.processors},
          {"others_share", known(disturbance.others_share)},
          {"stolen_share", known(disturbance.stolen_share)},
          {"load_before", known(disturbance.load_begin)},
          {"load_after", known(disturbance.load_end)},
          {"limit_processors", known(disturbance.limit_processors)},
          {"limit_stops", known(disturbance.limit_stops)},
          {"limit_stopped_seconds", known(disturbance.limit_stopped_seconds)},
          {"core_slowdowns", known(disturbance.core_slowdowns)},
          {"package_slowdowns", known(disturbance.package_slowdowns)},
          {"clock_before_mhz", known(disturbance.clock_begin_mhz)},
          {"clock_after_mhz", known(disturbance.clock_end_mhz)}};
}

}  // namespace

RunWatch::RunWatch(const PlannedRun& run, const backends::Ranks& all)
    : all_(all), on_device_(backends::on_device(run.backend.name)), threads_(threads_of(run, all)) {}

void RunWatch::wait_for_quiet(double most_seconds, const std::function<void()>& waits) {
  if (all_.rank() == 0) {
    const auto start = std::chrono::steady_clock::now();
    const auto go_on = [&] {
      waits();
      return !scenarios::interrupted();
    };
    backends::wait_until_quiet(std::chrono::duration<double>(most_seconds), look, threads_, go_on,
                               [] { return backends::read_activity(); });
    waited_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  all_.meet();
}

void RunWatch::begin() { begin_ = read(); }

void RunWatch::end() {
  const backends::ActivityReading now = read();
  const double own = now.own_seconds - begin_.own_seconds;
  const double of_all = 1e-6 * static_cast<double>(all_.sum(static_cast<std::uint64_t>(std::llround(1e6 * std::max(0.0, own)))));
  const int beside = all_.ranks_on_processors();
  disturbance_ = backends::between(begin_, now, beside == all_.size() ? of_all : own);
  if (beside != 1 && beside != all_.size()) disturbance_.others_share.reset();
  // The driver's processes are other ranks, too.
  if (!all_.alone()) disturbance_.device.other_processes.reset();
}

void RunWatch::write(Json& json) const {
  Json numbers = json_of(disturbance_);
  if (on_device_) numbers["gpu"] = json_of(disturbance_.device);
  numbers["waited_seconds"] = waited_seconds_;
  // Those of other processes come behind it.
  json["disturbance"] = Json::array({numbers});
  json["disturbed"] = backends::disturbances(disturbance_, threads_);
}

backends::ActivityReading RunWatch::read() const {
  backends::ActivityReading reading = backends::read_activity();
  if (on_device_) reading.device = backends::device_activity();
  return reading;
}

}  // namespace plethos::study
