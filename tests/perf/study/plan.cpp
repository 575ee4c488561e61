#include "backends/device_facts.hpp"
#include "perf/study/plan.hpp"

#include <set>

#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string circle = "[[runs]]\nscenario = \"circle\"\nagents = 5\nsteps = 3\n";

}  // namespace

TEST_CASE("a plan is the product of its lists, each run once") {
  const Plan plan = plan_of(
      "[[runs]]\nscenario = [\"circle\", \"lattice\"]\nagents = [4, 9]\nset.neighbors = [10, 20, 30]\nneighbors = [\"grid\", \"brute\"]\n"
      "backends = \"serial\"\nlanes = [\"scalar\", \"simd\"]\nsteps = 5\n");
  std::set<std::string> keys;
  for (const PlannedRun& run : plan.runs) keys.insert(run.key);
  CHECK(keys.size() == plan.runs.size());
  CHECK(plan.runs.size() == 2 * 2 * 3 * 2 * (backends::make_backend({"serial", "simd", 0}).lane_width() > 1 ? 2 : 1));
  // The serial backend has one thread, however often it is asked.
  CHECK(plan_of(circle + "backends = \"serial\"\nthreads = [0, 1]\n").runs.size() == 1);
  CHECK(plan_of(circle + "backends = \"serial\"\n" + circle + "backends = \"serial\"\n").runs.size() == 1);
}

TEST_CASE("what this machine lacks is skipped unless it was asked for by name") {
  const std::string text = circle + "backends = [\"serial\", \"cuda\"]\n";
  if (!backends::why_unavailable("cuda").empty()) {
    const Plan plan = plan_of(text);
    CHECK(plan.runs.size() == 1);
    REQUIRE(plan.skipped.size() == 1);
    CHECK(plan.skipped[0].starts_with("cuda: "));
    CHECK(contains(plan_error(text, {{"cuda"}, {}, {}, false}), "cuda"));
  }
  const std::string narrow = circle + "backends = \"serial\"\nlanes = [\"scalar\", \"nolane\"]\n";
  CHECK(plan_of(narrow).runs.size() == 1);
  CHECK(contains(plan_of(narrow).skipped.at(0), "nolane"));
  CHECK(contains(plan_error(narrow, {{}, {"nolane"}, {}, false}), "unknown lanes"));
  CHECK(plan_of(narrow, {{"serial"}, {}, {}, false}).runs.size() == 1);
  CHECK(plan_of(circle + "backends = \"openmp\"\nthreads = [1, 4096]\n").runs.size() == 1);
}

TEST_CASE("a study may ask for the GPU, of whatever kind the build is for") {
  const Study study = parse_study(circle + "backends = [\"serial\", \"gpu\"]\n", "s.toml");
  CHECK(study.blocks.at(0).backends == std::vector<std::string>{"serial", backends::device_backend()});
}

TEST_CASE("options replace the study's lists") {
  const Plan plan = plan_of(circle + "backends = [\"serial\", \"openmp\", \"tbb\"]\n", {{"openmp"}, {"scalar"}, {1, 2}, false});
  REQUIRE(plan.runs.size() == 2);
  CHECK(plan.runs[0].backend.name == "openmp");
  CHECK(plan.runs[0].backend.lanes == "scalar");
  CHECK(plan.runs[1].backend.threads == 2);
}

TEST_CASE("runs of more agents than an option allows are left out, and said once") {
  const auto plan_at_most = [](const std::string& text, std::int64_t most) {
    StudyOptions options;
    options.agents_at_most = most;
    return plan_of(text, options);
  };
  const std::string sizes = "[[runs]]\nscenario = \"lattice\"\nagents = [10, 20, 30]\nset.pitch = 3\nbackends = \"serial\"\nsteps = 5\n";
  const Plan plan = plan_at_most(sizes, 20);
  REQUIRE(plan.runs.size() == 2);
  CHECK(plan.runs[1].agents == 20);
  CHECK(plan.skipped == std::vector<std::string>{"runs of more than 20 agents: --agents-at-most leaves them out"});
  CHECK(plan_at_most(sizes, 30).skipped.empty());
  CHECK(plan_at_most(sizes, 9).runs.empty());
  // The number of agents that a scenario has by itself.
  const std::string own = "[[runs]]\nscenario = \"circle-1k\"\nbackends = \"serial\"\nsteps = 5\n";
  CHECK(plan_at_most(own, 1000).runs.size() == 1);
  CHECK(plan_at_most(own, 999).runs.empty());
}

TEST_CASE("mistakes are found before the first run") {
  CHECK(contains(plan_error("[[runs]]\nscenario = \"cricle\"\n"), "s.toml:1: runs: unknown scenario 'cricle'; did you mean 'circle'?"));
  CHECK(contains(plan_error(circle + "set.smaples = 5\n"), "did you mean 'samples'?"));
  CHECK(contains(plan_error(circle + "avoidance = \"rvo\"\nset.samples = 0\n"), "samples: found 0"));
  CHECK(contains(plan_error(circle, {{"cude"}, {}, {}, false}), "unknown backend 'cude'; did you mean 'cuda'?"));
}

