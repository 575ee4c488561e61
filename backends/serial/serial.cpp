#include "backends/serial/serial.hpp"

#include <Kokkos_Core.hpp>

namespace plethos::backends {
namespace {

class Serial final : public HostScheduler {
 public:
  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Kokkos::Serial>(space_, 0, blocks), [&body](int block) { body(block); });
  }
  int threads() const override { return 1; }

 private:
  // Kokkos::Serial locks per instance. An instance of its own never waits for another's lock.
  Kokkos::Serial space_{Kokkos::NewInstance{}};
};

}  // namespace

std::unique_ptr<HostScheduler> make_serial(int, Schedule) { return std::make_unique<Serial>(); }

}  // namespace plethos::backends
