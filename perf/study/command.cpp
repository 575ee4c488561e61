#include "perf/study/command.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "backends/choices.hpp"
#include "backends/ranks/agree.hpp"
#include "backends/ranks/start.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/study/artifact.hpp"
#include "perf/study/compare.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/platforms.hpp"
#include "perf/study/processes.hpp"
#include "perf/study/report.hpp"
#include "perf/study/result_times.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/run_study.hpp"
#include "perf/study/statistics.hpp"
#include "perf/study/study.hpp"
#include "scenarios/cli/bound_waiting.hpp"
#include "scenarios/cli/help.hpp"
#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/option_values.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/json_file.hpp"
#include "scenarios/run/time_left.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::study {
namespace {

/// The options of `plethos study`.
struct StudyRequest {
  std::string name;  ///< a study's name, or the path of a TOML file
  StudyOptions options;
  std::string out;  ///< a folder; for --compare an .html file; empty: the default
  bool list = false;
  bool plan = false;                 ///< lists the runs, and makes none
  std::vector<std::string> compare;  ///< two or more JSON files
  std::string best;                  ///< a TOML file of best times; empty: those of the results alone
  std::string p3;                    ///< a CSV file of what is compared; empty: none
  std::string artifact;              ///< a Markdown file, the result as an appendix; empty: none
  std::string from;                  ///< the JSON file of which `artifact` is made; empty: the study is run
  double wait_for_quiet = 0;         ///< s, at most before each run
  int process = 0;                   ///< the number of this process among those that measure
  std::string text;                  ///< of those after the first: a file with the text of the study
  bool quiet = false;
  cli::Call call;
};

constexpr const char* list_title = "Studies (plethos study NAME; a TOML file's path works as a name)";

std::vector<std::string> study_names() {
  std::vector<std::string> names;
  for (const scenarios::EmbeddedText& entry : study_texts()) names.emplace_back(entry.name);
  return names;
}

void print_list() {
  std::printf("%s:\n\n", list_title);
  for (const auto& [name, title] : list_studies()) std::printf("  %-16s  %s\n", one_line(name).c_str(), one_line(title).c_str());
}

template <class Values, class ToText>
std::string listed(const char* name, const Values& values, const ToText& to_text) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(to_text(value));
  return texts.empty() ? "" : name + joined_text(texts, "and") + "; ";
}

/// Returns what a block of runs combines.
std::string block_text(const RunBlock& block) {
  const auto same = [](const std::string& name) { return name; };
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  std::string text = listed("", block.scenarios, same);
  text += listed("maps ", block.draw, [](const scenarios::DrawnMap& map) { return map.name(); });
  const auto* simulation = std::get_if<SimulationBlock>(&block.own);
  const auto* asked = std::get_if<QueryBlock>(&block.own);
  if (asked != nullptr && !asked->map.empty()) text += asked->map + "; ";
  text += listed(simulation != nullptr && simulation->agents_per_rank ? "agents of a rank " : "agents ", block.agents, number);
  if (asked != nullptr) text += listed("queries ", asked->queries, number);
  if (simulation != nullptr && simulation->worlds != std::vector<std::int64_t>{1}) text += listed("worlds ", simulation->worlds, number);
  for (const auto& [family, names] : block.methods) text += listed((family + " ").c_str(), names, same);
  for (const auto& [key, values] : block.settings) text += listed((key + " ").c_str(), values, plain_text);
  text += listed("backends ", block.backends, same) + listed("lanes ", block.lanes, same);
  if (block.threads != std::vector<std::int64_t>{0}) text += listed("threads ", block.threads, number);
  if (block.ranks != std::vector<std::int64_t>{1}) text += listed("ranks ", block.ranks, number);
  return text.substr(0, text.size() - 2);
}

/// Prints what a study runs and what it looks for.
void show(const std::string& name) {
  const Study study = find_study(name);
  std::printf("\n%s: %s\n", study.name.c_str(), study.title.c_str());
  if (!study.description.empty()) std::printf("%s", cli::wrapped(study.description, cli::help_columns(), 2).c_str());
  std::printf("\n  runs of kind %s:\n", study.kind->name.c_str());
  for (const RunBlock& block : study.blocks) std::printf("%s", cli::wrapped(block_text(block), cli::help_columns(), 4).c_str());
  if (!study.claims.empty()) std::printf("\n  figures of the paper:\n");
  for (const Claim& claim : study.claims)
    std::printf("    %s%s%s\n", claim.name.c_str(), claim.source.empty() ? "" : ", ", claim.source.c_str());
}

