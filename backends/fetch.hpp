#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "backends/execution.hpp"
#include "core/to_view.hpp"

namespace plethos::backends {

/// The memory of the host that an execution's memory is copied to and from. That of a device is page-locked, and its kernels can read it.
template <class Execution>
struct StagingMemory {
  using type = Kokkos::HostSpace;
};
template <class Space>
struct StagingMemory<DeviceExecution<Space>> {
  using type = Kokkos::SharedHostPinnedSpace;
};

/// Brings whole numbers that kernels have computed to the host. It keeps page-locked memory: a device's copy to other memory takes twice as
/// long, and each further one has to be waited for.
template <class Execution>
class Fetch {
 public:
  using Numbers = Kokkos::View<const std::int32_t*, typename Execution::memory_space>;

  /// Returns the elements of views, one view's after the other's, as what was launched until now leaves them. They stay until the next
  /// call. Waits.
  std::span<const std::int32_t> operator()(const Execution& execution, std::initializer_list<Numbers> views) {
    std::size_t size = 0;
    for (const Numbers& view : views) size += view.size();
    const auto all = claim_view("plethos::backends::fetched", size, memory_);
    std::size_t at = 0;
    for (const Numbers& view : views) {
      const std::pair part(at, at + view.size());
      at = part.second;
      if constexpr (in_host_memory<typename Execution::memory_space>) {
        std::copy_n(view.data(), view.size(), all.data() + part.first);
      } else if (view.size() > 0) {
        Kokkos::deep_copy(execution.space, Kokkos::subview(all, part), view);
      }
    }
    execution.fence();
    return {all.data(), size};
  }
  /// The same of one element of each view.
  std::span<const std::int32_t> element_of(const Execution& execution, std::size_t place, const Numbers& a, const Numbers& b) {
    const std::pair one(place, place + 1);
    return (*this)(execution, {Kokkos::subview(a, one), Kokkos::subview(b, one)});
  }

 private:
  Kokkos::View<std::int32_t*, typename StagingMemory<Execution>::type> memory_;
};

}  // namespace plethos::backends
