#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/simulation/frame.hpp"
#include "core/agent.hpp"
#include "scenarios/io/chunk_compressor.hpp"
#include "scenarios/io/row_columns.hpp"

namespace plethos::scenarios {

/// Makes a process's part of a frame for the one that writes the file: whole chunks of its rows are compressed here, and the rows before
/// and behind them, fewer than a chunk at each end, are for that process.
class FrameCutter {
 public:
  /// `agents`: those that frames are cut of. Memory: 4 bytes for each, and some megabytes for each thread.
  FrameCutter(const AgentRange& agents, unsigned threads);

  /// Returns the part of a frame with these agents, whose first row is the row `first` of the file. TrajectoryWriter::append_part() takes
  /// it. Errors: MachineError if zlib fails.
  std::vector<std::byte> cut(std::int64_t frame, std::uint64_t first, std::span<const simulation::PlacedAgent> agents);

 private:
  using Chunks = std::array<Chunk, row_columns>;

  std::int64_t first_, all_;
  std::vector<std::int32_t> groups_;  // of the agents from the id first_ on
  ChunkCompressor compressor_;
};

/// Takes what a part holds, in order of rows: agents, or a compressed chunk of each column.
struct PartTaker {
  std::function<void(std::span<const simulation::PlacedAgent>)> agents;
  std::function<void(const std::array<std::span<const std::byte>, row_columns>&)> chunk;
};
void read_part(std::span<const std::byte> part, const PartTaker& take);

}  // namespace plethos::scenarios
