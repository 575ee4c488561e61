#include "scenarios/cli/checkpoints.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/run/checkpoint.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::cli {

Checkpoints::Checkpoints(const backends::Ranks& ranks, const CheckpointOptions& options, Clock::time_point start,
                         scenarios::Attributes identity, simulation::Simulation& simulation, scenarios::OutputFile* output,
                         std::function<void()> before)
    : ranks_(ranks),
      options_(options),
      start_(start),
      identity_(std::move(identity)),
      simulation_(simulation),
      output_(output),
      before_(std::move(before)) {
  if (!options_.file.empty()) scenarios::try_checkpoint(ranks_, output_, identity_, simulation_);
}

double Checkpoints::minutes(Clock::time_point since) const { return std::chrono::duration<double>(Clock::now() - since).count() / 60; }

void Checkpoints::write() {
  const Clock::time_point begin = Clock::now();
  last_ = begin;
  try {
    backends::on_rank_0(ranks_, before_);
    freed_ = scenarios::write_checkpoint(ranks_, output_, identity_, simulation_);
  } catch (const Error& error) {
    // Only what all ranks meet can be lived with.
    if (!ranks_.alone() && !ranks_.all_fail()) throw;
    fault_ = error.what();
    try {
      if (output_ != nullptr) output_->begin();
    } catch (const Error&) {
      // The disk is full: there is nothing to free.
    }
    return;
  }
  fault_.clear();
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
  if (wish == 1) {
    const bool failed_before = !fault_.empty();
    write();
    if (!fault_.empty() && !failed_before && !options_.quiet && ranks_.rank() == 0) {
      std::fprintf(stderr, "plethos: warning: %s; the run goes on and tries it again\n", one_line(fault_).c_str());
    }
  }
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
