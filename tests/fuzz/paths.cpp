#include "scenarios/io/paths_file.hpp"
#include "scenarios/render/paths_render.hpp"
#include "tests/fuzz/damage.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/scenarios/io/recorded_paths.hpp"

namespace plethos::fuzz {
namespace {

std::string bytes_of_record(const scenarios::RecordedPaths& record) {
  const std::string path = (folder() / "paths.h5").string();
  scenarios::OutputFile output(path, scenarios::OutputKind::paths);
  write_paths(output, record);
  return bytes_of(path);
}

}  // namespace

/// Reads a whole file, of a map or of obstacles, with up to eight damages, which the bytes describe.
void read_paths(std::string_view bytes) {
  static const std::string whole[] = {bytes_of_record(scenarios::recorded::paths_in_map()),
                                      bytes_of_record(scenarios::recorded::paths_among_obstacles())};
  for (const std::string& file : whole) {
    const std::string broken = damaged(file, bytes);
    expect_one_line(
        [&] { scenarios::render_paths(scenarios::read_paths(file_of(broken)), (folder() / "paths.png").string(), {.width = 64}); });
    expect_one_line([&] { scenarios::holds_paths(file_of(broken)); });
  }
}

}  // namespace plethos::fuzz
