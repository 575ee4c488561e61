#include "scenarios/builders/streams.hpp"

#include <array>
#include <numbers>

#include "core/error.hpp"
#include "core/random.hpp"

namespace plethos::scenarios {
namespace {

void check_distances(const BuilderInput& input) {
  const float pitch = input.value("pitch");
  const float jitter = input.value("jitter");
  const float radius = input.agent.radius;
  if (pitch - 2 * jitter < 2 * radius) {
    throw InputError("streams: pitch: found " + number_text(pitch) + " m, expected at least " + number_text(2 * (radius + jitter)) +
                     " m (two radii and twice the jitter): starts may overlap");
  }
  const float half_width = (input.value("columns") - 1) / 2 * pitch + radius + jitter;
  if (input.value("clearing") < half_width) {
    throw InputError("streams: clearing: found " + number_text(input.value("clearing")) + " m, expected at least " +
                     number_text(half_width) + " m, half the width of a stream: they would start in each other");
  }
}

/// Only agents next to each other in a stream, also at a corner, are nearer than twice the pitch, and only first rows of streams come near
/// each other.
std::int64_t reach_in_streams(const Builder&, const BuilderInput& input) {
  return 4 * (static_cast<std::int64_t>(input.value("columns")) + 1);
}

Scenario make_streams(const Builder& builder, const BuilderInput& input) {
  check_distances(input);
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  const auto columns = static_cast<std::size_t>(input.value("columns"));
  const float pitch = input.value("pitch");
  const float jitter = input.value("jitter");
  const float clearing = input.value("clearing");
  constexpr float diagonal = std::numbers::sqrt2_v<float> / 2;
  constexpr std::array<Vec2, 4> directions{{{diagonal, diagonal}, {-diagonal, diagonal}, {-diagonal, -diagonal}, {diagonal, -diagonal}}};

  Scenario scenario;
  scenario.groups = {"to the north-east", "to the north-west", "to the south-west", "to the south-east"};
  const distribution::RowRange ids = input.ids(count);
  scenario.agents.reserve(static_cast<std::size_t>(ids.size()));
  scenario.world.goals.reserve(count);
  const std::size_t rows = ((count + 3) / 4 + columns - 1) / columns;
  const float way = 2 * clearing + static_cast<float>(rows - 1) * pitch;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t stream = i % 4;
    const std::size_t place = i / 4;
    PhiloxStream random(input.parameters.seed, i);
    const float behind = clearing + static_cast<float>(place / columns) * pitch + random.between(-jitter, jitter);
    const float middle = static_cast<float>(columns - 1) / 2;
    const float aside = (static_cast<float>(place % columns) - middle) * pitch + random.between(-jitter, jitter);
    const Vec2 forward = directions[stream];
    const Vec2 start = -behind * forward + aside * Vec2{-forward.y, forward.x};
    scenario.world.goals.push_back(start + way * forward);
    if (static_cast<std::int64_t>(i) < ids.first || static_cast<std::int64_t>(i) >= ids.end) continue;
    AgentRecord& agent = scenario.agents.emplace_back(input.agent);
    agent.position = start;
    agent.goal = static_cast<std::int32_t>(i);
    agent.group = static_cast<std::int32_t>(stream);
  }
  return scenario;
}

}  // namespace

Builder streams_builder() {
  return {.name = "streams",
          .description = "four streams from the corners of a square, along its diagonals",
          .agents = 2000,
          .keys = {{"pitch", "m", 1e-2, 1e6, "distance between neighbors in a stream", 1},
                   {"jitter", "m", 0, 1e6, "how far a start may lie from its place, along and across the stream", 0.2},
                   {"columns", "agents", 1, 1e6, "side by side in a stream", 10},
                   {"clearing", "m", 0, 1e6, "from the middle to where the streams begin", 15}},
          .make = make_streams,
          .reach = reach_in_streams};
}

}  // namespace plethos::scenarios