void print_plan(const std::string& name, const Plan& plan) {
  for (const PlannedRun& run : plan.runs) std::printf("%s\n", one_line(describe(run)).c_str());
  std::printf("\n%s: %zu runs\n", one_line(name).c_str(), plan.runs.size());
}

cli::Progress::Words position_text(const Position& position, const scenarios::TimeLeft& time_left) {
  std::string text;
  if (position.done > 0) text = "about " + scenarios::duration_text(time_left.seconds()) + " left, ";
  if (position.waits) text += "waiting for a quiet machine, ";
  text += "run " + std::to_string(position.run + 1) + " of " + std::to_string(position.runs);
  if (position.process > 0) text += " in process " + std::to_string(position.process + 1);
  return {text, ": " + describe(*position.what)};
}

Outcome run_all(const Plan& plan, const std::string& folder, const RankGroups& groups, const StudyRequest& request) {
  // Only run_study() knows the amount of work, so the bar shows shares.
  constexpr std::int64_t parts = 1000;
  cli::Progress progress(parts, request.quiet);
  std::optional<scenarios::TimeLeft> time_left;
  const auto moved = [&](const Position& position) {
    const double share = static_cast<double>(position.done) / static_cast<double>(std::max<std::int64_t>(1, position.work));
    progress.update(static_cast<std::int64_t>(parts * share), [&](double seconds) {
      if (!time_left) time_left.emplace(static_cast<double>(position.work));
      time_left->update(static_cast<double>(position.done), seconds);
      return position_text(position, *time_left);
    });
  };
  Outcome outcome = run_study(plan, folder, groups, moved, request.process, request.wait_for_quiet);
  progress.finish();
  return outcome;
}

/// Lets the other processes of a study measure, one after the other, and takes what they measured into the outcome. Returns whether one of
/// them has refused its input.
bool run_other_processes(const Plan& plan, const std::string& folder, char* const* arguments, const Study& study, Outcome& outcome) {
  const int processes = most_processes_of(plan);
  int code = 0;
  for (int process = 1; process < processes && !outcome.interrupted && code != 2 && code >= 0; ++process) {
    if (!needs_process(plan, folder, process)) continue;
    code = run_process(arguments, process, study.source);
    outcome.interrupted = code == 130;
    if (code < 0) std::fprintf(stderr, "plethos: process %d of the study could not be run, or was killed\n", process + 1);
  }
  if (processes > 1) merge_all_processes(plan, folder, outcome);
  return code == 2;
}

/// Returns what a ratio's interval says, for the end of a line.
std::string judgement_text(const Json& finding) {
  if (const std::string why = finding.value("not_judged", ""); !why.empty()) return "; not judged: " + one_line(why);
  return finding.value("difference", Json()) == Json(false) ? "; no difference seen" : "";
}

void print_claims(const Json& document) {
  for (const Json& claim : document.at("claims")) {
    const std::string paper = claim.at("paper_text");
    std::printf("\n%s%s%s\n", one_line(claim.at("name").get<std::string>()).c_str(),
                paper.empty() ? "" : "; paper: ", one_line(paper).c_str());
    if (claim.at("findings").empty()) std::printf("  no runs here that show it\n");
    for (const Json& finding : claim.at("findings")) {
      std::printf("  %-44s %10.4g   %-18s  %s%s\n", one_line(finding.at("on").get<std::string>()).c_str(),
                  finding.at("value").get<double>(), interval_text(finding).c_str(), one_line(finding.at("at").get<std::string>()).c_str(),
                  judgement_text(finding).c_str());
    }
  }
  if (document.at("study").at("quick").get<bool>() && !document.at("claims").empty())
    std::printf("\n--quick is for a look: figures without an interval are of one repetition\n");
  std::size_t differing = 0;
  std::size_t compared = 0;
  for (const Json& work : document.at("same_bits")) {
    if (work.at("checksums").size() < 2) continue;
    ++compared;
    if (!work.at("same").get<bool>()) ++differing;
  }
  if (compared > 0 && differing == 0) std::printf("\nsame bits on all backends: yes (%zu pieces of work)\n", compared);
  if (differing > 0) std::printf("\nsame bits on all backends: no, %zu of %zu pieces of work differ\n", differing, compared);
}

