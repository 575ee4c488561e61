#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "perf/study/study.hpp"

namespace plethos::study {

/// Returns the fields of a run's settings and machine, as plots and claims name them. There is also set.KEY for every key that a run sets.
const std::vector<std::string>& setting_fields();
/// Returns those of them that name a method: the families of methods.
const std::vector<std::string>& method_fields();
/// Returns those of them that describe the machine of a run.
const std::vector<std::string>& machine_fields();

/// Returns those of them that make no difference to the results, and the parameters of methods that make none.
const std::vector<std::string>& same_result_fields();

/// Returns the results of a run that are one number each.
const std::vector<std::string>& measure_fields();

/// Returns the results of a run that are curves over its steps.
const std::vector<std::string>& curve_fields();

/// Returns a field of a run (docs/guide/studies.md, "runs"), or nothing if the run lacks it.
std::optional<WrittenValue> field(const nlohmann::ordered_json& run, const std::string& name);
std::optional<double> number_field(const nlohmann::ordered_json& run, const std::string& name);

/// Returns whether the run has every field of the selection.
bool matches(const nlohmann::ordered_json& run, const Selection& selection);

/// Returns the settings of a run as one text, without the named fields. Two runs with the same text differ in nothing else.
std::string work_key(const nlohmann::ordered_json& run, const std::vector<std::string>& leave_out);

/// Returns the same for people: scenario, agents, methods (without defaults that do nothing), start and settings.
std::string work_text(const nlohmann::ordered_json& run, const std::vector<std::string>& leave_out);

}  // namespace plethos::study
