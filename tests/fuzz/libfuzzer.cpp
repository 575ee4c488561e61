#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.hpp"

// PLETHOS_FUZZ_TARGET is the function that this program gives its inputs to.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  plethos::fuzz::PLETHOS_FUZZ_TARGET({reinterpret_cast<const char*>(bytes), count});
  return 0;
}
