#include "scenarios/cli/checkpoints.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include "scenarios/run/checkpoint.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::cli {

Checkpoints::Checkpoints(const backends::Ranks& ranks, const CheckpointOptions& options, Clock::time_point start,
                         scenarios::Attributes identity, simulation::Simulation& simulation, std::function<void()> before)
    : ranks_(ranks),
      options_(options),
      start_(start),
      identity_(std::move(identity)),
      simulation_(simulation),
      before_(std::move(before)) {}

double Checkpoints::minutes(Clock::time_point since) const { return std::chrono::duration<double>(Clock::now() - since).count() / 60; }

void Checkpoints::write() {
  const Clock::time_point begin = Clock::now();
  before_();
  freed_ = scenarios::write_checkpoint(ranks_, options_.file, identity_, simulation_);
  last_ = Clock::now();
  ++count_;
  longest_ = std::max(longest_, minutes(begin));
}

bool Checkpoints::go_on() {
  const bool writes = !options_.file.empty();
  // Rank 0's clock is that of all.
  const bool late = options_.time_limit > 0 && minutes(start_) >= options_.time_limit - (writes ? longest_ : 0);
  const bool due = writes && options_.every > 0 && minutes(last_) >= options_.every;
  std::int64_t wish = ranks_.rank() == 0 ? (late ? 2 : due ? 1 : 0) : 0;
  if (options_.time_limit > 0 || (writes && options_.every > 0)) wish = ranks_.greatest(wish);
  time_is_up_ = wish == 2;
  if (wish == 1) write();
  return !time_is_up_;
}

RunStop Checkpoints::finish() {
  const bool writes = !options_.file.empty();
  const int signal = scenarios::interrupt_signal();
  const bool goes_on_later = signal == SIGUSR1 || signal == SIGTERM;
  const std::int64_t stop = ranks_.greatest(std::int64_t{signal == 0 ? 0 : goes_on_later && writes ? 1 : 2});
  if (writes) write();
  if (stop == 2) return RunStop::interrupted;
  return stop == 1 || time_is_up_ ? RunStop::unfinished : RunStop::done;
}

}  // namespace plethos::cli
