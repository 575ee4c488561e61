#include "perf/study/artifact.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/study.hpp"
#include "scenarios/io/ownership.hpp"
#include "scenarios/run/time_left.hpp"

namespace plethos::study {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using Words = std::vector<std::string>;

constexpr const char* not_told = "not told";

/// Returns a text of a user as Markdown that shows it.
std::string shown(const std::string& text) {
  std::string result;
  for (const char letter : one_line(text)) {
    if (std::string_view("\\`*|<>").find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

/// Returns a value of the JSON as such a text.
std::string shown(const Json& object, const char* key) {
  const Json value = object.value(key, Json());
  if (value.is_null() || (value.is_string() && value.get<std::string>().empty())) return not_told;
  return shown(value.is_string() ? value.get<std::string>() : value.dump());
}

std::string table(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    text += "\n";
    if (&row != rows.data()) continue;
    text += "|";
    for (std::size_t i = 0; i < row.size(); ++i) text += " --- |";
    text += "\n";
  }
  return text + "\n";
}

/// Returns a word of a command as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+";
  const std::string line = one_line(word);
  if (!line.empty() && line.find_first_not_of(plain) == std::string::npos) return line;
  std::string result = "'";
  for (const char letter : line) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

/// Returns whether the name of a run's scenario, map or problems is that of a file.
bool is_file(const std::string& name) { return name.ends_with(".map") || name.ends_with(".scen") || name.ends_with(".toml"); }

/// A study's result with what several parts of the text ask of it.
class Result {
 public:
  explicit Result(const Json& json) : json(json), study(json.at("study")), header(json.at("header")), machine(header.at("machine")) {
    for (const Json& run : json.at("runs")) {
      if (run.at("status").get<std::string>() == "done") done.push_back(&run);
      if (run.contains("machine")) {
        const std::string backend = run.at("machine").at("backend");
        if (backends::on_device(backend)) preset = backend;
        ranks = std::max(ranks, run.at("machine").value("ranks", 1));
      }
      for (const char* key : {"map", "scen", "scenario"}) {
        const Json file = run.at("settings").value(key, Json());
        if (file.is_string() && is_file(file)) inputs.insert(file);
      }
    }
  }

  std::string name() const { return study.at("name"); }
  std::string commit() const { return header.at("commit"); }
  /// Whether the program that made it carries this very study in itself, as far as this program knows.
  bool is_carried() const {
    for (const scenarios::EmbeddedText& entry : study_texts()) {
      if (entry.name == name()) return hash_text(entry.text) == study.at("hash").get<std::string>();
    }
    return false;
  }

  /// The call without what concerns its own machine, or names other outputs.
  std::string command() const {
    const Json words = machine.value("command_line", Json());
    std::string text = ranks > 1 ? "mpiexec -n " + std::to_string(ranks) + " plethos" : "plethos";
    if (!words.is_array() || words.size() < 3)
      return text + " study " + shell_word(name()) + (study.at("quick").get<bool>() ? " --quick" : "");
    bool skips = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      std::string word = words[i];
      if (std::exchange(skips, false) || word == "--quiet") continue;
      const std::string option = word.substr(0, word.find('='));
      if (option == "--artifact" || option == "--out") {
        skips = option == word;
        continue;
      }
      if (option == "--maps") {
        text += " --maps MAPS";
        skips = option == word;
        continue;
      }
      if (word.ends_with(".toml")) word = std::filesystem::path(word).filename().string();
      text += " " + shell_word(word);
    }
    return text;
  }

  const Json& json;
  const Json& study;
  const Json& header;
  const Json& machine;
  std::vector<const Json*> done;
  std::string preset = "default";
  std::set<std::string> inputs;
  int ranks = 1;
};

/// Says why the result cannot be cited as it is.
Words doubts_of(const Result& result) {
  Words doubts;
  if (result.study.at("quick").get<bool>()) doubts.emplace_back("It was made with `--quick`, which is for a look.");
  const std::size_t planned = result.json.at("planned");
  if (!result.json.at("complete").get<bool>())
    doubts.push_back("Of " + std::to_string(planned) + " runs " + std::to_string(result.done.size()) + " are done.");
  const std::string commit = result.commit();
  if (commit == "unknown") doubts.emplace_back("The program does not know its commit, so nobody can build the same.");
  if (commit.ends_with("-dirty")) doubts.emplace_back("Sources were changed after the commit, so nobody can build the same.");
  const auto disturbed =
      std::count_if(result.done.begin(), result.done.end(), [](const Json* run) { return !disturbance_of(*run).empty(); });
  if (disturbed > 0) {
    doubts.push_back(std::to_string(disturbed) + " of " + std::to_string(result.done.size()) +
                     " runs were disturbed by something else on the machine; the table of runs says which.");
  }
  const Json& works = result.json.at("same_bits");
  if (std::any_of(works.begin(), works.end(), [](const Json& work) { return !work.at("same").get<bool>(); }))
    doubts.emplace_back("Backends of this machine differ in their bits; the table of runs has the checksums.");
  return doubts;
}

std::string heading(const Result& result) {
  std::string text =
      "<!-- " + std::string(scenarios::software_mark) + " -->\n# Artifact appendix: " + shown(result.study, "title") + "\n\n";
  text += "From the result of `plethos study " + shell_word(result.name()) + "`, made on " + shown(result.header, "date") +
          ". What is *slanted* the program cannot know, and authors replace it.\n\n";
  const Words doubts = doubts_of(result);
  if (doubts.empty()) return text;
  text += "**This result is not one to cite:**\n\n";
  for (const std::string& doubt : doubts) text += "- " + doubt + "\n";
  return text + "\n";
}

/// Returns a figure's interval with its confidence, or nothing.
std::string sure_text(const Json& figure) {
  const std::string interval = interval_text(figure);
  return interval.empty() ? "" : interval + " (" + short_number(100 * figure.at("confidence").get<double>()) + "%)";
}

std::string finding_text(const Json& finding) {
  std::string text = short_number(finding.at("value"));
  if (const std::string interval = sure_text(finding); !interval.empty()) text += " " + interval;
  text += " on " + finding.at("on").get<std::string>() + ", " + finding.at("at").get<std::string>();
  if (const std::string why = finding.value("not_judged", ""); !why.empty()) return text + "; not judged: " + why;
  return finding.value("difference", Json()) == Json(false) ? text + "; no difference seen" : text;
}

std::string description(const Result& result) {
  std::string text = "## Artifact description\n\n### Contributions\n\n";
  Rows rows{{"", "claim", "where the paper says so", "the paper's figure", "found, and its interval"}};
  for (const Json& claim : result.json.at("claims")) {
    std::string found;
    for (const Json& finding : claim.at("findings")) found += (found.empty() ? "" : "<br>") + shown(finding_text(finding));
    rows.push_back({"C" + std::to_string(rows.size()), shown(claim, "name"), shown(claim.value("source", "")),
                    shown(claim.value("paper_text", "")), found.empty() ? "no runs here that show it" : found});
  }
  text += rows.size() > 1 ? table(rows) : "The study compares nothing with a paper.\n\n";
  const Json& plots = result.study.at("plots");
  rows = {{"", "figure of the study's page"}};
  for (const Json& plot : plots) rows.push_back({"F" + std::to_string(rows.size()), shown(plot, "title")});
  if (rows.size() > 1) text += table(rows);

  const std::string version = shown(result.header, "version");
  text += "### Artifact\n\n";
  text += table({{"A1", "Plethos " + version},
                 {"commit", shown(result.commit())},
                 {"archive", "`./bootstrap dist` writes plethos-" + version +
                                 ".tar.gz in a checkout of this commit, always with the same bytes, and prints its SHA-256"},
                 {"persistent identifier", "*that of the archive and of the result, where they are deposited*"},
                 {"license", "Apache-2.0"},
                 {"result", "the JSON file, with all that is said here"},
                 {"supports", "*all contributions above*"}});
  return text;
}

std::string memory_text(const Json& machine) {
  const Json bytes = machine.value("memory_bytes", Json());
  if (!bytes.is_number()) return not_told;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", bytes.get<double>() / (1 << 30));
  return text;
}

/// Adds the values of an object, one a row.
void add_values(Rows& rows, const Json& object, const std::string& before = "") {
  if (!object.is_object()) return;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_null()) rows.push_back({before + shown(key), shown(object, key.c_str())});
  }
}

