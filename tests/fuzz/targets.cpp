#include "tests/fuzz/targets.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/error.hpp"

namespace plethos::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all{{"costs", read_costs},       {"deck", read_deck},         {"map", read_map},
                                       {"paths", read_paths},       {"problems", read_problems}, {"scenario", read_scenario},
                                       {"settings", read_settings}, {"study", read_study},       {"trajectory", read_trajectory},
                                       {"walls", cut_walls}};
  return all;
}

void expect_one_line(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.empty() || message.find_first_of("\r\n") != std::string::npos) fail("a message that is not one line: " + message);
  }
}

void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

std::string file_of(std::string_view bytes) {
  static const int descriptor = ::memfd_create("input", MFD_CLOEXEC);
  if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    fail("no memory for the input");
  }
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace plethos::fuzz
