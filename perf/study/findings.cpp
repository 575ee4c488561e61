#include "perf/study/findings.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/result_times.hpp"

namespace plethos::study {
namespace {

using Names = std::vector<std::string>;

/// Returns the fields that say how a run was measured, and those that follow from scenario, agents and settings. Two runs of a ratio need
/// not share them.
const Names& measuring() {
  static const Names names{"steps_at_most", "until_arrived", "warm_up",         "repetitions", "repetitions_at_most", "chunk", "arrival",
                           "stages",        "bound",         "avoidance_parts", "content"};
  return names;
}

/// Describes the part of a run that ought to make no difference to the agents' last positions.
std::string describe_variant(const Json& run) {
  std::string text = describe_machine(run);
  for (const std::string& name : same_result_fields()) {
    const auto value = field(run, name);
    if (!value) continue;
    if (const auto* yes = std::get_if<bool>(&*value)) {
      if (!*yes) text += ", no " + name;
    } else {
      text += ", " + plain_text(*value);
    }
  }
  return text;
}

/// A figure of one run, or the ratio of two, with the samples behind it. Both have none if it is measured once.
struct Row {
  std::string on, at;
  double value;
  Samples above, below;
  std::string disturbance;  // of one of the runs
  bool is_ratio = false;
};

std::vector<Row> rows_of(const Claim& claim, const Json& runs) {
  std::vector<Row> rows;
  std::vector<const Json*> places;
  for (const Json& run : runs) places.push_back(&run);
  const Names shared = parameter_fields(shared_parameters(places));
  if (claim.numerator.empty()) {
    for (const Json& run : runs) {
      const auto value = number_field(run, claim.measure);
      if (value && matches(run, claim.where))
        rows.push_back({describe_machine(run), work_text(run, shared), *value, samples_of(run, claim.measure), {}, disturbance_of(run)});
    }
    return rows;
  }
  Names leave_out = measuring();
  leave_out.insert(leave_out.end(), claim.ignore.begin(), claim.ignore.end());
  for (const Selection* selection : {&claim.numerator, &claim.denominator}) {
    for (const auto& [name, value] : *selection) {
      leave_out.push_back(name);
      // It follows from the avoidance method unless the study sets it.
      if (name == "avoidance") leave_out.emplace_back("start_by");
    }
  }
  // So do name and content of a map from what it is drawn by.
  const auto is_drawn = [](const std::string& name) { return name.starts_with("draw."); };
  if (std::any_of(leave_out.begin(), leave_out.end(), is_drawn)) leave_out.insert(leave_out.end(), {"scenario", "content"});
  for (const Json& above : runs) {
    const auto numerator = number_field(above, claim.measure);
    if (!numerator || !matches(above, claim.where) || !matches(above, claim.numerator)) continue;
    for (const Json& below : runs) {
      const auto denominator = number_field(below, claim.measure);
      if (!denominator || *denominator == 0 || !matches(below, claim.where) || !matches(below, claim.denominator)) continue;
      if (work_key(above, leave_out) != work_key(below, leave_out)) continue;
      std::string on = describe_machine(above);
      if (on != describe_machine(below)) on += " over " + describe_machine(below);
      Names leave_out_of_text = leave_out;
      leave_out_of_text.insert(leave_out_of_text.end(), shared.begin(), shared.end());
      rows.push_back({on, work_text(above, leave_out_of_text), *numerator / *denominator, samples_of(above, claim.measure),
                      samples_of(below, claim.measure), disturbance_of(disturbance_of(above).empty() ? below : above), true});
    }
  }
  return rows;
}

/// Returns the interval of a row that is chosen among `rows`, so that all of their intervals must hold together.
std::optional<Interval> interval_of(const Row& row, std::size_t rows) {
  if (row.above.empty() || (row.is_ratio && row.below.empty())) return {};
  if (!row.is_ratio) return interval_of_times(row.above);
  return interval_of_ratio(row.above, row.below, true, confidence_of_each(rows));
}

/// Returns the interval of the mean of rows, which is as wide as theirs are in the mean. None if a row has none.
std::optional<Interval> interval_of_mean(const std::vector<Row>& rows) {
  Interval mean{0, 0, usual_confidence};
  for (const Row& row : rows) {
    const auto interval = interval_of(row, 1);
    if (!interval) return {};
    mean.low += interval->low / static_cast<double>(rows.size());
    mean.high += interval->high / static_cast<double>(rows.size());
    mean.confidence = std::min(mean.confidence, interval->confidence);
  }
  return mean;
}

Json finding(const Claim& claim, const std::string& on, const std::vector<Row>& rows) {
  Json json{{"on", on}};
  const auto less = [](const Row& a, const Row& b) { return a.value < b.value; };
  std::optional<Interval> interval;
  if (claim.summary == "mean" && rows.size() > 1) {
    double sum = 0;
    for (const Row& row : rows) sum += row.value;
    json["value"] = sum / static_cast<double>(rows.size());
    json["at"] = "mean of " + std::to_string(rows.size());
    interval = interval_of_mean(rows);
  } else {
    const auto row =
        claim.summary == "smallest" ? std::min_element(rows.begin(), rows.end(), less) : std::max_element(rows.begin(), rows.end(), less);
    json["value"] = row->value;
    json["at"] = row->at;
    interval = interval_of(*row, rows.size());
  }
  add_interval(json, interval);
  if (rows.front().is_ratio && !rows.front().above.empty()) {
    const auto disturbed = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !row.disturbance.empty(); });
    json["not_judged"] = disturbed == rows.end() ? "" : disturbed->disturbance;
    json["difference"] = interval && disturbed == rows.end() ? Json(!interval->contains(1)) : Json();
  }
  if (claim.paper && *claim.paper != 0) json["over_paper"] = json["value"].get<double>() / *claim.paper;
  for (const Row& row : rows) {
    Json entry{{"at", row.at}, {"value", row.value}};
    add_interval(entry, interval_of(row, 1));
    json["rows"].push_back(entry);
  }
  return json;
}

}  // namespace

