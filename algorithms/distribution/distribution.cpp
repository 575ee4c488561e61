#include "algorithms/distribution/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/instantiate.hpp"
#include "backends/zero.hpp"
#include "core/parameter_table.hpp"

namespace plethos::distribution {
namespace {

/// Returns the room in m for what is rounded: a centimetre, and what the positions of two agents may be off after the steps until they
/// migrate, so far from the origin.
float rounding(const Bounds& bounds) {
  const float farthest = std::max({std::fabs(bounds.low.x), std::fabs(bounds.low.y), std::fabs(bounds.high.x), std::fabs(bounds.high.y)});
  return 0.01f + 4 * static_cast<float>(steps_between_migrations) * 6e-8f * farthest;
}

float cell_for(const CrowdAtStart& crowd) { return std::max(0.1f, 2 * crowd.largest_radius); }

template <class MemorySpace>
struct CountOfCells {
  Agents<MemorySpace> agents;
  UniformGrid cells;
  Kokkos::View<std::int32_t*, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (!is_idle(agents.state(i))) Kokkos::atomic_inc(&count(cells.cell_of(agents.position(i, 0), agents.position(i, 1))));
  }
};

}  // namespace

template <class Execution>
Distribution<Execution>::Distribution(const backends::Ranks& ranks, const Balance& balance, GpuPath path, const World& world,
                                      const AgentRange& slab, const CrowdAtStart& crowd, const Parameters& parameters)
    : ranks_(ranks),
      path_(path),
      balance_(balance),
      bounds_(world.bounds),
      most_speed_(crowd.greatest_speed),
      drift_(static_cast<float>(steps_between_migrations) * parameters.time_step * most_speed_),
      regions_(world.bounds, cell_for(crowd), balance.cells),
      migration_(path == GpuPath::mpi ? path : GpuPath::host),
      halo_(parameters.leave_on_arrival, path) {
  std::vector<std::uint64_t> count = agents_of_cells(regions_.cells(), slab.records);
  ranks.sum(std::span(count));
  regions_.divide(ranks, std::vector<float>(count.begin(), count.end()));
  migration_.divide(regions_);
}

template <class Execution>
void Distribution<Execution>::see(float sight) {
  sight_ = sight;
  halo_.reach_to(sight + 2 * drift_ + rounding(bounds_));
}

template <class Execution>
std::int32_t Distribution<Execution>::first_capacity(std::size_t own) const {
  return static_cast<std::int32_t>(static_cast<double>(own) * (1 + balance_.spare_capacity)) + 64;
}

template <class Execution>
Bounds Distribution<Execution>::area() const {
  const Box& box = regions_.boxes()[static_cast<std::size_t>(ranks_.rank())];
  if (!(box.low_x <= box.high_x)) return {bounds_.low, bounds_.low};
  const auto clamp = [](float value, float low, float high) { return std::clamp(value, std::min(low, high), high); };
  return {
      {clamp(box.low_x - halo_.reach(), bounds_.low.x, bounds_.high.x), clamp(box.low_y - halo_.reach(), bounds_.low.y, bounds_.high.y)},
      {clamp(box.high_x + halo_.reach(), bounds_.low.x, bounds_.high.x), clamp(box.high_y + halo_.reach(), bounds_.low.y, bounds_.high.y)}};
}

template <class Execution>
Box Distribution<Execution>::core() const {
  if (!regions_.is_rectangle(ranks_.rank())) return {};
  // Ghosts begin outside of the region, and come nearer.
  const float margin = sight_ + drift_ + rounding(bounds_);
  const Box& box = regions_.boxes()[static_cast<std::size_t>(ranks_.rank())];
  return {box.low_x + margin, box.low_y + margin, box.high_x - margin, box.high_y - margin};
}

template <class Execution>
double Distribution<Execution>::measure_busy() {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - std::exchange(since_, now)).count();
  const double waited = waited_ - std::exchange(waited_before_, waited_);
  all_time_ += seconds;
  return std::max(0., seconds - waited);
}

