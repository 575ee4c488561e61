#pragma once

#ifdef PLETHOS_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace plethos::backends {

/// Tells ThreadSanitizer that all blocks of a loop begin after this object is made and end before it is destroyed. It orders no two blocks.
/// It does nothing in other builds.
class HandOver {
 public:
#ifdef PLETHOS_THREAD_SANITIZER
  HandOver() { __tsan_release(&begun_); }
  ~HandOver() { __tsan_acquire(&ended_); }
  void begin_block() { __tsan_acquire(&begun_); }
  void end_block() { __tsan_release(&ended_); }

 private:
  char begun_ = 0;
  char ended_ = 0;
#else
  void begin_block() {}
  void end_block() {}
#endif
};

}  // namespace plethos::backends
