#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::backends {

/// A user's choice of a backend.
struct BackendOptions {
  std::string name = "openmp";    ///< one of backend_names()
  std::string lanes = "simd";     ///< scalar; simd: the widest of the processor; or a target's name (sse4, avx2, avx512, neon)
  int threads = 0;                ///< of a CPU backend; 0: all
  std::string schedule = "auto";  ///< of a CPU backend's blocks: one of schedule_names
  int grain = 0;                  ///< the most agents of a block; 0: the best number for each kernel
};

/// A backend that is ready to run: its memory, its scheduler for blocks of agents, and its lane. It is cheap to copy.
struct Backend {
  std::string name;
  std::string device;                        ///< the processor's or the GPU's name, for people
  std::shared_ptr<HostScheduler> scheduler;  ///< of a CPU backend; null on a GPU
  std::optional<SimdTarget> target;          ///< vector lanes; none: scalar
  Schedule schedule = Schedule::automatic;   ///< of a CPU backend's blocks
  int grain = 0;                             ///< the most agents of a block; 0: the best number for each kernel
  int threads = 1;                           ///< CPU threads that compute; on a GPU the number that it runs at the same time

  std::string lanes() const { return target ? target->name : "scalar"; }
  int lane_width() const { return target ? target->lanes : 1; }
  /// Returns whether results are bit for bit those of the serial scalar backend.
  bool same_bits() const { return !target || target->fused_multiply_add; }
};

/// Returns the names of all backends, including those that this build or machine lacks.
std::vector<std::string> backend_names();

/// Returns whether the backend of that name computes on a GPU.
bool on_device(const std::string& name);

/// Returns why a backend cannot run here, or an empty text if it can.
std::string why_unavailable(const std::string& name);

/// Makes a backend. Errors: InputError for an unknown name, lane or schedule, a number out of range, a backend that this build lacks, and
/// lanes on a GPU; MachineError for a missing device.
Backend make_backend(const BackendOptions& options);

/// Free and total bytes of the memory that a backend computes in.
struct Memory {
  std::uint64_t free;
  std::uint64_t total;
};
Memory memory(const Backend& backend);
Memory host_memory();
/// Needs a device.
Memory device_memory();

}  // namespace plethos::backends
