#include "core/in_parts.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace plethos {
namespace {

/// A thread takes longer to start than it does to look at fewer items.
constexpr std::size_t least_items = std::size_t{1} << 16;

}  // namespace

void in_parts(std::size_t count, const std::function<void(std::size_t first, std::size_t end)>& work) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(count / least_items, 1, processors);
  std::vector<std::exception_ptr> errors(parts);
  const auto run = [&](std::size_t part) {
    try {
      work(count * part / parts, count * (part + 1) / parts);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t part = 1; part < parts; ++part) threads.emplace_back(run, part);
  run(0);
  threads.clear();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

void claim_pages(void* memory, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  if (begin >= end) return;
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
  // An older system refuses it, and gives pages as they are written.
  in_parts((end - begin) / page, [&](std::size_t first, std::size_t last) {
    madvise(reinterpret_cast<void*>(begin + first * page), (last - first) * page, MADV_POPULATE_WRITE);
  });
#endif
}

}  // namespace plethos