/// Says of how many runs the times are doubtful, and why those of the first are.
void print_disturbed(const Json& runs) {
  std::size_t disturbed = 0;
  std::string why;
  for (const Json& run : runs) {
    const std::string what = disturbance_of(run);
    if (what.empty()) continue;
    if (disturbed++ == 0) why = work_text(run, {}) + ", " + describe_machine(run) + ": " + what;
  }
  if (disturbed > 0) std::printf("\n%zu of %zu runs were disturbed; the first: %s\n", disturbed, runs.size(), one_line(why).c_str());
}

std::vector<cli::PlannedOutput> result_files(const std::string& base) {
  return {{{"--out", base + ".json"}, scenarios::OutputKind::json}, {{"--out", base + ".html"}, scenarios::OutputKind::page}};
}

/// Writes BASE.json. If the study is done, it also makes BASE.html.
void write_result(const std::string& base, scenarios::OutputFile& output, const Json& document, bool with_report, bool quiet) {
  const std::string json = base + ".json";
  scenarios::write_json_file(output, document);
  if (!quiet) std::printf("\nresult  %s\n", one_line(json).c_str());
  std::fflush(stdout);
  if (!with_report) return;
  const std::string html = base + ".html";
  const std::string problem = make_report(json, html);
  if (problem.empty()) {
    if (!quiet) std::printf("report  %s\n", one_line(html).c_str());
  } else {
    std::fprintf(stderr, "plethos: %s\n", one_line(problem).c_str());
  }
}

/// Adds the file of a text that an option names, if it names one.
void plan_text(std::vector<cli::PlannedOutput>& outputs, const char* option, const std::string& path, scenarios::OutputKind kind) {
  if (!path.empty()) outputs.push_back({{option, path}, kind});
}

void write_text(const char* option, const std::string& path, scenarios::OutputKind kind, const std::string& text) {
  scenarios::OutputFile output(path, kind, option);
  std::ofstream file(output.temporary(), std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw MachineError(output.place() + ": cannot be written (disk full?)");
  output.keep();
}

void write_artifact(const StudyRequest& request, const Json& document, const std::string& result) {
  write_text("--artifact", request.artifact, scenarios::OutputKind::appendix, artifact_text(document, result));
  if (!request.quiet) std::printf("artifact  %s\n", one_line(request.artifact).c_str());
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder)) {
    throw InputError("--out: the folder " + folder + " cannot be made: " + (error ? error.message() : "something else is called so"));
  }
}

/// Refuses ranks that have nothing to do.
void check_ranks(const Study& study, const RankGroups& groups, bool quiet) {
  const int size = groups.all().size();
  if (groups.most() == size) return;
  if (groups.most() == 1) {
    throw InputError("study " + study.name + ": found " + std::to_string(size) +
                     " ranks, expected one: none of its runs has so many or fewer");
  }
  if (quiet) return;
  std::fprintf(stderr, "plethos: warning: of %d ranks %d have nothing to do, as no run has so many\n", size, size - groups.most());
}

/// Together: throws InputError if ranks were given different options, as far as these are not seen in what runs are made.
void require_same_outputs(const backends::Ranks& all, const StudyRequest& request) {
  if (all.alone()) return;
  const auto flag = [](bool is_given) { return std::string(is_given ? "given" : ""); };
  for (const auto& [name, value] :
       {std::pair("--out", request.out), std::pair("--plan", flag(request.plan)), std::pair("--quick", flag(request.options.quick)),
        std::pair("--maps", request.options.maps), std::pair("--wait-for-quiet", std::to_string(request.wait_for_quiet))}) {
    cli::require_same(all, value,
                      ("different builds, options or machines (" + std::string(name) + "), expected the same on all ranks").c_str());
  }
}

/// Together: throws InputError if ranks would make different runs.
void require_same_plan(const backends::Ranks& all, const Plan& plan) {
  if (all.alone()) return;
  std::string text = scenarios::version();
  for (const PlannedRun& run : plan.runs) text += settings_json(run).dump() + describe(run);
  cli::require_same(all, text, "different builds, options or machines, expected the same runs on all ranks");
}

