#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::planning {

/// Section 4.1 and figure 4: vectors of {distance, id} of any length one behind the other, and where each begins and how long it is.
/// The elements lie as a structure of arrays.
template <class MemorySpace>
struct Vectors {
  Kokkos::View<std::int64_t*, MemorySpace> offset;
  Kokkos::View<std::int32_t*, MemorySpace> count;
  Kokkos::View<float*, MemorySpace> distance;  // m
  Kokkos::View<std::int32_t*, MemorySpace> id;

  Vectors() = default;
  Vectors(std::size_t vectors, std::size_t elements)
      : offset("plethos::roadmap::offset", vectors),
        count("plethos::roadmap::count", vectors),
        distance(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::distance"), elements),
        id(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::id"), elements) {}

  static constexpr std::size_t bytes_per_vector = 12;
  static constexpr std::size_t bytes_per_element = 8;
  std::size_t bytes() const { return bytes_per_vector * offset.size() + bytes_per_element * distance.size(); }
};

}  // namespace plethos::planning
