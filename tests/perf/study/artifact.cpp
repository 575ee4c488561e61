#include "perf/study/artifact.hpp"

#include <nlohmann/json.hpp>

#include "perf/study/identity.hpp"
#include "perf/study/study.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

Json run(const std::string& backend, double ms) {
  return {
      {"status", "done"},
      {"settings", {{"kind", "simulation"}, {"scenario", "circle"}, {"agents", 10}, {"set", Json::object()}, {"avoidance", "rvo"}}},
      {"machine", {{"backend", backend}, {"device", "A CPU"}, {"lanes", "scalar"}, {"threads", 4}}},
      {"results",
       {{"ms_per_step", ms}, {"ms_per_step_low", ms - 1}, {"ms_per_step_high", ms + 1}, {"time_confidence", 0.95}, {"checksum", "00ff"}}},
      {"disturbance", Json::array({{{"seconds", 40}, {"waited_seconds", 0}}, {{"seconds", 21}, {"waited_seconds", 5}}})},
      {"disturbed", Json::array()}};
}

/// A result without a doubt.
Json result() {
  const Json finding{{"on", "openmp scalar, 4 threads"},
                     {"at", "circle"},
                     {"value", 4.25},
                     {"low", 4},
                     {"high", 4.5},
                     {"confidence", 0.95},
                     {"difference", true},
                     {"not_judged", ""}};
  return {
      {"study", {{"name", "s"}, {"title", "Of *A* | B"}, {"hash", "h"}, {"quick", false}, {"plots", Json::array({{{"title", "Speed"}}})}}},
      {"header",
       {{"version", "0.2.0"},
        {"commit", "0123456789ab"},
        {"date", "2026-01-02T03:04:05Z"},
        {"machine",
         {{"processor", "A CPU"},
          {"memory_bytes", std::int64_t{16} << 30},
          {"libraries", {{"hdf5", "1.10.8"}, {"mpi", nullptr}}},
          {"environment", {{"OMP_NUM_THREADS", "4"}}},
          {"command_line",
           {"/home/me/plethos", "study", "/home/me/my study.toml", "--out", "there", "--artifact=a.md", "--backends", "openmp,tbb",
            "--maps", "/home/me/maps", "--quiet"}}}}}},
      {"complete", true},
      {"planned", 2},
      {"runs", Json::array({run("openmp", 3), run("tbb", 4)})},
      {"claims",
       Json::array({{{"name", "faster"}, {"source", "section 6"}, {"paper_text", "up to 4"}, {"findings", Json::array({finding})}},
                    {{"name", "smaller"}, {"source", ""}, {"paper_text", ""}, {"findings", Json::array()}}})},
      {"same_bits", Json::array({{{"same", true}}})}};
}

std::string text_of(const Json& json) { return artifact_text(json, "/tmp/elsewhere/s.json"); }

}  // namespace

TEST_CASE("an appendix has claims, commands, times, machine and checksums") {
  const std::string text = text_of(result());
  CHECK(text.starts_with("<!-- Software: plethos -->\n# Artifact appendix: Of \\*A\\* \\| B\n\n"));
  CHECK(contains(text, "\n| C1 | faster | section 6 | up to 4 | 4.25 [4, 4.5] (95%) on openmp scalar, 4 threads, circle |\n"));
  CHECK(contains(text, "\n| C2 | smaller |  |  | no runs here that show it |\n"));
  CHECK(contains(text, "\n| F1 | Speed |\n"));
  CHECK(contains(text, "\n| commit | 0123456789ab |\n"));
  CHECK(contains(text, "\n| memory | 16.0 GiB |\n"));
  CHECK(contains(text, "\n| sockets, cores, threads | not told, not told, not told |\n"));
  CHECK(contains(text, "\n| hdf5 | 1.10.8 |\n"));
  CHECK_FALSE(contains(text, "| mpi |"));
  CHECK(contains(text, "\n| OMP_NUM_THREADS | 4 |\n"));
  // Two processes measured each of two runs.
  CHECK(contains(
      text, "\n| execution | 2 min 02 s for 2 runs on the machine above, in all processes that measured; and 10 s of waiting for a quiet"));
  CHECK(contains(text, "\n| circle, 10 agents, rvo | openmp scalar, 4 threads | 3 | [2, 4] (95%) | 00ff | 61 |  |\n"));
  CHECK_FALSE(contains(text, "not one to cite"));
  CHECK_FALSE(contains(text, "/tmp/elsewhere"));
  CHECK_FALSE(contains(text, "/home/me"));
}

