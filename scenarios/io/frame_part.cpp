#include "scenarios/io/frame_part.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>

#include "core/error.hpp"

namespace plethos::scenarios {
namespace {

using simulation::PlacedAgent;

class PartBytes {
 public:
  void number(std::uint64_t value) { add(std::as_bytes(std::span(&value, 1))); }
  void add(std::span<const std::byte> bytes) {
    const std::size_t before = bytes_.size();
    bytes_.resize(before + bytes.size());
    std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(before));
  }
  void agents(std::span<const PlacedAgent> agents) {
    number(agents.size());
    add(std::as_bytes(agents));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

FrameCutter::FrameCutter(const AgentRange& agents, unsigned threads) : first_(agents.first), all_(agents.all), compressor_(threads) {
  for (const AgentRecord& agent : agents.records) groups_.push_back(agent.group);
}

std::vector<std::byte> FrameCutter::cut(std::int64_t frame, std::uint64_t first, std::span<const PlacedAgent> agents) {
  const std::uint64_t rows = rows_of_row_chunk(static_cast<std::size_t>(all_));
  const auto before = static_cast<std::size_t>(std::min<std::uint64_t>((rows - first % rows) % rows, agents.size()));
  const std::size_t chunks = (agents.size() - before) / rows;
  PartBytes part;
  part.agents(agents.first(before));
  part.number(chunks);
  std::deque<std::unique_ptr<Chunks>> pending;
  std::unique_ptr<Chunks> spare;
  bool failed = false;
  const auto finish_oldest = [&] {
    spare = std::move(pending.front());
    pending.pop_front();
    for (const Chunk& chunk : *spare) {
      compressor_.wait(chunk);
      failed = failed || chunk.size == 0;
      part.number(chunk.size);
      part.add(std::span(chunk.deflated).first(chunk.size));
    }
  };
  for (std::size_t k = 0; k < chunks; ++k) {
    auto columns = spare ? std::move(spare) : std::make_unique<Chunks>();
    for_each_column(RowColumns(), [&](std::size_t column, const auto& value) {
      (*columns)[column].element_size = element_sizes[column];
      (*columns)[column].raw.resize(rows * sizeof value);
    });
    std::size_t row = 0;
    for (const PlacedAgent& agent : agents.subspan(before + k * rows, rows)) {
      for_each_column(columns_of(frame, agent, groups_[static_cast<std::size_t>(agent.id - first_)]),
                      [&](std::size_t column, const auto& value) {
                        std::memcpy((*columns)[column].raw.data() + row * sizeof value, &value, sizeof value);
                      });
      ++row;
    }
    for (Chunk& chunk : *columns) compressor_.submit(chunk);
    pending.push_back(std::move(columns));
    if (pending.size() > compressor_.threads()) finish_oldest();
  }
  while (!pending.empty()) finish_oldest();
  if (failed) throw MachineError("zlib cannot compress rows of a trajectory");
  part.agents(agents.subspan(before + chunks * rows));
  return part.take();
}

void read_part(std::span<const std::byte> part, const PartTaker& take) {
  const auto next = [&](std::uint64_t bytes) {
    const auto found = part.first(bytes);
    part = part.subspan(bytes);
    return found;
  };
  const auto number = [&] {
    std::uint64_t value = 0;
    std::memcpy(&value, next(sizeof value).data(), sizeof value);
    return value;
  };
  std::vector<PlacedAgent> agents;
  const auto take_agents = [&] {
    agents.resize(number());
    const auto bytes = next(agents.size() * sizeof(PlacedAgent));
    if (!bytes.empty()) std::memcpy(agents.data(), bytes.data(), bytes.size());
    take.agents(agents);
  };
  take_agents();
  for (std::uint64_t left = number(); left > 0; --left) {
    std::array<std::span<const std::byte>, row_columns> chunk;
    for (auto& column : chunk) column = next(number());
    take.chunk(chunk);
  }
  take_agents();
}

}  // namespace plethos::scenarios
