#include <algorithm>
#include <filesystem>

#include "backends/device_facts.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/reading.hpp"
#include "perf/study/run_kind.hpp"
#include "perf/study/statistics.hpp"
#include "perf/study/study.hpp"
#include "scenarios/io/toml_drawn_map.hpp"

namespace plethos::study {
namespace {

using scenarios::TomlTable;
using Names = std::vector<std::string>;

const ParameterInfo any_number{"", "", -1e15, 1e15, ""};

Names joined(std::initializer_list<const Names*> lists) {
  Names result;
  for (const Names* list : lists) result.insert(result.end(), list->begin(), list->end());
  return result;
}

/// Reads how often times are measured.
void read_repetitions(TomlTable& table, RunBlock& block) {
  const auto written = table.written("repetitions");
  if (written && std::holds_alternative<std::string>(*written)) {
    if (std::get<std::string>(*written) != "auto")
      table.fail("repetitions", "'" + plain_text(*written) + "'", "'auto' or a whole number from 1 to 1000");
    block.until_precise = true;
    block.repetitions = table.whole("repetitions_at_most", least_of_precise, 1000).value_or(most_of_precise);
  } else {
    assign(block.repetitions, table.whole("repetitions", 1, 1000));
    if (table.has("repetitions_at_most")) table.fail("repetitions_at_most", "it without repetitions = 'auto'", "both or neither");
  }
  assign(block.processes, table.whole("processes", 1, most_processes));
}

RunBlock read_block(TomlTable& table, const RunKind& kind) {
  RunBlock block;
  block.place = table.place();
  read_repetitions(table, block);
  assign(block.agents, table.wholes("agents", 1, most_of_a_run));
  if (auto draw = table.table("draw")) block.draw = scenarios::read_drawn_maps(*draw);
  kind.read_block(table, block);
  assign(block.backends, table.texts("backends"));
  // So a study need not know which kind of GPU a build is for.
  std::replace(block.backends.begin(), block.backends.end(), std::string("gpu"), std::string(backends::device_backend()));
  assign(block.lanes, table.texts("lanes"));
  assign(block.threads, table.wholes("threads", 0, 4096));
  assign(block.schedule, table.texts("schedule"));
  assign(block.grain, table.wholes("grain", 0, 1 << 20));
  if (auto set = table.table("set")) {
    for (const std::string& key : set->all_keys()) block.settings[key] = *set->writtens(key.c_str());
  }
  table.finish();
  return block;
}

Selection read_selection(TomlTable& table, const char* key, const Names& fields) {
  Selection selection;
  auto inner = table.table(key);
  if (!inner) return selection;
  for (const std::string& name : inner->all_keys()) {
    require_known(*inner, name.c_str(), "field", name, fields);
    selection[name] = *inner->written(name.c_str());
  }
  return selection;
}

Names read_fields(TomlTable& table, const char* key, const Names& fields) {
  const Names names = table.texts(key).value_or(Names{});
  for (const std::string& name : names) require_known(table, key, "field", name, fields);
  return names;
}

Reference read_reference(TomlTable& table) {
  Reference reference;
  reference.label = required_text(table, "label");
  const auto points = table.points("points", 1);
  for (const Vec2 point : points.value_or(std::vector<Vec2>{})) reference.points.emplace_back(point.x, point.y);
  reference.level = table.number("level", any_number);
  if (points.has_value() == reference.level.has_value())
    table.fail("", points ? "points and level" : "neither points nor level", "one of them");
  table.finish();
  return reference;
}

/// Reads `where`, which chooses among runs that are made.
Selection read_where(TomlTable& table, const RunFields& fields, const Names& settings) {
  return read_selection(table, "where", joined({&settings, &fields.facts}));
}

Plot read_plot(TomlTable& table, const RunFields& fields, const Names& settings) {
  Plot plot;
  plot.title = required_text(table, "title");
  plot.kind = table.text("kind").value_or("lines");
  Names kinds{"lines", "bars", "dots"};
  if (!fields.stacks.empty()) kinds.emplace_back("stacked");
  require_known(table, "kind", "kind", plot.kind, kinds);
  const Names axes = joined({&settings, &fields.results, &fields.curves});
  plot.x = required_text(table, "x");
  require_known(table, "x", "field", plot.x, axes);
  const bool stacked = plot.kind == "stacked";
  plot.y = stacked ? table.text("y").value_or("bytes") : required_text(table, "y");
  require_known(table, "y", "field", plot.y, stacked ? fields.stacks : axes);
  const auto is_curve = [&](const std::string& name) {
    return std::find(fields.curves.begin(), fields.curves.end(), name) != fields.curves.end();
  };
  if (is_curve(plot.x) != is_curve(plot.y))
    table.fail("y", "'" + plot.y + "' over '" + plot.x + "'", "both of the curve of a run, or neither");
  plot.x_label = table.text("x_label").value_or("");
  plot.y_label = table.text("y_label").value_or("");
  plot.series = read_fields(table, "series", settings);
  plot.average = read_fields(table, "average", settings);
  for (const std::string& name : plot.average) {
    if (name == plot.x || std::find(plot.series.begin(), plot.series.end(), name) != plot.series.end()) {
      table.fail("average", "'" + name + "', which x or series shows", "fields that the plot does not show");
    }
  }
  if (!plot.average.empty() && (stacked || is_curve(plot.x)))
    table.fail("average", "parts or curves of runs", "it with one result of a run");
  plot.where = read_where(table, fields, settings);
  for (const std::string& axis : table.texts("log").value_or(Names{})) {
    require_known(table, "log", "axis", axis, {"x", "y"});
    (axis == "x" ? plot.log_x : plot.log_y) = true;
  }
  const bool from_zero = plot.kind == "bars" || stacked;
  if (from_zero && plot.log_y)
    table.fail("log", "'y' with kind '" + plot.kind + "'", "kind 'dots': a bar starts at 0, which a log axis lacks");
  for (TomlTable& reference : table.tables("reference")) plot.references.push_back(read_reference(reference));
  table.finish();
  return plot;
}

Claim read_claim(TomlTable& table, const RunFields& fields, const Names& settings) {
  Claim claim;
  claim.name = required_text(table, "name");
  claim.source = table.text("source").value_or("");
  claim.note = table.text("note").value_or("");
  claim.measure = required_text(table, "measure");
  require_known(table, "measure", "field", claim.measure, fields.results);
  claim.where = read_where(table, fields, settings);
  claim.numerator = read_selection(table, "numerator", settings);
  claim.denominator = read_selection(table, "denominator", settings);
  if (claim.numerator.empty() != claim.denominator.empty()) {
    table.fail("", claim.numerator.empty() ? "denominator alone" : "numerator alone", "both or neither");
  }
  claim.ignore = read_fields(table, "ignore", settings);
  claim.summary = table.text("summary").value_or("largest");
  require_known(table, "summary", "summary", claim.summary, {"largest", "smallest", "mean"});
  claim.paper = table.number("paper", any_number);
  claim.paper_text = table.text("paper_text").value_or(claim.paper ? number_text(*claim.paper) : "");
  table.finish();
  return claim;
}

Quick read_quick(TomlTable& table, const RunKind& kind) {
  Quick quick;
  quick.agents_at_most = table.whole("agents_at_most", 1, most_of_a_run);
  quick.repetitions = table.whole("repetitions", 1, 1000);
  quick.size_at_most = table.whole("size_at_most", 1, most_of_a_run);
  kind.read_quick(table, quick);
  table.finish();
  return quick;
}

/// Returns the fields of the settings and of the machine, with set.KEY for every key that a block sets.
Names settings_of(const Study& study) {
  Names settings = joined({&study.kind->fields.settings, &machine_fields()});
  for (const RunBlock& block : study.blocks) {
    for (const auto& [key, values] : block.settings) {
      if (std::find(settings.begin(), settings.end(), "set." + key) == settings.end()) settings.push_back("set." + key);
    }
  }
  return settings;
}

}  // namespace

bool is_study_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

Study parse_study(std::string_view text, const std::string& source) {
  const toml::table parsed = scenarios::parse_toml(text, source);
  TomlTable root(parsed, source, "", 1);
  Study study;
  study.source = text;
  study.name = root.text("name").value_or(std::filesystem::path(source).stem().string());
  if (!is_study_name(study.name)) {
    root.fail("name", "'" + study.name + "'", "letters, digits, '-' and '_': files are called so");
  }
  study.title = root.text("title").value_or(study.name);
  study.description = root.text("description").value_or("");
  const std::string kind = root.text("kind").value_or(run_kinds().front().name);
  Names kinds;
  for (const RunKind& known : run_kinds()) kinds.push_back(known.name);
  require_known(root, "kind", "kind of runs", kind, kinds);
  study.kind = &run_kind(kind);
  for (TomlTable& table : root.tables("runs")) study.blocks.push_back(read_block(table, *study.kind));
  if (study.blocks.empty()) root.fail("runs", "none", "at least one [[runs]]");
  const Names settings = settings_of(study);
  for (TomlTable& table : root.tables("plot")) study.plots.push_back(read_plot(table, study.kind->fields, settings));
  for (TomlTable& table : root.tables("claim")) study.claims.push_back(read_claim(table, study.kind->fields, settings));
  if (auto quick = root.table("quick")) study.quick = read_quick(*quick, *study.kind);
  root.finish();
  return study;
}

}  // namespace plethos::study