TEST_CASE("commands of an appendix are those of its run, but for what belongs to its machine") {
  Json json = result();
  CHECK(contains(text_of(json), "\nplethos study 'my study.toml' --backends openmp,tbb --maps MAPS\n"));
  CHECK(contains(text_of(json), "\n./bootstrap build --target plethos\n"));
  CHECK(contains(text_of(json), "\nplethos study --compare s.json studies/s.json\n"));
  CHECK(contains(text_of(json), "The study is a file that comes with the result (hash h). It reads nothing else.\n"));
  json["header"]["machine"].erase("command_line");
  CHECK(contains(text_of(json), "\nplethos study s\n"));
  json["runs"][0]["machine"]["ranks"] = 4;
  json["runs"][1]["settings"]["scenario"] = "maps/den_001d.map";
  CHECK(contains(text_of(json), "\nmpiexec -n 4 plethos study s\n"));
  CHECK(contains(text_of(json), "\n./bootstrap build --target plethos --mpi\n"));
  CHECK(contains(text_of(json), "\n- maps/den_001d.map\n"));
  const scenarios::EmbeddedText& carried = study_texts().front();
  json["study"]["name"] = carried.name;
  json["study"]["hash"] = hash_text(carried.text);
  CHECK(contains(text_of(json), "The program carries the study in itself ("));
}

TEST_CASE("an appendix says first why its result is not one to cite") {
  const auto doubt = [](const std::function<void(Json&)>& change) {
    Json json = result();
    change(json);
    const std::string text = text_of(json);
    const std::size_t at = text.find("**This result is not one to cite:**\n\n- ");
    CHECK(at < text.find("## Artifact description"));
    return text.substr(at, text.find("\n\n##", at) - at);
  };
  CHECK(contains(doubt([](Json& json) { json["study"]["quick"] = true; }), "- It was made with `--quick`"));
  CHECK(contains(doubt([](Json& json) { json["header"]["commit"] = "0123456789ab-dirty"; }), "- Sources were changed after the commit"));
  CHECK(contains(doubt([](Json& json) { json["header"]["commit"] = "unknown"; }), "- The program does not know its commit"));
  CHECK(contains(doubt([](Json& json) { json["runs"][1]["disturbed"] = {"heat"}; }), "- 1 of 2 runs were disturbed"));
  CHECK(contains(doubt([](Json& json) { json["same_bits"][0]["same"] = false; }), "- Backends of this machine differ in their bits"));
  CHECK(contains(doubt([](Json& json) {
                   json["complete"] = false;
                   json["runs"][0] = {{"status", "failed"}, {"settings", json["runs"][0]["settings"]}, {"error", "memory"}};
                 }),
                 "- Of 2 runs 1 are done."));
}

TEST_CASE("times of an older program are not known, and damage is told") {
  Json json = result();
  json["runs"][0].erase("disturbance");
  CHECK(contains(text_of(json), "\n| execution | not known: the result is of an older program |\n"));
  for (const char* key : {"claims", "same_bits", "complete"}) {
    Json damaged = result();
    damaged.erase(key);
    CHECK(contains(input_error([&] { text_of(damaged); }), "--artifact: found a damaged study in /tmp/elsewhere/s.json: "));
  }
}