int run_one(StudyRequest request) {
  if (request.process > 0) end_with_parent();
  cli::bound_waiting(request.call.all);
  const backends::Ranks& all = request.call.ranks->join(static_cast<int>(request.call.kokkos.size()), request.call.kokkos.data(), "study");
  const bool speaks = all.rank() == 0;
  request.quiet = request.quiet || !speaks;
  require_same_outputs(all, request);
  const Study study = find_study(request.name, request.text);
  const RankGroups groups(all, study);
  check_ranks(study, groups, request.quiet);
  const std::string folder = request.out.empty() ? "studies" : request.out;
  const std::string base = folder + "/" + study.name + (request.options.quick ? "-quick" : "");
  backends::on_rank_0(all, [&] {
    if (request.process > 0) return;
    std::vector<cli::PlannedOutput> outputs;
    if (std::filesystem::is_directory(folder)) outputs = result_files(base);
    plan_text(outputs, "--artifact", request.artifact, scenarios::OutputKind::appendix);
    cli::check_outputs(outputs, {{"study", request.name}});
  });
  auto kokkos_arguments = static_cast<int>(request.call.kokkos.size());
  request.call.kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, request.call.kokkos.data());
  const Plan plan = plan_runs(study, request.options, groups);
  if (all.greatest(std::int64_t{scenarios::interrupted()}) != 0) {
    if (speaks && request.process == 0) std::fprintf(stderr, "plethos: interrupted before the first run\n");
    return 130;
  }
  require_same_plan(all, plan);
  if (!plan.missing.empty() && !request.plan) throw InputError(plan.missing.front());
  if (!request.quiet) {
    if (request.process == 0) {
      for (const std::string& line : plan.skipped) std::fprintf(stderr, "skipped: %s\n", one_line(line).c_str());
    }
    for (const std::string& line : plan.missing) std::fprintf(stderr, "missing: %s\n", one_line(line).c_str());
  }
  if (plan.runs.empty()) throw InputError("study " + study.name + ": no run is left of it on this machine");
  if (request.plan) {
    if (speaks) print_plan(study.name, plan);
    return 0;
  }

  if (request.process > 0) {
    const Outcome outcome = run_all(plan, folder, groups, request);
    if (outcome.failed > 0) std::fprintf(stderr, "plethos: process %d: %s\n", request.process + 1, one_line(outcome.first_failure).c_str());
    return outcome.interrupted ? 130 : outcome.failed > 0 ? 3 : 0;
  }

  std::optional<scenarios::OutputFile> output;
  backends::on_rank_0(all, [&] {
    make_folder(folder);
    output.emplace(base + ".json", scenarios::OutputKind::json, "--out");
  });
  // Between processes, too, an interrupt ends the study in good order.
  const scenarios::InterruptGuard guard;
  Outcome outcome = run_all(plan, folder, groups, request);
  const bool refused = all.alone() && run_other_processes(plan, folder, request.call.all, study, outcome);
  const Json document = speaks ? study_document(study, request.options, plan, outcome) : Json();
  if (!request.quiet) {
    std::printf("%s: %zu runs made, %zu kept from before, %zu failed, %zu not made\n", one_line(study.name).c_str(), outcome.made,
                outcome.kept, outcome.failed, plan.runs.size() - outcome.runs.size());
    print_claims(document);
    std::printf("%s", energy_text(document.at("runs")).c_str());
    print_disturbed(document.at("runs"));
  }
  if (output) write_result(base, *output, document, !outcome.interrupted, request.quiet);
  if (speaks && !request.artifact.empty() && !outcome.interrupted) write_artifact(request, document, base + ".json");
  if (outcome.interrupted) {
    if (speaks) std::fprintf(stderr, "plethos: interrupted; the same command goes on from here\n");
    return 130;
  }
  if (refused)
    throw InputError("another process of the study refused what the first has run: its line is above; did a file change meanwhile?");
  if (outcome.failed > 0) {
    throw MachineError(std::to_string(outcome.failed) + " of " + std::to_string(plan.runs.size()) +
                       " runs failed; the first: " + outcome.first_failure);
  }
  return 0;
}

