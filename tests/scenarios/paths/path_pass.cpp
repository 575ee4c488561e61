#include "scenarios/paths/path_pass.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

/// Returns queries in a map of pillars.
PathProblems problems_of(const tests::TemporaryFolder& folder, std::int64_t queries, std::int64_t goals = 0) {
  std::string text = "type octile\nheight 20\nwidth 30\nmap\n";
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 30; ++column) text += row % 3 == 1 && column % 4 < 3 ? '@' : '.';
    text += '\n';
  }
  return make_path_problems(map_request(folder.write("pillars.map", text), ""), {queries, 0, 7, goals});
}

}  // namespace

TEST_CASE("queries that are answered in batches have the same ways") {
  const tests::TemporaryFolder folder;
  // More than the first batch of one thread, and of a second.
  const PathProblems problems = problems_of(folder, 1500);
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  for (const char* const planner : {"astar", "pha", "straight"}) {
    CAPTURE(planner);
    const planning::Paths whole = PathSearch(problems, backend, planner, {}).find().paths;
    std::vector<std::size_t> answered;
    PathSearch search(problems, backend, planner, {});
    const PathPass pass = search.find_in_batches([&](std::size_t so_far) {
      answered.push_back(so_far);
      return true;
    });
    CHECK(pass.paths.first == whole.first);
    CHECK(pass.paths.points == whole.points);
    REQUIRE(answered.size() >= 3);
    CHECK(answered.front() == 0);
    CHECK(answered[1] == 4);  // an interrupt waits for few goals, however long each takes
    CHECK(answered.back() == 1500);
    CHECK(pass.in_flight == 1);
    CHECK(pass.online_ms > 0);
    CHECK(pass.claim_ms > 0);
    CHECK(search.find_in_batches([](std::size_t so_far) { return so_far == 0; }).claim_ms == 0);
  }
}

TEST_CASE("queries that share goals are answered together") {
  const tests::TemporaryFolder folder;
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  for (const std::int64_t goals : {1, 3}) {
    CAPTURE(goals);
    const PathProblems problems = problems_of(folder, 1500, goals);
    PathSearch search(problems, backend, "wavefront", {});
    std::vector<std::size_t> answered;
    search.find_in_batches([&](std::size_t so_far) {
      answered.push_back(so_far);
      return true;
    });
    REQUIRE(answered.size() >= 3);
    CHECK(answered[1] == 256);
    for (std::size_t k = 2; k + 1 < answered.size(); ++k) CHECK(answered[k] - answered[k - 1] >= 256);
  }
}

TEST_CASE("a search that is stopped has the ways of the first queries") {
  const tests::TemporaryFolder folder;
  const PathProblems problems = problems_of(folder, 600);
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  const planning::Paths whole = PathSearch(problems, backend, "jps", {}).find().paths;
  PathSearch search(problems, backend, "jps", {});
  const PathPass pass = search.find_in_batches([](std::size_t answered) { return answered == 0; });
  REQUIRE(pass.paths.count() == 4);
  for (std::size_t q = 0; q < 4; ++q) {
    CAPTURE(q);
    CHECK(std::equal(pass.paths.way(q).begin(), pass.paths.way(q).end(), whole.way(q).begin(), whole.way(q).end()));
  }
  CHECK(search.find_in_batches([](std::size_t) { return false; }).paths.count() == 0);
}
