// A library for Kokkos Tools: writes to the file that the environment variable PLETHOS_LAUNCHES names how often kernels were launched, and
// how many bytes were copied and claimed, from the program's start to its end.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

/// What Kokkos says of a memory space (Kokkos_Profiling_SpaceHandle).
struct Space {
  char name[64];
};

struct Counts {
  std::uint64_t launches, fences, copies, copied_bytes, claims, claimed_bytes;
} counts;

}  // namespace

extern "C" {

void kokkosp_begin_parallel_for(const char*, std::uint32_t, std::uint64_t*) { ++counts.launches; }
void kokkosp_begin_parallel_reduce(const char*, std::uint32_t, std::uint64_t*) { ++counts.launches; }
void kokkosp_begin_parallel_scan(const char*, std::uint32_t, std::uint64_t*) { ++counts.launches; }
void kokkosp_begin_fence(const char*, std::uint32_t, std::uint64_t*) { ++counts.fences; }
void kokkosp_begin_deep_copy(Space, const char*, const void*, Space, const char*, const void*, std::uint64_t bytes) {
  ++counts.copies;
  counts.copied_bytes += bytes;
}
void kokkosp_allocate_data(Space, const char*, const void*, std::uint64_t bytes) {
  ++counts.claims;
  counts.claimed_bytes += bytes;
}
void kokkosp_finalize_library() {
  const char* path = std::getenv("PLETHOS_LAUNCHES");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file,
               "{\"launches\": %" PRIu64 ", \"fences\": %" PRIu64 ", \"copies\": %" PRIu64 ", \"copied_bytes\": %" PRIu64
               ", \"claims\": %" PRIu64 ", \"claimed_bytes\": %" PRIu64 "}\n",
               counts.launches, counts.fences, counts.copies, counts.copied_bytes, counts.claims, counts.claimed_bytes);
  std::fclose(file);
}
}
