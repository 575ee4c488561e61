#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/parameter_table.hpp"

namespace plethos::study {

/// Runs that are picked by what they were made with: every field named has the value given. Empty: all runs.
using Selection = std::map<std::string, WrittenValue>;

/// One [[runs]] table: every combination of its lists is a run.
struct RunBlock {
  std::vector<std::string> scenarios;
  std::vector<std::int64_t> agents;  ///< empty: as many as the scenario says
  std::map<std::string, std::vector<WrittenValue>> settings;
  std::map<std::string, std::vector<std::string>> methods;  ///< by family; of one that is not here: the scenario's, else the default
  std::vector<bool> regroup{true};                          ///< simulation::Methods
  std::vector<bool> replay{true};
  std::vector<std::string> backends{"serial", "openmp", "tbb", "cuda"};
  std::vector<std::string> lanes{"simd"};
  std::vector<std::int64_t> threads{0};       ///< 0: all
  std::vector<std::string> schedule{"auto"};  ///< of a CPU's blocks of agents: auto, static, dynamic
  std::vector<std::int64_t> grain{0};         ///< agents of such a block at most; 0: what suits each kernel
  std::int64_t start_at = 0;                  ///< step that runs start with; those before it are computed on what is fastest here
  std::string start_by;                       ///< avoidance of the steps before; empty: each method its own
  std::int64_t steps = 0;                     ///< from there on; 0: until all have arrived, or the scenario's own limit
  std::int64_t warm_up = 0;                   ///< first of them, which no time counts
  std::int64_t repetitions = 3;               ///< timed ones; 0 unless time is measured
  std::int64_t chunk = 16;                    ///< steps timed together
  bool arrival = false;                       ///< measure who has arrived when
  bool stages = false;                        ///< measure what each stage of a step takes
  bool bound = false;                         ///< measure what the machine could do at best
  bool avoidance_parts = false;               ///< measure what the parts of the avoidance stage take
  bool behavior = false;                      ///< look at every step: overlaps, walls, ways and arrivals
  std::string place;                          ///< "FILE:LINE: runs", for messages
};

/// What makes a study short for a look (--quick).
struct Quick {
  std::optional<std::int64_t> agents_at_most;
  std::optional<std::int64_t> steps_at_most;
  std::optional<std::int64_t> repetitions;
  std::optional<std::int64_t> warm_up;
  std::optional<std::int64_t> start_at;
};

/// What the paper shows in a plot: points, or a level all along the axis.
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
  Selection where;
  bool log_x = false;
  bool log_y = false;
  std::vector<Reference> references;
};

/// A figure of the paper's, and how ours is had: a measure of the runs, or a ratio of it between runs that are alike otherwise.
struct Claim {
  std::string name;
  std::string source;  ///< where in the paper
  std::string note;
  std::string measure;
  Selection where;
  Selection numerator, denominator;  ///< both empty: no ratio
  std::vector<std::string> ignore;   ///< fields in which the two runs of a ratio may differ besides
  std::string summary;               ///< largest, smallest or mean: what is laid beside the paper's figure
  std::optional<double> paper;
  std::string paper_text;  ///< as the paper puts it, such as "up to 4"
};

struct Study {
  std::string name;
  std::string title;
  std::string description;
  std::string source;  ///< the file's text, of which the hash tells versions apart
  std::vector<RunBlock> blocks;
  std::vector<Plot> plots;
  std::vector<Claim> claims;
  Quick quick;
};

/// A study that the program carries in itself.
struct StudyText {
  std::string_view name;
  std::string_view text;
};

/// Names and titles of the studies that the program carries in itself, by name.
std::vector<std::pair<std::string, std::string>> list_studies();

/// The study of that name, or of that file (a name that ends in .toml or holds a '/').
/// Errors: InputError for an unknown name, or "FILE:LINE: KEY: found X, expected Y" (docs/guide/studies.md says what a file may hold).
Study find_study(const std::string& name);

/// Reads a study from a text; `source` stands for the file in messages. Errors: as find_study().
Study parse_study(std::string_view text, const std::string& source);

}  // namespace plethos::study