TEST_CASE("a parameter of a method makes no runs of methods that lack it") {
  const std::string block = circle + "backends = \"serial\"\navoidance = [\"rvo\", \"orca\"]\n";
  const Plan plan = plan_of(block + "set.samples = [50, 60]\nset.radius = 0.2\n");
  REQUIRE(plan.runs.size() == 3);
  for (const PlannedRun& run : plan.runs) {
    CHECK(run.scenario.settings.contains("radius"));
    CHECK(run.scenario.settings.contains("samples") == (run.methods.avoidance == "rvo"));
    CHECK(run.methods.values.contains("samples") == (run.methods.avoidance == "rvo"));
  }
  CHECK(plan_error(block + "set.neighbor_samples = 9\n") ==
        "s.toml:1: runs.set.neighbor_samples: found a parameter of hash and hash-even, expected one that a method of these runs has a use "
        "for");
  // What takes the steps before a run may be the one that needs it.
  const Plan later = plan_of(circle + "backends = \"serial\"\navoidance = \"orca\"\nstart_at = 2\nstart_by = \"rvo\"\nset.samples = 50\n");
  REQUIRE(later.runs.size() == 1);
  CHECK(later.runs[0].scenario.settings.contains("samples"));
  CHECK(later.runs[0].methods.values.empty());
}

TEST_CASE("methods are those of the runs, else those that the scenario names, else the defaults") {
  const TemporaryFolder folder;
  const std::string path = folder.write("scene.toml",
                                        "[methods]\navoidance = \"orca\"\nneighbors = \"brute\"\n[[group]]\nstart.positions = [[0, 0]]\n"
                                        "goal.point = [5, 0]\n");
  const Plan plan = plan_of("[[runs]]\nscenario = \"" + path + "\"\nneighbors = \"kdtree\"\nbackends = \"serial\"\nsteps = 3\n");
  REQUIRE(plan.runs.size() == 1);
  CHECK(plan.runs[0].methods.avoidance == "orca");
  CHECK(plan.runs[0].methods.neighbors == "kdtree");
  CHECK(plan.runs[0].methods.steering == "none");
}

TEST_CASE("a key depends on everything that determines a run") {
  const TemporaryFolder folder;
  const std::string serial = circle + "backends = \"serial\"\n";
  std::set<std::string> keys{key_of(serial)};
  CHECK(key_of("title = \"another title\"\n" + serial) == *keys.begin());
  for (const char* line : {"set.time_horizon = 3", "set.seed = 2", "neighbors = \"brute\"", "repetitions = 9", "chunk = 3", "warm_up = 1",
                           "lanes = \"scalar\"", "avoidance = \"rvo\"\nset.parallel = \"nested\"", "avoidance = \"rvo\"", "regroup = false",
                           "avoidance = \"orca\"", "measure = [\"time\", \"arrival\"]"}) {
    CHECK(keys.insert(key_of(serial + line + "\n")).second);
  }
  CHECK(keys.insert(key_of(circle + "backends = \"openmp\"\n")).second);
  CHECK(keys.insert(key_of(circle + "backends = \"openmp\"\nthreads = 1\n")).second);
  const auto with_file = [&](const std::string& text) {
    const std::string path = folder.write("scene.toml", text);
    return key_of("[[runs]]\nscenario = \"" + path + "\"\nbackends = \"serial\"\nsteps = 3\n");
  };
  const std::string scene = "[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [5, 0]\n";
  CHECK(keys.insert(with_file(scene)).second);
  CHECK(keys.insert(with_file(scene + "# changed\n")).second);
}

TEST_CASE("runs on several ranks need a launcher, and nothing of them is made without") {
  const Plan plan = plan_of(
      "[[runs]]\nscenario = \"lattice\"\nagents_per_rank = [5, 7]\nranks = [1, 2, 4]\nbackends = \"serial\"\nsteps = 3\n"
      "[[runs]]\nscenario = \"circle\"\nagents = 2000000000\nranks = [2, 8]\nbackends = \"serial\"\nset.radius = 1\nsteps = 3\n");
  REQUIRE(plan.runs.size() == 2);
  CHECK(plan.runs[0].ranks == 1);
  CHECK(plan.runs[0].agents == 5);
  CHECK(std::get<SimulationRun>(plan.runs[0].own).agents_per_rank == 5);
  CHECK(plan.runs[1].agents == 7);
  REQUIRE(plan.skipped.size() == 1);
  CHECK(plan.skipped[0].starts_with("runs on more than 1 rank: "));
}

TEST_CASE("mistakes in what ranks share are found") {
  const std::string lattice = "[[runs]]\nscenario = \"lattice\"\nsteps = 3\n";
  CHECK(plan_error(lattice + "agents = 3\nagents_per_rank = 3\n") ==
        "s.toml:5: runs.agents_per_rank: found agents and agents_per_rank, expected one of them");
  CHECK(plan_error(lattice + "ranks = 0\n").find("ranks: found 0") != std::string::npos);
  CHECK(plan_error(lattice + "ranks = [1, 2]\nstart_at = 5\nstart_by = \"orca\"\n").find("start_by and several ranks") !=
        std::string::npos);
  CHECK(plan_error(lattice + "agents_per_rank = 2000000000\nranks = 2\n").find("found 4000000000 agents on 2 ranks") != std::string::npos);
}

TEST_CASE("three processes measure times, one in a quick study, and one what is not timed") {
  const std::string block = "[[runs]]\nscenario = \"circle\"\nagents = 4\nbackends = \"serial\"\nsteps = 8\n";
  const auto processes = [](const std::string& text, const StudyOptions& options = {}) {
    return plan_of(text, options).runs.at(0).processes;
  };
  CHECK(processes(block) == 3);
  CHECK(processes(block + "processes = 5\n") == 5);
  CHECK(processes(block + "measure = \"memory\"\n") == 1);
  CHECK(processes(block + "processes = 5\n[quick]\nagents_at_most = 2\n", {{}, {}, {}, true}) == 1);
  CHECK(processes(block + "processes = 5\n", {{}, {}, {}, true, "", 2}) == 2);
  CHECK(processes(block + "processes = 5\n", {{}, {}, {}, false, "", 2}) == 2);
}
