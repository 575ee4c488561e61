#include "backends/tbb/tbb.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/version.h>

#include <Kokkos_Core.hpp>
#include <optional>

#include "backends/hand_over.hpp"
#include "backends/processors.hpp"

namespace plethos::backends {
namespace {

/// Lets a thread of oneTBB leave the place of the one that started it, which may be OpenMP's first thread. That one stays.
void leave_place() {
  thread_local bool has_left = false;
  if (has_left || tbb::this_task_arena::current_thread_index() == 0) return;
  run_on_all_processors();
  has_left = true;
}

class Tbb final : public HostScheduler {
 public:
  Tbb(int threads, Schedule schedule) : schedule_(schedule), arena_(threads) {
    if (threads > tbb::this_task_arena::max_concurrency()) {
      control_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    }
  }

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    // Kokkos Tools learn of this loop like of any other kernel.
    std::uint64_t kernel = 0;
    const bool profiled = Kokkos::Tools::profileLibraryLoaded();
    if (profiled) Kokkos::Tools::beginParallelFor(label, 0, &kernel);
    HandOver hand_over;
    arena_.execute([&] {
      const auto one = [&](int block) {
        if (is_bound_) leave_place();
        hand_over.begin_block();
        body(block);
        hand_over.end_block();
      };
      if (schedule_ == Schedule::fixed) {
        tbb::parallel_for(0, blocks, one, tbb::static_partitioner());
      } else if (schedule_ == Schedule::dynamic) {
        tbb::parallel_for(0, blocks, one, tbb::simple_partitioner());
      } else {
        tbb::parallel_for(0, blocks, one);
      }
    });
    if (profiled) Kokkos::Tools::endParallelFor(kernel);
  }
  int threads() const override { return arena_.max_concurrency(); }

 private:
  Schedule schedule_;
  // oneTBB caps an arena at the number of processors unless told otherwise.
  std::optional<tbb::global_control> control_;
  tbb::task_arena arena_;
  bool is_bound_ = is_bound_to_place();
};

}  // namespace

std::unique_ptr<HostScheduler> make_tbb(int threads, Schedule schedule) {
  return std::make_unique<Tbb>(threads > 0 ? threads : static_cast<int>(usable_processors().size()), schedule);
}

std::string tbb_version() { return TBB_runtime_version(); }

}  // namespace plethos::backends
