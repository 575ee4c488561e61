#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::planning {

/// How much longer a way counts than it is where one has to squeeze past a corner: agents take it only where nothing else leads on.
constexpr float squeeze_factor = 4.f;

/// Section 4.1 and figure 4: lists of {distance, id} of any length one behind the other, and where each begins and how long it is.
/// The elements lie as a structure of arrays.
template <class MemorySpace>
struct RaggedLists {
  Kokkos::View<std::int64_t*, MemorySpace> offset;
  Kokkos::View<std::int32_t*, MemorySpace> count;
  Kokkos::View<float*, MemorySpace> distance;  // m
  Kokkos::View<std::int32_t*, MemorySpace> id;

  RaggedLists() = default;
  RaggedLists(std::size_t lists, std::size_t elements)
      : offset("plethos::roadmap::offset", lists),
        count("plethos::roadmap::count", lists),
        distance(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::distance"), elements),
        id(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::id"), elements) {}

  static constexpr std::size_t bytes_per_list = 12;
  static constexpr std::size_t bytes_per_element = 8;
  std::size_t bytes() const { return bytes_per_list * offset.size() + bytes_per_element * distance.size(); }
};

}  // namespace plethos::planning