void add_interval(Json& json, const std::optional<Interval>& interval) {
  json["low"] = interval ? Json(interval->low) : Json();
  json["high"] = interval ? Json(interval->high) : Json();
  json["confidence"] = interval ? Json(interval->confidence) : Json();
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string interval_text(const Json& figure) {
  if (!figure.value("low", Json()).is_number()) return "";
  return "[" + short_number(figure.at("low")) + ", " + short_number(figure.at("high")) + "]";
}

std::string describe_machine(const Json& run) {
  const Json& machine = run.at("machine");
  const std::string backend = machine.at("backend");
  const int ranks = machine.value("ranks", 1);
  const std::string of_ranks = ranks > 1 ? ", " + std::to_string(ranks) + " ranks" : "";
  if (backends::on_device(backend)) return backend + of_ranks;
  const std::string threads = std::to_string(machine.at("threads").get<int>());
  std::string text = backend + " " + machine.at("lanes").get<std::string>() + ", " + threads + (threads == "1" ? " thread" : " threads");
  if (const std::string schedule = machine.value("schedule", "auto"); schedule != "auto") text += ", " + schedule;
  if (const int grain = machine.value("grain", 0); grain > 0) text += ", blocks of " + std::to_string(grain);
  return text + of_ranks;
}

Json evaluate_claims(const std::vector<Claim>& claims, const Json& runs) {
  Json result = Json::array();
  for (const Claim& claim : claims) {
    Json json{{"name", claim.name},       {"source", claim.source},         {"note", claim.note},
              {"measure", claim.measure}, {"summary", claim.summary},       {"ratio", !claim.numerator.empty()},
              {"paper", nullptr},         {"paper_text", claim.paper_text}, {"findings", Json::array()}};
    if (claim.paper) json["paper"] = *claim.paper;
    const std::vector<Row> rows = rows_of(claim, runs);
    Names machines;
    for (const Row& row : rows) {
      if (std::find(machines.begin(), machines.end(), row.on) == machines.end()) machines.push_back(row.on);
    }
    for (const std::string& on : machines) {
      std::vector<Row> own;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(own), [&](const Row& row) { return row.on == on; });
      json["findings"].push_back(finding(claim, on, own));
    }
    result.push_back(json);
  }
  return result;
}

Json compare_bits(const Json& runs) {
  Names leave_out = machine_fields();
  leave_out.insert(leave_out.end(), same_result_fields().begin(), same_result_fields().end());
  for (const char* name : {"warm_up", "repetitions", "repetitions_at_most", "chunk", "arrival", "stages", "bound", "avoidance_parts",
                           "behavior", "agents_per_rank"}) {
    leave_out.emplace_back(name);
  }
  Json result = Json::array();
  Names keys;
  for (const Json& run : runs) {
    const auto checksum = field(run, "checksum");
    // Lanes without fused multiply-add round differently, and methods may not be reproducible. Both say so.
    if (!checksum || !run.at("machine").value("same_bits", true) || !run.at("results").value("reproducible", true)) continue;
    // Runs until all have arrived end at the same step on every backend. Runs of other lengths are other work.
    const std::string key = work_key(run, leave_out) + std::to_string(number_field(run, "steps").value_or(0));
    const auto at = std::find(keys.begin(), keys.end(), key);
    const auto index = static_cast<std::size_t>(at - keys.begin());
    if (at == keys.end()) {
      keys.push_back(key);
      result.push_back({{"work", work_text(run, same_result_fields())}, {"same", true}, {"checksums", Json::object()}});
    }
    Json& group = result[index];
    group["checksums"][describe_variant(run)] = std::get<std::string>(*checksum);
    const Json& sums = group["checksums"];
    group["same"] = std::all_of(sums.begin(), sums.end(), [&](const Json& sum) { return sum == *sums.begin(); });
  }
  return result;
}

}  // namespace plethos::study
