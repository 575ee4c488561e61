#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "perf/study/study.hpp"

namespace plethos::study {

/// What a run is made with and what it runs on, as plots and claims name it; besides, set.KEY for every key that it sets.
const std::vector<std::string>& setting_fields();
/// Those of them that name a method: the families of methods.
const std::vector<std::string>& method_fields();
/// Those of them that say what a run runs on.
const std::vector<std::string>& machine_fields();

/// Those that make no difference to what comes out, with the parameters of methods of which that is true.
const std::vector<std::string>& same_result_fields();

/// What comes out of a run, one number each.
const std::vector<std::string>& measure_fields();

/// What comes out of a run as a curve over its steps.
const std::vector<std::string>& curve_fields();

/// The field of a run (docs/guide/studies.md, "runs"), or nothing if it has none such.
std::optional<WrittenValue> field(const nlohmann::ordered_json& run, const std::string& name);
std::optional<double> number_field(const nlohmann::ordered_json& run, const std::string& name);

/// Whether the run has every field of the selection.
bool matches(const nlohmann::ordered_json& run, const Selection& selection);

/// The settings of a run as one text, leaving out the fields named: two runs with the same text differ in nothing else.
std::string work_key(const nlohmann::ordered_json& run, const std::vector<std::string>& leave_out);

/// The same for people: scenario, agents, methods (but for a default that does nothing), where it begins and what it sets.
std::string work_text(const nlohmann::ordered_json& run, const std::vector<std::string>& leave_out);

}  // namespace plethos::study
