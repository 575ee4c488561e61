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

/// What a user asks for.
struct BackendOptions {
  std::string name = "openmp";    ///< one of backend_names()
  std::string lanes = "simd";     ///< scalar; simd: the widest that the processor has; or a target's name (sse4, avx2, avx512, neon)
  int threads = 0;                ///< of a CPU backend; 0: all
  std::string schedule = "auto";  ///< of a CPU backend's blocks: one of schedule_names
  int grain = 0;                  ///< agents of a block at most; 0: what suits each kernel
};

/// A backend ready to run: where memory lies, how blocks of agents are scheduled and what a lane holds. Cheap to copy.
struct Backend {
  std::string name;
  std::string device;                        ///< what runs, for people: the processor's or the GPU's name
  std::shared_ptr<HostScheduler> scheduler;  ///< of a CPU backend; null on a GPU
  std::optional<SimdTarget> target;          ///< vector lanes; none: scalar
  Schedule schedule = Schedule::automatic;   ///< of a CPU backend's blocks
  int grain = 0;                             ///< agents of a block at most; 0: what suits each kernel
  int threads = 1;                           ///< CPU threads that compute; on a GPU those it runs at the same time

  std::string lanes() const { return target ? target->name : "scalar"; }
  int lane_width() const { return target ? target->lanes : 1; }
  /// Whether results are bit for bit those of the serial scalar backend.
  bool same_bits() const { return !target || target->fused_multiply_add; }
};

/// Names of all backends, whether this build and machine have them or not.
std::vector<std::string> backend_names();

/// Why a backend cannot run here; empty if it can.
std::string why_unavailable(const std::string& name);

/// Errors: InputError for an unknown name, lane or schedule, a number out of range, for a backend that this build lacks and for lanes on a
/// GPU; MachineError for a missing device.
Backend make_backend(const BackendOptions& options);

/// Free and total bytes of the memory that a backend computes in.
struct Memory {
  std::uint64_t free;
  std::uint64_t total;
};
Memory memory(const Backend& backend);

}  // namespace plethos::backends