int compare(const StudyRequest& request) {
  const std::vector<BestTime> best_times = request.best.empty() ? std::vector<BestTime>{} : read_best_times(request.best);
  std::vector<Json> results;
  for (const std::string& path : request.compare) results.push_back(read_study_document(path));
  const Json comparison = compare_studies(results, request.compare, best_times);
  if (!request.p3.empty() && comparison.at("platforms").at("cases").empty())
    throw InputError("--p3: found runs whose times are simulated, expected runs that are timed");
  std::filesystem::path base = request.out;
  if (request.out.empty()) base = comparison.at("a").at("study").at("name").get<std::string>() + "-compared.html";
  if (base.extension() != ".html") throw InputError("--out " + request.out + ": found another name, expected one that ends in .html");
  const std::string name = base.replace_extension().string();
  std::vector<cli::PlannedOutput> outputs = result_files(name);
  plan_text(outputs, "--p3", request.p3, scenarios::OutputKind::table);
  std::vector<cli::NamedFile> inputs;
  for (const std::string& path : request.compare) inputs.push_back({"--compare", path});
  if (!request.best.empty()) inputs.push_back({"--best", request.best});
  cli::check_outputs(outputs, inputs);
  if (!request.quiet) std::printf("%s%s", comparison_text(comparison).c_str(), portability_text(comparison.at("platforms")).c_str());
  if (!request.p3.empty()) write_text("--p3", request.p3, scenarios::OutputKind::table, p3_text(comparison.at("platforms")));
  scenarios::OutputFile output(name + ".json", scenarios::OutputKind::json, "--out");
  write_result(name, output, comparison, true, request.quiet);
  return 0;
}

/// Writes the appendix of a result that is there.
int write_artifact_from(const StudyRequest& request) {
  const Json document = read_study_document(request.from);
  std::vector<cli::PlannedOutput> outputs;
  plan_text(outputs, "--artifact", request.artifact, scenarios::OutputKind::appendix);
  cli::check_outputs(outputs, {{"--from", request.from}});
  write_artifact(request, document, request.from);
  return 0;
}

/// Refuses options that only a study that is run could use.
void refuse_idle_options(const StudyRequest& request) {
  const StudyOptions& options = request.options;
  const std::pair<const char*, bool> given[] = {{"--plan", request.plan},
                                                {"--quick", options.quick},
                                                {"--backends", !options.backends.empty()},
                                                {"--lanes", !options.lanes.empty()},
                                                {"--threads", !options.threads.empty()},
                                                {"--maps", !options.maps.empty()},
                                                {"--wait-for-quiet", request.wait_for_quiet > 0},
                                                {"--processes", options.processes.has_value()},
                                                {"--agents-at-most", options.agents_at_most.has_value()},
                                                {process_option, request.process > 0},
                                                {text_option, !request.text.empty()},
                                                {"--artifact", request.from.empty() && !request.artifact.empty()},
                                                {"--out", request.compare.empty() && !request.out.empty()}};
  const char* const instead = request.list ? "--list" : request.from.empty() ? "--compare" : "--from";
  for (const auto& [option, is_given] : given) {
    if (is_given) throw InputError(std::string(option) + ": found with " + instead + ", which does not heed it");
  }
}

