#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "core/agents.hpp"

namespace plethos::tests {

/// Host memory of which only the pages that are touched exist: columns of a crowd as large as a simulation can have fit into any machine.
class SparseMemory {
 public:
  SparseMemory() = default;
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;
  ~SparseMemory() {
    for (const auto& [memory, bytes] : claimed_) munmap(memory, bytes);
  }

  /// Returns a view of these dynamic extents, full of zeros.
  template <class View, class... Extents>
  View view(Extents... extents) {
    std::size_t bytes = sizeof(typename View::value_type);
    for (std::size_t r = View::rank_dynamic; r < View::rank(); ++r) bytes *= View::static_extent(r);
    ((bytes *= static_cast<std::size_t>(extents)), ...);
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    claimed_.emplace_back(memory, bytes);
    return View(static_cast<typename View::value_type*>(memory), static_cast<std::size_t>(extents)...);
  }

  /// Returns memory for agents whose columns are `stride` elements long, which holds `agents`.
  Agents<Kokkos::HostSpace> crowd(const Agents<Kokkos::HostSpace>& agents, std::int32_t stride) {
    Agents<Kokkos::HostSpace> far;
    far.hold_as(agents);
    far.capacity = far.stride = stride;
    for_each_column(AgentColumns<Agents<Kokkos::HostSpace>>(), far, [&]<class View>(View& view, auto) {
      if constexpr (View::rank_dynamic < 2) {
        view = this->view<View>(stride);
      } else {
        view = this->view<View>(stride, agents.words());
      }
    });
    for (std::int32_t i = 0; i < agents.count; ++i) {
      far.zip(agents,
              [&]<class View>(const View& to, const View& from) { for_each_element(to, [&](auto... k) { to(i, k...) = from(i, k...); }); });
    }
    return far;
  }

 private:
  std::vector<std::pair<void*, std::size_t>> claimed_;
};

}  // namespace plethos::tests
