#include "scenarios/io/temporary_files.hpp"

#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstring>

namespace plethos::scenarios {
namespace {

enum class SlotState { free, taken, named };
static_assert(std::atomic<SlotState>::is_always_lock_free, "a handler of signals may not wait for a lock");

/// A handler of signals may not touch memory that is allocated and freed.
struct NameSlot {
  std::atomic<SlotState> state{SlotState::free};
  bool is_folder = false;
  char name[PATH_MAX] = {};
};
NameSlot name_slots[48];

void remove(bool folders) {
  for (const NameSlot& slot : name_slots) {
    if (slot.state != SlotState::named || slot.is_folder != folders) continue;
    if (folders) {
      ::rmdir(slot.name);
    } else {
      ::unlink(slot.name);
    }
  }
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& name, bool is_folder) {
  for (int slot = 0; slot < static_cast<int>(std::size(name_slots)) && name.size() < sizeof NameSlot::name; ++slot) {
    SlotState free = SlotState::free;
    if (!name_slots[slot].state.compare_exchange_strong(free, SlotState::taken)) continue;
    std::memcpy(name_slots[slot].name, name.c_str(), name.size() + 1);
    name_slots[slot].is_folder = is_folder;
    name_slots[slot].state = SlotState::named;
    slot_ = slot;
    return;
  }
}

TemporaryFile::~TemporaryFile() {
  if (slot_ >= 0) name_slots[slot_].state = SlotState::free;
}

void remove_temporary_files() {
  remove(false);
  remove(true);
}

}  // namespace plethos::scenarios
