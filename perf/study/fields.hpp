#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perf/study/study.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns the fields that describe the machine of a run. Those of its settings and results depend on its kind (run_kind.hpp).
const std::vector<std::string>& machine_fields();

/// Returns the fields of settings that make no difference to the results, and the parameters of methods that make none.
const std::vector<std::string>& same_result_fields();

/// Returns a field of a run (docs/guide/studies.md, "runs"), or nothing if the run lacks it.
std::optional<WrittenValue> field(const Json& run, const std::string& name);
std::optional<double> number_field(const Json& run, const std::string& name);

/// Returns, as an object by name, the parameters of methods and scenarios that all of several runs have with the same value. Of one run: none.
Json shared_parameters(const std::vector<const Json*>& runs);

/// Returns the fields of these parameters, to be left out where a text is to tell runs apart.
std::vector<std::string> parameter_fields(const Json& parameters);

/// Returns the places of all runs of some results.
std::vector<const Json*> runs_of(const std::vector<const Json*>& results);

/// Returns whether the run has every field of the selection.
bool matches(const Json& run, const Selection& selection);

/// Returns the settings of a run as one text, without the named fields. Two runs with the same text differ in nothing else.
std::string work_key(const Json& run, const std::vector<std::string>& leave_out);

/// Returns the same for people: scenario, agents, methods (without defaults that do nothing), start and settings.
std::string work_text(const Json& run, const std::vector<std::string>& leave_out);

}  // namespace plethos::study
