#include "perf/study/study.hpp"

#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {

void read_study(std::string_view bytes) {
  expect_one_line([&] {
    if (study::parse_study(bytes, "input.toml").blocks.empty()) fail("a study without runs");
  });
}

}  // namespace plethos::fuzz