void add_study_options(CLI::App& command, StudyRequest& request) {
  cli::take_names(command.add_option("study", request.name, "A study's name (plethos study --list) or a TOML file (docs/guide/studies.md)"),
                  study_names);
  command.add_flag("--list", request.list, "List the studies that the program carries in itself");
  command.add_flag("--plan", request.plan, "Say which runs it would make on this machine, and make none");
  command.add_flag("--quick", request.options.quick,
                   "A short look: fewer agents, steps and repetitions, as the study's [quick] table says");
  cli::take_names(
      command.add_option("--backends", request.options.backends, "Only these, such as serial,openmp,tbb (default: what the study says)")
          ->delimiter(','),
      backends::backend_names);
  cli::take_names(command.add_option("--lanes", request.options.lanes, "Only these, such as scalar,avx2 (default: what the study says)")
                      ->delimiter(','),
                  backends::lanes_names);
  command
      .add_option("--threads", request.options.threads,
                  "Only these numbers of threads, such as 1,16; 0: all (default: what the study says)")
      ->delimiter(',')
      ->check(cli::in_range(std::int64_t{0}, std::int64_t{4096}));
  command
      .add_option("--processes", request.options.processes,
                  "Measure times in so many processes, one after the other (default: what the study says, otherwise 3; 1 with --quick)")
      ->check(cli::in_range(std::int64_t{1}, std::int64_t{most_processes}));
  command
      .add_option("--agents-at-most", request.options.agents_at_most,
                  "Leave out runs of more agents, on a machine that is too slow for them (default: none)")
      ->check(cli::in_range(std::int64_t{1}, most_of_a_run));
  command.add_option(process_option, request.process)->check(cli::in_range(std::int64_t{1}, std::int64_t{most_processes}))->group("");
  command.add_option(text_option, request.text)->group("");
  command.add_option("--maps", request.options.maps, "Folder of the map files that the study names (default: the current folder)");
  command.add_option("--out", request.out, "Folder for results and finished runs (default: studies); with --compare the .html file");
  command.add_option("--compare", request.compare, "Lay results of one study side by side, two or more")
      ->expected(2, 26)
      ->type_name("A.json B.json ...");
  command.add_option("--best", request.best, "TOML file of the best times known on platforms, for --compare (docs/guide/studies.md)");
  command.add_option("--p3", request.p3, "Write what --compare finds to this CSV file, for Intel's P3 Analysis Library");
  command.add_option("--artifact", request.artifact,
                     "Write the result to this Markdown file, too, as the artifact appendix of a paper (docs/guide/studies.md)");
  command.add_option("--from", request.from, "For --artifact: a result that is there, instead of a study")->type_name("RESULT.json");
  command
      .add_option("--wait-for-quiet", request.wait_for_quiet,
                  "Before each run wait until other processes leave it its processors, so many seconds at most (default: 0)")
      ->type_name("SECONDS")
      ->check(cli::in_range(0.0, 86400.0));
  command.add_flag("--quiet", request.quiet, "Print nothing but errors");
  command.footer(
      "Writes FOLDER/NAME.json, and FOLDER/NAME.html, a page with plots and the paper's figures beside ours (NAME-quick with --quick).\n"
      "Interrupted with Ctrl-C? The same command goes on where it stopped.\n"
      "\n"
      "  plethos study clearpath-tableB1 --quick\n"
      "  plethos study clearpath-fig7 --backends tbb --threads 1,16 --out results\n"
      "  plethos study pha-fig6 --maps maps --quick\n"
      "  plethos study --compare gpu.json cpu.json --out both.html\n"
      "  plethos study --from gpu.json --artifact appendix.md\n");
}

int run_command(const StudyRequest& request) {
  const bool others[] = {!request.compare.empty(), !request.from.empty(), !request.name.empty()};
  const auto asked = (request.list ? 1 : 0) + std::count(std::begin(others), std::end(others), true);
  if (asked != 1) throw InputError("study: expected one of: the name of a study, --list, --compare A.json B.json, --from RESULT.json");
  if (!request.from.empty() && request.artifact.empty()) throw InputError("--from: found without --artifact, which alone heeds it");
  if (!request.artifact.empty() && request.plan) throw InputError("--artifact: found with --plan, which makes no result");
  for (const auto& [option, value] : {std::pair("--best", &request.best), std::pair("--p3", &request.p3)}) {
    if (!value->empty() && request.compare.empty())
      throw InputError(std::string(option) + ": found without --compare, which alone heeds it");
  }
  if (request.name.empty()) {
    refuse_idle_options(request);
    if (const int tasks = backends::launched_tasks(); tasks > 1) {
      throw InputError("study: found " + std::to_string(tasks) + " tasks of a launcher, expected one for --list, --compare and --from");
    }
  }
  if (request.list) {
    print_list();
    return 0;
  }
  if (!request.from.empty()) return write_artifact_from(request);
  return request.compare.empty() ? run_one(request) : compare(request);
}

}  // namespace

cli::Command study_command() {
  cli::Command study{"study", "Make a planned set of runs and a report of them", true, true, [](CLI::App& command, const cli::Call& call) {
                       const auto request = std::make_shared<StudyRequest>();
                       request->call = call;
                       add_study_options(command, *request);
                       return [request] { return run_command(*request); };
                     }};
  study.listing = cli::Listing{"study", list_title, list_studies, show};
  return study;
}

}  // namespace plethos::study