std::string set_up(const Result& result) {
  const Json& machine = result.machine;
  std::string text = "### Hardware\n\n";
  Rows rows{
      {"", "of the measurement"},
      {"processor", shown(machine, "processor") + ", " + shown(machine, "architecture")},
      {"sockets, cores, threads", shown(machine, "sockets") + ", " + shown(machine, "cores") + ", " + shown(machine, "usable_threads")},
      {"memory", memory_text(machine)},
      {"container", shown(machine, "container")}};
  add_values(rows, machine.value("gpu", Json()), "GPU: ");
  text +=
      table(rows) + "Bits are the same on every machine and backend, on lanes with fused multiply-add; times are not.\n\n### Software\n\n";
  rows = {{"", "version"},
          {"system", shown(machine, "os")},
          {"compiler", shown(machine, "compiler")},
          {"flags", shown(machine, "compiler_flags")},
          {"Kokkos", shown(machine, "kokkos") + ", " + shown(machine, "kokkos_spaces")}};
  add_values(rows, machine.value("libraries", Json()));
  text += table(rows);
  rows = {{"variable of the environment", "value"}};
  add_values(rows, machine.value("environment", Json()));
  if (rows.size() > 1) text += table(rows);
  text += "### Inputs\n\n";
  text += result.is_carried() ? "The program carries the study in itself" : "The study is a file that comes with the result";
  text += " (hash " + shown(result.study, "hash") + ").";
  if (!result.inputs.empty()) {
    text += " Its runs read these files; those of maps lie in a folder `MAPS`:\n\n";
    for (const std::string& input : result.inputs) text += "- " + shown(input) + "\n";
    return text + "\n";
  }
  return text + " It reads nothing else.\n\n";
}

