#include "backends/stage_clock.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <chrono>
#include <utility>
#include <vector>

namespace plethos::backends {
namespace {

namespace tools = Kokkos::Tools::Experimental;
using Clock = std::chrono::steady_clock;

// Kokkos calls plain functions, which have no object to write to.
std::map<std::string, double> times;
std::vector<std::pair<std::string, Clock::time_point>> open;
tools::EventSet before;

void push(const char* name) {
  Kokkos::fence("plethos::stage_clock");
  open.emplace_back(name, Clock::now());
}

void pop() {
  Kokkos::fence("plethos::stage_clock");
  // This region was entered before the clock started.
  if (open.empty()) return;
  times[open.back().first] += std::chrono::duration<double>(Clock::now() - open.back().second).count();
  open.pop_back();
}

}  // namespace

StageClock::StageClock() {
  times.clear();
  open.clear();
  before = tools::get_callbacks();
  tools::set_push_region_callback(push);
  tools::set_pop_region_callback(pop);
}

StageClock::~StageClock() {
  tools::set_push_region_callback(before.push_region);
  tools::set_pop_region_callback(before.pop_region);
}

std::map<std::string, double> StageClock::seconds() const { return times; }

double StageClock::empty_region_seconds() const {
  const auto before_measuring = times;
  const std::string name = "plethos::stage_clock::empty";
  constexpr int regions = 64;
  for (int i = 0; i < regions; ++i) Kokkos::Profiling::ScopedRegion region(name);
  const double seconds = times.at(name) / regions;
  times = before_measuring;
  return seconds;
}

}  // namespace plethos::backends
