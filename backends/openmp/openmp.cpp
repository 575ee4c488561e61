#include "backends/openmp/openmp.hpp"

#include <Kokkos_Core.hpp>

#include "backends/serial/serial.hpp"

namespace plethos::backends {
namespace {

class OpenMP final : public HostScheduler {
 public:
  OpenMP(int threads, Schedule schedule) : space_(threads), schedule_(schedule) {}

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    // Waking the threads takes longer than a block is worth to them.
    if (blocks == 1) return alone_->run(label, blocks, body);
    using Static = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Static>>;
    using Dynamic = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Dynamic>>;
    if (schedule_ == Schedule::fixed) {
      Kokkos::parallel_for(label, Static(space_, 0, blocks), [&body](int block) { body(block); });
    } else {
      Kokkos::parallel_for(label, Dynamic(space_, 0, blocks, Kokkos::ChunkSize(1)), [&body](int block) { body(block); });
    }
  }
  int threads() const override { return space_.concurrency(); }

 private:
  Kokkos::OpenMP space_;
  Schedule schedule_;
  std::unique_ptr<HostScheduler> alone_ = make_serial(1, Schedule::automatic);
};

}  // namespace

std::unique_ptr<HostScheduler> make_openmp(int threads, Schedule schedule) {
  return std::make_unique<OpenMP>(threads > 0 ? threads : Kokkos::OpenMP().concurrency(), schedule);
}

}  // namespace plethos::backends