template <class Execution>
bool Distribution<Execution>::divide_anew(const Execution& execution, std::int64_t step, const Agents<MemorySpace>& agents) {
  if (step % balance_.interval != 0) return false;
  const double busy = measure_busy();
  const auto microseconds = static_cast<std::uint64_t>(busy * 1e6) + 1;
  const double mean = static_cast<double>(ranks_.sum(microseconds)) / ranks_.size();
  imbalance_ = ranks_.greatest(static_cast<double>(microseconds)) / mean;
  if (imbalance_ <= balance_.imbalance) return false;

  fit_view("plethos::distribution::weights", regions_.owner().size(), weight_);
  backends::for_each(execution, "plethos::distribution::clear_weights", static_cast<int>(weight_.size()),
                     backends::Zero<decltype(weight_)>{weight_});
  backends::for_each(execution, "plethos::distribution::weigh", agents.owned, CountOfCells<MemorySpace>{agents, regions_.cells(), weight_});
  execution.fence();
  const auto count = host_view(weight_);
  // Agents weigh as much as the time that one of this rank takes.
  std::uint64_t own = 0;
  for (std::size_t cell = 0; cell < count.size(); ++cell) own += static_cast<std::uint64_t>(count(cell));
  const std::uint64_t each = 1 + 1000 * microseconds / std::max<std::uint64_t>(own, 1);
  std::vector<std::uint64_t> weights(count.size());
  for (std::size_t cell = 0; cell < count.size(); ++cell) weights[cell] = static_cast<std::uint64_t>(count(cell)) * each;
  if (!divide_by(weights)) return false;
  ++divisions_;
  return true;
}

template <class Execution>
bool Distribution<Execution>::divide_by(std::vector<std::uint64_t>& weights) {
  ranks_.sum(std::span(weights));
  if (std::all_of(weights.begin(), weights.end(), [](std::uint64_t weight) { return weight == 0; })) return false;
  regions_.divide(ranks_, std::vector<float>(weights.begin(), weights.end()));
  migration_.divide(regions_);
  return true;
}

template <class Execution>
void Distribution<Execution>::divide(std::vector<std::uint64_t> agents_of_cells) {
  divide_by(agents_of_cells);
  divided_ = true;
}

template <class Execution>
typename Distribution<Execution>::Arrangement Distribution<Execution>::arrange(const Execution& execution, std::int64_t step, bool parks,
                                                                               Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch,
                                                                               const Reserve& reserve,
                                                                               const Carried<MemorySpace>& carried) {
  execution.fence();
  waited_ += halo_.waited();
  Arrangement done;
  if (std::exchange(divided_, false)) {
    done.regions = true;
    since_ = Clock::now();
  } else {
    done.regions = divide_anew(execution, step, agents);
  }
  const Clock::time_point start = Clock::now();
  done.places = migration_.run(execution, ranks_, parks, agents, scratch, reserve, carried);
  halo_.settle(execution, ranks_, regions_, agents, scratch, reserve);
  waited_ += std::chrono::duration<double>(Clock::now() - start).count();
  return done;
}

template <class Execution>
Shares Distribution<Execution>::shares(const Agents<MemorySpace>& agents) {
  waited_ += halo_.waited();
  std::uint64_t sums[] = {static_cast<std::uint64_t>(agents.ghosts()), static_cast<std::uint64_t>(agents.owned), migration_.arrivals(),
                          static_cast<std::uint64_t>(waited_ * 1e6),
                          static_cast<std::uint64_t>((all_time_ + std::chrono::duration<double>(Clock::now() - since_).count()) * 1e6)};
  ranks_.sum(std::span(sums));
  const auto part = [&](std::size_t of, std::size_t all) {
    return static_cast<double>(sums[of]) / std::max(1., static_cast<double>(sums[all]));
  };
  return {imbalance_, part(0, 1), part(3, 4), sums[2], divisions_, path_};
}

PLETHOS_INSTANTIATE(Distribution);

}  // namespace plethos::distribution
