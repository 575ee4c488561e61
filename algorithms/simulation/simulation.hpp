#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/distribution/balance.hpp"
#include "algorithms/distribution/gpu_path.hpp"
#include "algorithms/simulation/checkpointing.hpp"
#include "algorithms/simulation/coupling.hpp"
#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/measurements.hpp"
#include "algorithms/simulation/methods.hpp"
#include "algorithms/simulation/worlds.hpp"
#include "backends/backend.hpp"
#include "backends/ranks/self/self.hpp"
#include "core/agent.hpp"
#include "core/ensemble.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"
#include "core/world_change.hpp"

namespace plethos::simulation {

/// What a part of a simulation takes of the backend's memory.
struct MemoryPart {
  std::string name;
  std::uint64_t bytes;
};

/// A stage of a step: the region "plethos::simulation::NAME", in which each part is a region "plethos::simulation::NAME::PART". All that a
/// stage with parts computes lies in one of them; not every simulation has every part.
struct Stage {
  std::string name;
  std::vector<std::string> parts;
};
/// In the order in which a step takes them.
const std::vector<Stage>& stages();

/// Bytes that Simulation::create() claims at least, and but for roadmaps about what it claims. Errors: InputError for an unknown method.
std::uint64_t estimated_bytes(const Parameters& parameters, const World& world, std::size_t agents, const MethodChoices& methods);

/// The most agents of a rank; of an ensemble the most ids (EnsembleIds::count()). Places, and numbers of cells and of coordinates, of which
/// an agent has two each, are below 2^31, with room for ghosts. Places in lists are not: they take 64 bits.
inline constexpr std::size_t most_agents = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / 4;
/// The most agents of all ranks together: their ids are below 2^31.
inline constexpr std::size_t most_agents_of_all = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());

/// The ranks of a run, and how they share it.
struct Sharing {
  const backends::Ranks& ranks = backends::self();
  distribution::Balance balance = {};
  /// How messages go from a GPU's memory, if agents are there. Without a value: GpuPath::peers if all ranks have GPUs of one host that
  /// reach each other's memory; else GpuPath::mpi if what connects the ranks says that it can.
  std::optional<distribution::GpuPath> between_gpus = {};
};

/// A crowd on one backend: the pipeline of Bleiweiss 2009, figure 3, as a list of stages: perceive, plan, steer, avoid, move. All memory is
/// claimed by create(); a step allocates nothing and copies nothing between host and device. Every 16 steps the number of arrived agents is
/// looked at, and when they are an eighth of those that are moved, they leave the working set (section 7's regrouping).
///
/// On several ranks each has the agents of its region (algorithms/distribution/). Positions and statistics are those of one rank, bit for
/// bit. All ranks call the same functions with the same arguments in the same order, on any backends. In a step ranks then exchange what
/// they see of each other's agents, and between steps agents migrate, for which a rank may claim more memory.
class Simulation {
 public:
  /// `agents`: all; of several ranks each needs to give those of its slab (distribution::Slabs), and only these are read. An `ensemble`
  /// says which of them are in which world; each world then has the bits of a simulation of its own, on one rank. It is advanced, looked at
  /// and read; records of steps, changes of the world, and saving need one world. Errors: InputError for an unknown method, a value that no
  /// method in use has, agents that are missing, a place out of range (is_in_range()), an agent that is not passive and has none of the
  /// world's goals, a method that needs one rank or one world where there are several, or an ensemble that does not fit the agents;
  /// MachineError, saying how much is missing, if memory does not suffice.
  static std::unique_ptr<Simulation> create(const backends::Backend& backend, const Parameters& parameters, const World& world,
                                            const AgentRange& agents, const MethodChoices& methods, const Sharing& sharing = {},
                                            const Ensemble& ensemble = {});
  virtual ~Simulation() = default;

  /// Advances by `count` steps. Returns before a device has finished them.
  virtual void advance(std::int64_t count) = 0;
  /// Waits for the steps so far.
  virtual void wait() = 0;
  /// Changes obstacles, costs of cells, goals and agents before the next step. Agents can join up to the number of records that the
  /// simulation was made of: records of the state `absent` keep room for them. What obstacles of World::moving do by their own times needs
  /// no change. Waits. Cost: walls and what the planner prepares anew. Of n cells n log n, and at the first change a copy of the grid; of
  /// agents a pass over all ids, and copies of those named. Errors: InputError for a change that does not fit (core/world_change.hpp), for
  /// costs that the planner does not take, and for changes of agents on several ranks; nothing has changed then.
  virtual void apply(const WorldChange& change) = 0;
  /// Waits, and copies one number from the device: Statistics::arrived.
  virtual std::int64_t arrived() = 0;
  /// Waits, and copies a few numbers from the device.
  virtual Statistics statistics() = 0;
  /// Waits, and copies all agents' positions and velocities from the device. Of several ranks, rank 0 has them, and the others' frames are
  /// empty.
  virtual void read(Frame& frame) = 0;
  /// Together: waits, and returns on rank 0 checksum() of what read() reads, and 0 on others. No rank of several has all agents. Cost: one
  /// copy of the positions, and from other ranks 12 bytes an agent.
  virtual std::uint64_t checksum() = 0;
  /// The worlds of an ensemble.
  virtual Worlds& worlds() = 0;
  /// What other programs read and write where it lies.
  virtual Coupling& coupling() = 0;
  /// What stops it and goes on.
  virtual Checkpointing& checkpointing() = 0;
  /// What looks into its steps.
  virtual Measurements& measurements() = 0;
  /// Agents that a step computes now on this rank; at most all.
  virtual std::int64_t working() const = 0;
  /// What is claimed in the backend's memory: "agents", "obstacles", "goals", "neighbor structure", "neighbor lists", "planner"; and
  /// "distribution" on several ranks.
  virtual std::vector<MemoryPart> memory() const = 0;
  /// The sum of it.
  std::uint64_t bytes() const;
};

}  // namespace plethos::simulation
