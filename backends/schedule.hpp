#pragma once

#include <array>

namespace plethos::backends {

/// The way in which a CPU backend spreads blocks of work over its threads. `dynamic` deals them out as threads become free, and `fixed`
/// deals them out at once in equal parts. `automatic` is the backend's best way: each thread begins with blocks in a row, as far as no other
/// thread that is done takes them.
enum class Schedule { automatic, fixed, dynamic };

/// Their names, in the enumeration's order.
inline constexpr std::array<const char*, 3> schedule_names{"auto", "static", "dynamic"};

}  // namespace plethos::backends
