#include "scenarios/io/ownership.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "scenarios/render/render.hpp"
#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

TEST_CASE("files of ours are known from those of others") {
  const TemporaryFolder folder;
  {
    TrajectoryWriter writer(folder.path("run.h5"), scene(2), 10, {});
    recorded::append(writer, 1, 2);
    CHECK(is_own_trajectory(folder.path("run.h5")));
  }
  RenderOptions options;
  options.width = 64;
  render(TrajectoryReader(folder.path("run.h5")), folder.path("run.png"), options);
  CHECK(is_own_trajectory(folder.path("run.h5")));
  CHECK(is_own_xdmf(folder.path("run.xmf")));
  CHECK(is_own_picture(folder.path("run.png")));
  std::ofstream(folder.path("page.html")) << "<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"plethos\"/>\n";
  CHECK(is_own_page(folder.path("page.html")));

  std::ofstream(folder.path("notes")) << "notes";
  for (const char* name : {"notes", "run.h5", "run.xmf", "run.png", "missing", ""}) {
    const std::string path = folder.path(name);
    CAPTURE(path);
    CHECK(is_own_trajectory(path) == (std::string(name) == "run.h5"));
    CHECK(is_own_xdmf(path) == (std::string(name) == "run.xmf"));
    CHECK(is_own_picture(path) == (std::string(name) == "run.png"));
    CHECK(!is_own_page(path));
  }
  // A damaged file may belong to anybody.
  fs::resize_file(folder.path("run.h5"), 600);
  CHECK(!is_own_trajectory(folder.path("run.h5")));
}
