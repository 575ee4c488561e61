#include "scenarios/run/recorder.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "core/error.hpp"

namespace plethos::scenarios {

Recorder::Recorder(const backends::Ranks& ranks, simulation::Simulation& simulation, const Scenario& scenario, TrajectoryWriter* writer)
    : ranks_(ranks), simulation_(simulation), writer_(writer) {
  std::array<std::int64_t, 2> found{-1, 0};
  if (writer != nullptr) found = {writer->last_frame(), static_cast<std::int64_t>(writer->rows())};
  ranks.broadcast(std::as_writable_bytes(std::span(found)));
  last_ = found[0];
  rows_ = static_cast<std::uint64_t>(found[1]);
  if (ranks.alone()) return;
  const distribution::RowRange slab = distribution::Slabs(scenario.count(), ranks.size()).of(ranks.rank());
  cutter_.emplace(scenario.range().part(slab.first, slab.end), compressing_threads(static_cast<unsigned>(ranks.ranks_on_processors())));
}

void Recorder::record(std::int64_t number, const simulation::Frame* frame) {
  if (number <= last_) return;
  last_ = number;
  if (frame == nullptr && !ranks_.alone()) return record_slabs(number);
  if (frame == nullptr) simulation_.read(frame_);
  const simulation::Frame& present = frame == nullptr ? frame_ : *frame;
  write([&] { writer_->append(number, present.x, present.y, present.present); });
}

void Recorder::sync() {
  write([&] { writer_->sync(); });
}

void Recorder::close() {
  write([&] { writer_->close(); });
}

void Recorder::rethrow() const {
  if (fault_) std::rethrow_exception(fault_);
}

void Recorder::write(const std::function<void()>& part) {
  if (writer_ == nullptr || fault_) return;
  try {
    part();
  } catch (const Error&) {
    fault_ = std::current_exception();
  }
}

void Recorder::record_slabs(std::int64_t number) {
  const std::vector<simulation::PlacedAgent> slab = simulation_.checkpointing().read_slab();
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks_.size()), 0);
  const auto own = counts.begin() + ranks_.rank();
  *own = slab.size();
  ranks_.sum(std::span(counts));
  const std::vector<std::byte> part = cutter_->cut(number, std::accumulate(counts.begin(), own, rows_), slab);
  rows_ = std::accumulate(counts.begin(), counts.end(), rows_);
  write([&] { writer_->begin_frame(number); });
  // Other ranks go on sending, whatever comes of it here.
  ranks_.gather(part, [&](int, std::span<const std::byte> bytes) { write([&] { writer_->append_part(bytes); }); });
  write([&] { writer_->end_frame(); });
}

}  // namespace plethos::scenarios
