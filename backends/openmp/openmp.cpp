#include "backends/openmp/openmp.hpp"

#include <Kokkos_Core.hpp>

namespace plethos::backends {
namespace {

class OpenMP final : public HostScheduler {
 public:
  explicit OpenMP(int threads) : space_(threads) {}

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    using Policy = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(label, Policy(space_, 0, blocks, Kokkos::ChunkSize(1)), [&body](int block) { body(block); });
  }
  int threads() const override { return space_.concurrency(); }

 private:
  Kokkos::OpenMP space_;
};

}  // namespace

std::unique_ptr<HostScheduler> make_openmp(int threads) {
  return std::make_unique<OpenMP>(threads > 0 ? threads : Kokkos::OpenMP().concurrency());
}

}  // namespace plethos::backends
