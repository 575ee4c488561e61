#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/parameter_table.hpp"
#include "scenarios/embedded_text.hpp"
#include "scenarios/request.hpp"

namespace plethos::study {

/// Picks runs by their settings, machine and facts: every named field has the given value. An empty selection picks all runs.
using Selection = std::map<std::string, WrittenValue>;

struct RunKind;

/// The steps of a simulation, and what is measured in them.
struct SimulationSteps {
  std::int64_t start_at = 0;     ///< the first of them; the fastest backend computes those before it
  std::string start_by;          ///< avoidance of the steps before
  std::int64_t steps = 0;        ///< number of steps from there on
  std::int64_t warm_up = 0;      ///< first of them, which are not timed
  std::int64_t chunk = 16;       ///< steps timed together
  bool arrival = false;          ///< measure the number of arrivals over time
  bool stages = false;           ///< measure the time of each stage of a step
  bool bound = false;            ///< measure the machine's least time for the work
  bool avoidance_parts = false;  ///< measure the time of each part of the avoidance stage
  bool behavior = false;         ///< look at every step: overlaps, walls, ways and arrivals
  bool energy = false;           ///< measure the energy of the timed steps, as often as their time
  double energy_seconds = 5;     ///< s of steps, for each of these
};

/// What only runs of kind `simulation` have. Empty `start_by`: each method computes the steps before itself. No `steps`: until all have
/// arrived, or the scenario's limit.
struct SimulationBlock : SimulationSteps {
  bool agents_per_rank = false;         ///< RunBlock::agents are those of each rank
  std::vector<std::int64_t> worlds{1};  ///< how many are simulated at once, of seeds that follow each other
  std::vector<bool> regroup{true};      ///< simulation::MethodChoices
  std::vector<bool> replay{true};
};

/// What runs of kind `paths` answer: queries between places of a scenario's world, or the problems of a Moving AI .scen file. Runs of kind
/// `potentials` have one query, whose goal they take.
struct QueryBlock {
  /// Files, relative to the folder StudyOptions::maps. No map: the block has scenarios, or draws maps. No scen: the queries are drawn.
  std::string map, scen;
  std::vector<std::int64_t> queries;  ///< how many; empty: all of `scen`
  std::vector<std::int64_t> seeds{1};
  std::vector<std::int64_t> goals{0};  ///< how many goals drawn queries share; 0: each has its own
  std::int64_t moves = 0;              ///< of an obstacle, after which all queries are answered again
  std::string optimum;                 ///< the planner whose ways count as the shortest; empty: the file's lengths, or none
  std::int64_t sweeps = 100000;        ///< the most of a potential's solver
};

/// What runs of kind `emptying` empty: plans that a builder draws, of the seeds 1, 2, ...
struct EmptyingBlock {
  std::int64_t plans = 20;
  /// Values of --set that differ from plan to plan: plan k has the k-th of each list, and after the last the first again.
  std::map<std::string, std::vector<WrittenValue>> each;
  std::int64_t steps = 0;  ///< the most for a plan; 0: the scenario's limit
};

/// One [[runs]] table: every combination of its lists is a run.
struct RunBlock {
  std::vector<std::string> scenarios;
  std::vector<scenarios::DrawnMap> draw;  ///< instead of scenarios
  std::vector<std::int64_t> agents;       ///< empty: the scenario's number
  std::vector<std::int64_t> ranks{1};     ///< how many share a run
  std::map<std::string, std::vector<WrittenValue>> settings;
  std::map<std::string, std::vector<std::string>> methods;  ///< by family; otherwise the scenario's method, or the default
  std::vector<std::string> backends;                        ///< empty: all
  std::vector<std::string> lanes{"simd"};
  std::vector<std::int64_t> threads{0};       ///< 0: all
  std::vector<std::string> schedule{"auto"};  ///< how a CPU deals out blocks of agents: auto, static, dynamic
  std::vector<std::int64_t> grain{0};         ///< the most agents of such a block; 0: the best number for each kernel
  std::int64_t repetitions = 3;               ///< number of timed passes; 0 unless time is measured
  bool until_precise = false;                 ///< repetitions are the most of them, and end when their median is known well
  std::int64_t processes = 3;                 ///< each of which makes all timed passes
  std::string place;                          ///< "FILE:LINE: runs", for messages
  std::variant<SimulationBlock, QueryBlock, EmptyingBlock> own;  ///< what only runs of the study's kind have
};

/// Limits that make a study short (--quick).
struct Quick {
  std::optional<std::int64_t> agents_at_most;
  std::optional<std::int64_t> steps_at_most;
  std::optional<std::int64_t> repetitions;
  std::optional<std::int64_t> warm_up;
  std::optional<std::int64_t> start_at;
  std::optional<std::int64_t> queries_at_most;
  std::optional<std::int64_t> sweeps_at_most;
  std::optional<std::int64_t> plans_at_most;
  std::optional<std::int64_t> worlds_at_most;
  std::optional<double> energy_seconds;
  std::optional<std::int64_t> size_at_most;  ///< of maps that are drawn
};

/// The paper's data in a plot: points, or a level all along the axis.
struct Reference {
  std::string label;
  std::vector<std::pair<double, double>> points;
  std::optional<double> level;
};

struct Plot {
  std::string title;
  std::string kind;  ///< lines, bars or stacked (memory by part, a step by stage)
  std::string x, y;
  std::string x_label, y_label;
  std::vector<std::string> series;
  std::vector<std::string> average;  ///< fields over whose values it shows the mean, with the least and the most
  Selection where;
  bool log_x = false;
  bool log_y = false;
  std::vector<Reference> references;
};

/// A figure of the paper's, and the way to compute ours: a measure of the runs, or a ratio of it between runs that do not differ otherwise.
struct Claim {
  std::string name;
  std::string source;  ///< place in the paper
  std::string note;
  std::string measure;
  Selection where;
  Selection numerator, denominator;  ///< both empty: no ratio
  std::vector<std::string> ignore;   ///< fields in which the two runs of a ratio may differ
  std::string summary;               ///< largest, smallest or mean: the figure that stands beside the paper's
  std::optional<double> paper;
  std::string paper_text;  ///< the paper's words, such as "up to 4"
};

struct Study {
  std::string name;
  std::string title;
  std::string description;
  std::string source;             ///< the file's text; its hash tells versions apart
  const RunKind* kind = nullptr;  ///< of all its runs
  std::vector<RunBlock> blocks;
  std::vector<Plot> plots;
  std::vector<Claim> claims;
  Quick quick;
};

/// Returns the files of perf/studies/, by name.
std::span<const scenarios::EmbeddedText> study_texts();

/// Returns names and titles of the studies that the program contains, by name.
std::vector<std::pair<std::string, std::string>> list_studies();

/// Returns the study of that name, or of that file (a name that ends in .toml or holds a '/'). Errors: InputError for an unknown name, or
/// "FILE:LINE: KEY: found X, expected Y" (docs/guide/studies.md says what a file may hold). If `text_file` is given, its text is that of
/// the study, which is called so all the same.
Study find_study(const std::string& name, const std::string& text_file = "");

/// Returns the text of a TOML file of a study, or of another `kind`. Errors: InputError if it cannot be read, or is larger than 1 MB.
std::string read_study_text(const std::string& path, const std::string& kind = "study");

/// Returns whether a study may be called so: files are. Some letters of ASCII, digits, '-' and '_'.
bool is_study_name(std::string_view name);

/// Reads a study from a text; `source` stands for the file in messages. Errors: as find_study().
Study parse_study(std::string_view text, const std::string& source);

}  // namespace plethos::study
