#include "backends/openmp/openmp.hpp"

#include <Kokkos_Core.hpp>

#include "backends/hand_over.hpp"
#include "backends/openmp/own_blocks.hpp"
#include "backends/serial/serial.hpp"

#ifdef PLETHOS_THREAD_SANITIZER
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

// Compiled OpenMP pragmas call these functions instead of libgomp's. Kokkos' own loops do so too.
namespace {

struct ParallelRegion {
  void (*body)(void*);
  void* data;
  plethos::backends::HandOver hand_over{};
};

void run_region(void* pointer) {
  auto& region = *static_cast<ParallelRegion*>(pointer);
  region.hand_over.begin_block();
  region.body(region.data);
  region.hand_over.end_block();
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  static auto* const run = next<void(void (*)(void*), void*, unsigned, unsigned)>("GOMP_parallel");
  ParallelRegion region{body, data};
  run(run_region, &region, threads, flags);
}

extern "C" void GOMP_barrier() {
  static auto* const wait = next<void()>("GOMP_barrier");
  static char passed = 0;
  __tsan_release(&passed);
  wait();
  __tsan_acquire(&passed);
}
#endif

namespace plethos::backends {
namespace {

class OpenMP final : public HostScheduler {
 public:
  OpenMP(int threads, Schedule schedule) : space_(threads), schedule_(schedule), own_blocks_(threads) {}

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    // Waking the threads takes longer than one block is worth.
    if (blocks == 1) return alone_->run(label, blocks, body);
    using Static = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Static>>;
    using Dynamic = Kokkos::RangePolicy<Kokkos::OpenMP, Kokkos::Schedule<Kokkos::Dynamic>>;
    if (schedule_ == Schedule::fixed) {
      // Where Kokkos tells compilers the size of a part, its own is a smaller one.
      const Kokkos::ChunkSize part((blocks + threads() - 1) / threads());
      Kokkos::parallel_for(label, Static(space_, 0, blocks, part), [&body](int block) { body(block); });
    } else if (schedule_ == Schedule::automatic) {
      own_blocks_.deal(blocks);
      Kokkos::parallel_for(label, Static(space_, 0, own_blocks_.threads(), Kokkos::ChunkSize(1)),
                           [this, &body](int thread) { own_blocks_.work(thread, body); });
    } else {
      Kokkos::parallel_for(label, Dynamic(space_, 0, blocks, Kokkos::ChunkSize(1)), [&body](int block) { body(block); });
    }
  }
  int threads() const override { return space_.concurrency(); }

 private:
  Kokkos::OpenMP space_;
  Schedule schedule_;
  OwnBlocks own_blocks_;
  std::unique_ptr<HostScheduler> alone_ = make_serial(1, Schedule::automatic);
};

}  // namespace

std::unique_ptr<HostScheduler> make_openmp(int threads, Schedule schedule) {
  return std::make_unique<OpenMP>(threads > 0 ? threads : Kokkos::OpenMP().concurrency(), schedule);
}

}  // namespace plethos::backends
