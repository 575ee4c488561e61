#include "scenarios/io/frame_part.hpp"

#include <algorithm>

#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

std::vector<simulation::PlacedAgent> placed(std::uint32_t frame, std::size_t agents) {
  std::vector<simulation::PlacedAgent> placed;
  for (std::uint32_t id = 0; id < agents; ++id) {
    if (present(frame, id)) placed.push_back({id, x_of(frame, id), y_of(frame, id)});
  }
  return placed;
}

/// Appends a frame in parts, which begin at these of its rows.
void append_in_parts(TrajectoryWriter& writer, std::vector<FrameCutter*> cutters, std::uint32_t frame, std::size_t agents,
                     const std::vector<std::size_t>& borders) {
  const std::vector<simulation::PlacedAgent> all = placed(frame, agents);
  const std::uint64_t first = writer.rows();
  writer.begin_frame(frame);
  for (std::size_t k = 0; k < cutters.size(); ++k) {
    const std::size_t begin = std::min(borders[k], all.size()),
                      end = k + 1 < borders.size() ? std::min(borders[k + 1], all.size()) : all.size();
    writer.append_part(cutters[k]->cut(frame, first + begin, std::span(all).subspan(begin, end - begin)));
  }
  writer.end_frame();
}

}  // namespace

TEST_CASE("a frame in parts is recorded as a whole one, wherever its chunks begin") {
  // Chunks have 65,536 rows.
  constexpr std::size_t agents = 240000;
  const TemporaryFolder folder;
  const Scenario scenario = scene(agents);
  // The others cut what lies behind row 10 alone.
  const AgentRange all(scenario.agents);
  FrameCutter with_threads(all, 2), without(all, 0), another(all.part(10, agents), 1);
  {
    TrajectoryWriter writer(folder.path("run.h5"), scenario, 10, {});
    append_in_parts(writer, {&with_threads, &without, &another}, 0, agents, {0, 100000, 200000});
    append(writer, 1, agents);
    // A part in no chunk of its own, an empty one, and one that begins at a border of chunks.
    append_in_parts(writer, {&without, &another, &with_threads}, 2, agents, {0, 10, 10});
    const std::size_t to_border = 65536 - writer.rows() % 65536;
    append_in_parts(writer, {&another, &without, &with_threads}, 3, agents, {0, to_border, to_border + 65536});
    writer.close();
  }
  CHECK(whole_frames(TrajectoryReader(folder.path("run.h5")), agents) == 4);
  // Pictures and ParaView read the other columns.
  {
    TrajectoryWriter writer(folder.path("plain.h5"), scenario, 10, {});
    for (std::uint32_t frame = 0; frame < 4; ++frame) append(writer, frame, agents);
    writer.close();
  }
  const auto column = [&](const std::string& file, const char* name) { return points(folder.path(file), name); };
  for (const char* name : {"position", "id", "group"}) CHECK(column("run.h5", name) == column("plain.h5", name));
}
