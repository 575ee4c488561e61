#include "backends/tbb/tbb.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <Kokkos_Core.hpp>
#include <optional>

#include "backends/hand_over.hpp"
#include "backends/processors.hpp"

namespace plethos::backends {
namespace {

/// A thread begins where the one ran that started it. That may be OpenMP's first one, which is bound to one place.
class Unbound final : public tbb::task_scheduler_observer {
 public:
  explicit Unbound(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  ~Unbound() override { observe(false); }
  void on_scheduler_entry(bool is_worker) override {
    if (is_worker) run_on_all_processors();
  }
};

class Tbb final : public HostScheduler {
 public:
  Tbb(int threads, Schedule schedule) : schedule_(schedule), arena_(threads) {
    if (threads > tbb::this_task_arena::max_concurrency()) {
      control_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    }
    // The arena begins here, and asks for its threads.
    unbound_.emplace(arena_);
  }

  void run(const char* label, int blocks, const std::function<void(int)>& body) override {
    // Kokkos Tools learn of this loop like of any other kernel.
    std::uint64_t kernel = 0;
    const bool profiled = Kokkos::Tools::profileLibraryLoaded();
    if (profiled) Kokkos::Tools::beginParallelFor(label, 0, &kernel);
    HandOver hand_over;
    arena_.execute([&] {
      const auto one = [&](int block) {
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
  std::optional<Unbound> unbound_;
};

}  // namespace

std::unique_ptr<HostScheduler> make_tbb(int threads, Schedule schedule) {
  return std::make_unique<Tbb>(threads > 0 ? threads : static_cast<int>(usable_processors().size()), schedule);
}

}  // namespace plethos::backends