/// How long the runs took in all processes that measured them, in seconds.
struct Taken {
  double making = 0, waiting = 0;
  bool is_known = true;

  explicit Taken(const Json& run) {
    const Json watched = run.value("disturbance", Json());
    if (!watched.is_array() || watched.empty()) is_known = false;
    for (const Json& process : watched) add(process);
  }
  explicit Taken(const std::vector<const Json*>& runs) {
    for (const Json* run : runs) {
      const Taken one(*run);
      making += one.making;
      waiting += one.waiting;
      is_known = is_known && one.is_known;
    }
  }

 private:
  void add(const Json& process) {
    const Json seconds = process.value("seconds", Json()), waited = process.value("waited_seconds", Json());
    if (!seconds.is_number()) is_known = false;
    if (seconds.is_number()) making += seconds.get<double>();
    if (waited.is_number()) waiting += waited.get<double>();
  }
};

std::string evaluation(const Result& result, const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const std::string made = "studies/" + result.name() + (result.study.at("quick").get<bool>() ? "-quick" : "") + ".json";
  const std::string build = "build/" + result.preset;
  std::string text = "## Artifact evaluation\n\n### Installation\n\n```sh\n";
  text += "tar xf plethos-" + result.header.at("version").get<std::string>() + ".tar.gz\n";
  text += "cd plethos-" + result.header.at("version").get<std::string>() + "\n";
  text += std::string("./bootstrap build --target plethos") + (result.ranks > 1 ? " --mpi" : "") +
          (result.preset == "default" ? "" : " --preset " + result.preset) + "\n";
  text += "PATH=$PWD/" + build + ":$PATH\nplethos verify-bits\n```\n\n";
  text += "The last command says whether this machine computes the bits that others do.\n\n### Execution\n\n```sh\n" + result.command() +
          "\n```\n\nAn interrupted study goes on with the same command.\n\n### Analysis\n\n";
  text +=
      "The study writes " + shown(made) +
      " and a page beside it, with the claims, the paper's figures beside the new ones, and every plot. The next command lays both "
      "results side by side. Of each run it says whether the bits are the same, and of each time whether a difference is seen:\n\n```sh\n";
  text += "plethos study --compare " + shell_word(name) + " " + shell_word(made) + "\n```\n\n### Expected time\n\n";
  const Taken taken(result.done);
  text +=
      table({{"part", "time"},
             {"installation", "*not measured by the study*"},
             {"execution",
              !taken.is_known
                  ? "not known: the result is of an older program"
                  : scenarios::duration_text(taken.making) + " for " + std::to_string(result.done.size()) +
                        " runs on the machine above, in all processes that measured" +
                        (taken.waiting > 0 ? "; and " + scenarios::duration_text(taken.waiting) + " of waiting for a quiet machine" : "")},
             {"analysis", "*not measured by the study: the page and one command*"}});
  return text;
}

std::string runs_text(const Result& result) {
  if (result.done.empty()) return "## Runs\n\nNo run is done.\n";
  const auto& fields = kind_of(*result.done.front()).fields;
  std::string text = "## Runs\n\nChecksums are those of the agents, ways or values at the end.\n\n";
  Rows rows{{"run", "on", fields.time, "its interval", "checksum", "took, s", "disturbed"}};
  for (const Json* run : result.done) {
    const auto time = number_field(*run, fields.time);
    const Json& results = run->at("results");
    const double confidence = results.value("time_confidence", 0.0);
    const Json figure{{"low", confidence > 0 ? results.value(fields.time + "_low", Json()) : Json()},
                      {"high", results.value(fields.time + "_high", Json())},
                      {"confidence", confidence}};
    const Taken taken(*run);
    rows.push_back({shown(work_text(*run, {})), shown(describe_machine(*run)), time ? short_number(*time) : "", sure_text(figure),
                    shown(results, "checksum"), taken.is_known ? short_number(taken.making) : not_told, shown(disturbance_of(*run))});
  }
  return text + table(rows);
}

}  // namespace

std::string artifact_text(const Json& json, const std::string& path) {
  try {
    const Result result(json);
    std::string text = heading(result) + description(result) + set_up(result) + evaluation(result, path) + runs_text(result);
    // One line break ends the file.
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
  } catch (const Json::exception& fault) {
    throw InputError("--artifact: found a damaged study in " + path + ": " + fault.what());
  }
}

}  // namespace plethos::study
