#pragma once

#include <array>

namespace plethos::backends {

/// How blocks of work are spread over the threads of a CPU backend: dealt out as threads become free, at once in equal parts, or whichever
/// the backend does best (dynamically; oneTBB joins blocks where nobody steals).
enum class Schedule { automatic, fixed, dynamic };

/// Their names, in the enumeration's order.
inline constexpr std::array<const char*, 3> schedule_names{"auto", "static", "dynamic"};

}  // namespace plethos::backends
