#include "algorithms/planning/potential/bvp/local_maps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "algorithms/planning/potential/bvp/behavior.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"

namespace plethos::planning {

GroupBehavior::GroupBehavior(const BvpParameters& parameters)
    : epsilon(parameters.epsilon),
      vector(Direction::of(parameters.behavior_x, parameters.behavior_y)),
      kind(parameters.behavior),
      turns_per_second(parameters.behavior_rate / 6.283185307179586) {
  if (!(epsilon > -2.f && epsilon < 2.f)) {
    throw InputError("epsilon: found " + number_text(epsilon) + ", expected a number above -2 and below 2");
  }
  if (!vector.exists()) throw InputError("behavior_x, behavior_y: found 0 and 0, expected a vector that is not zero");
}

namespace {

void check_cells(std::int64_t cells, std::size_t agents) {
  if (cells <= std::numeric_limits<std::int32_t>::max()) return;
  throw InputError("bvp: found " + std::to_string(agents) + " agents, expected fewer: their local maps have more than 2^31 cells");
}

}  // namespace

template <class MemorySpace>
void LocalMaps<MemorySpace>::make(std::span<const BvpParameters> shapes) {
  host_shapes_.clear();
  std::vector<float> middle_x, middle_y;
  std::vector<std::uint32_t> update_zone, free_zone;
  for (const BvpParameters& parameters : shapes) {
    const std::int32_t size = parameters.map_size;
    LocalShape shape;
    shape.board = Checkerboard(size, size);
    shape.cell = parameters.map_cell;
    // Rounding must hide nothing from an agent that sees all around.
    shape.cosine = parameters.view_angle >= 6.283185f ? -2.f : std::cos(0.5f * parameters.view_angle);
    shape.smoothest = static_cast<float>(std::cos(3.141592653589793 / (size - 1)));
    shape.table = static_cast<std::int32_t>(middle_x.size());
    middle_x.resize(middle_x.size() + shape.board.elements(), 0.f);
    middle_y.resize(middle_x.size(), 0.f);
    update_zone.resize(middle_x.size() / 32, 0u);
    free_zone.resize(update_zone.size(), 0u);
    for (std::int32_t row = 0; row < size; ++row) {
      for (std::int32_t column = 0; column < size; ++column) {
        const std::int32_t n = shape.board.number(column, row);
        const auto element = static_cast<std::size_t>(shape.table + shape.board.element(n));
        middle_x[element] = static_cast<float>(column - size / 2) * shape.cell;
        middle_y[element] = static_cast<float>(size / 2 - row) * shape.cell;
        const std::int32_t from_border = std::min({column, row, size - 1 - column, size - 1 - row});
        if (from_border == 1) free_zone[element / 32] |= 1u << element % 32;
        if (from_border > 1) update_zone[element / 32] |= 1u << element % 32;
      }
    }
    host_shapes_.push_back(shape);
  }
  shapes_ = to_view<MemorySpace>("plethos::bvp::shapes", host_shapes_);
  middle_x_ = to_view<MemorySpace>("plethos::bvp::middle_x", middle_x);
  middle_y_ = to_view<MemorySpace>("plethos::bvp::middle_y", middle_y);
  update_zone_ = to_view<MemorySpace>("plethos::bvp::update_zone", update_zone);
  free_zone_ = to_view<MemorySpace>("plethos::bvp::free_zone", free_zone);
}

template <class MemorySpace>
void LocalMaps<MemorySpace>::pack(std::vector<std::int32_t> shape_of_agent) {
  host_shape_of_agent_ = std::move(shape_of_agent);
  host_start_.clear();
  std::int64_t end = 0;
  for (const std::int32_t shape : host_shape_of_agent_) {
    host_start_.push_back(static_cast<std::int32_t>(end));
    end += host_shapes_[static_cast<std::size_t>(shape)].cells();
    check_cells(end, host_shape_of_agent_.size());
  }
  cells_ = Kokkos::View<float*, MemorySpace>("plethos::bvp::cells", static_cast<std::size_t>(end));
  start_ = to_view<MemorySpace>("plethos::bvp::start", host_start_);
  shape_of_agent_ = to_view<MemorySpace>("plethos::bvp::shape_of_agent", host_shape_of_agent_);
}

template <class MemorySpace>
void LocalMaps<MemorySpace>::claim_slots(const std::vector<std::int32_t>& shape_of_agent, std::int32_t agents) {
  in_slots_ = true;
  cells_ = Kokkos::View<float*, MemorySpace>("plethos::bvp::cells", cells_of(agents));
  start_ = Kokkos::View<std::int32_t*, MemorySpace>("plethos::bvp::start", shape_of_agent.size());
  shape_of_agent_ = to_view<MemorySpace>("plethos::bvp::shape_of_agent", shape_of_agent);
}

template <class MemorySpace>
std::size_t LocalMaps<MemorySpace>::cells_of(std::int32_t slots) const {
  const std::int64_t cells = std::int64_t{slots} * largest_map();
  check_cells(cells, static_cast<std::size_t>(slots));
  return static_cast<std::size_t>(cells);
}

template <class MemorySpace>
void LocalMaps<MemorySpace>::reshape(std::vector<std::int32_t> shape_of_agent) {
  if (shape_of_agent == host_shape_of_agent_) return;
  const std::vector<std::int32_t> shapes_before = host_shape_of_agent_, starts_before = host_start_;
  const Kokkos::View<float*, MemorySpace> before = cells_;
  pack(std::move(shape_of_agent));
  constexpr bool host = in_host_memory<MemorySpace>;
  for (std::size_t agent = 0; agent < std::min(host_start_.size(), starts_before.size()); ++agent) {
    const LocalShape& old_shape = host_shapes_[static_cast<std::size_t>(shapes_before[agent])];
    const LocalShape& shape = host_shapes_[static_cast<std::size_t>(host_shape_of_agent_[agent])];
    if (old_shape.board.width != shape.board.width) continue;
    copy_bytes(cells_.data() + host_start_[agent], host, before.data() + starts_before[agent], host,
               sizeof(float) * static_cast<std::size_t>(shape.cells()));
  }
}

template <class MemorySpace>
void LocalMaps<MemorySpace>::describe(LocalMapArguments& arguments) const {
  arguments.shapes = shapes_.data();
  arguments.maps = cells_.data();
  arguments.middle_x = middle_x_.data();
  arguments.middle_y = middle_y_.data();
  arguments.update_zone = update_zone_.data();
  arguments.free_zone = free_zone_.data();
}

template <class MemorySpace>
std::int32_t LocalMaps<MemorySpace>::largest_board() const {
  std::int32_t largest = 0;
  for (const LocalShape& shape : host_shapes_) largest = std::max(largest, shape.board.size);
  return largest;
}

template <class MemorySpace>
std::int32_t LocalMaps<MemorySpace>::largest_map() const {
  std::int32_t largest = 0;
  for (const LocalShape& shape : host_shapes_) largest = std::max(largest, shape.cells());
  return largest;
}

template <class MemorySpace>
std::vector<std::uint32_t> LocalMaps<MemorySpace>::remembered(std::size_t first) const {
  std::vector<std::uint32_t> words(this->words(first));
  copy_bytes(words.data(), true, cells_.data() + begin(first), in_host_memory<MemorySpace>, 4 * words.size());
  return words;
}

template <class MemorySpace>
void LocalMaps<MemorySpace>::resume(std::size_t first, std::span<const std::uint32_t> words) {
  copy_bytes(cells_.data() + begin(first), in_host_memory<MemorySpace>, words.data(), true, 4 * words.size());
}

PLETHOS_INSTANTIATE_IN_MEMORY(LocalMaps);

}  // namespace plethos::planning
