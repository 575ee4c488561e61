#include "scenarios/io/xdmf.hpp"

#include <string>

#include "tests/scenarios/io/recorded.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::recorded;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

}  // namespace

TEST_CASE("the description lies beside the trajectory") {
  CHECK(xdmf_path("out/run.h5") == "out/run.xmf");
  CHECK(xdmf_path("run.hdf5") == "run.xmf");
  CHECK(xdmf_path("run.data") == "run.data.xmf");
}

TEST_CASE("the description selects the rows of each frame") {
  const TemporaryFolder folder;
  const TrajectoryFrame frames[] = {{0, 0, 5}, {10, 5, 4}};
  write_xdmf(folder.path("a&b.h5"), frames, 5, 9);
  const std::string text = read_bytes(folder.path("a&b.xmf"));
  CHECK(count(text, "GridType=\"Uniform\"") == 2);
  CHECK(count(text, "<Time Value=\"2\"/>") == 1);
  CHECK(count(text, "a&amp;b.h5:/plethos/points/position") == 2);
  CHECK(count(text, "Format=\"XML\">5 0 1 1 4 2<") == 1);
  CHECK(count(text, "Format=\"XML\">5 1 4<") == 2);
  CHECK(count(text, "Dimensions=\"9 2\"") == 2);
  CHECK(count(text, "<DataItem") == count(text, "</DataItem>"));
  CHECK_THROWS_AS(write_xdmf(folder.path("missing/run.h5"), frames, 5, 9), InputError);
}

TEST_CASE("the description of a run grows with it and never names rows that are missing") {
  const TemporaryFolder folder;
  TrajectoryWriter writer(folder.path("run.h5"), scene(20), 10, {});
  for (std::uint32_t frame = 0; frame < 90; ++frame) {
    append(writer, frame, 20);
    if (frame % 8 == 7) {
      writer.flush();
      const std::size_t described = count(read_bytes(folder.path("run.xmf")), "GridType=\"Uniform\"");
      CHECK(described <= frame + 1);
      CHECK(2 * described > frame + 1);
    }
  }
  writer.close();
  CHECK(count(read_bytes(folder.path("run.xmf")), "GridType=\"Uniform\"") == 90);
}
