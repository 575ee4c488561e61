#include "backends/openmp/openmp.hpp"

#include <Kokkos_Core.hpp>

#include "backends/serial/serial.hpp"

namespace plethos::backends {
namespace {

class OpenMP final : public HostScheduler {
 public:
  explicit OpenMP(int threads) : space_(threads) {}

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    // Waking the threads takes longer than a block is worth to them.
    if (blocks == 1) return alone_->run(label, blocks, body);
    using Policy = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(label, Policy(space_, 0, blocks, Kokkos::ChunkSize(1)), [&body](int block) { body(block); });
  }
  int threads() const override { return space_.concurrency(); }

 private:
  Kokkos::OpenMP space_;
  std::unique_ptr<HostScheduler> alone_ = make_serial(1);
};

}  // namespace

std::unique_ptr<HostScheduler> make_openmp(int threads) {
  return std::make_unique<OpenMP>(threads > 0 ? threads : Kokkos::OpenMP().concurrency());
}

}  // namespace plethos::backends
