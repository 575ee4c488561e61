#include "perf/study/document.hpp"

#include <algorithm>
#include <thread>

#include "backends/runtime.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/run_study.hpp"
#include "perf/study/scaling.hpp"
#include "scenarios/run/parameters_json.hpp"
#include "scenarios/run/utc_date.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::study {
namespace {

Json json(const Selection& selection) {
  Json result = Json::object();
  for (const auto& [name, value] : selection) result[name] = scenarios::written_json(value);
  return result;
}

Json json(const Plot& plot) {
  Json result{{"title", plot.title},       {"kind", plot.kind},       {"x", plot.x},           {"y", plot.y},
              {"x_label", plot.x_label},   {"y_label", plot.y_label}, {"series", plot.series}, {"average", plot.average},
              {"where", json(plot.where)}, {"log_x", plot.log_x},     {"log_y", plot.log_y},   {"references", Json::array()}};
  for (const Reference& reference : plot.references) {
    Json entry{{"label", reference.label}, {"points", reference.points}};
    if (reference.level) entry["level"] = *reference.level;
    result["references"].push_back(entry);
  }
  return result;
}

/// Says of runs of one world that they are, where the study names worlds: plots and claims find them by it.
void name_single_worlds(const Study& study, Json& runs) {
  const bool named = std::any_of(study.blocks.begin(), study.blocks.end(), [](const RunBlock& block) {
    const auto* own = std::get_if<SimulationBlock>(&block.own);
    return own != nullptr && own->worlds != std::vector<std::int64_t>{1};
  });
  for (Json& run : runs) {
    if (named) run["settings"].emplace("worlds", 1);
  }
}

}  // namespace

Json study_document(const Study& study, const StudyOptions& options, const Plan& plan, const Outcome& outcome) {
  Json document;
  document["schema"] = schema_name;
  document["schema_version"] = schema_version;
  document["study"] = {{"name", study.name},
                       {"title", study.title},
                       {"description", study.description},
                       {"hash", hash_text(study.source)},
                       {"kind", study.kind->name},
                       {"quick", options.quick},
                       {"plots", Json::array()}};
  for (const Plot& plot : study.plots) document["study"]["plots"].push_back(json(plot));
  std::vector<std::string> settings = study.kind->fields.settings;
  settings.insert(settings.end(), machine_fields().begin(), machine_fields().end());
  document["fields"] = {{"settings", settings}, {"methods", study.kind->fields.methods}, {"same_result", same_result_fields()}};
  for (const Rate& rate : study.kind->fields.rates) document["fields"]["rates"][rate.name] = rate.time;
  document["header"] = {{"version", scenarios::version_number()},
                        {"commit", scenarios::commit()},
                        {"date", scenarios::utc_date()},
                        {"kokkos", backends::kokkos_version()},
                        {"kokkos_spaces", backends::kokkos_spaces()},
                        {"processors", std::thread::hardware_concurrency()},
                        {"thread_binding", backends::thread_binding()},
                        {"machine", outcome.machine},
                        {"devices", Json::object()}};
  for (const Json& run : outcome.runs) {
    const Json& machine = run.at("machine");
    document["header"]["devices"][machine.at("backend").get<std::string>()] = machine.at("device");
  }
  document["complete"] = outcome.runs.size() == plan.runs.size() && outcome.failed == 0;
  document["interrupted"] = outcome.interrupted;
  document["planned"] = plan.runs.size();
  document["skipped"] = plan.skipped;
  document["runs"] = outcome.runs;
  name_single_worlds(study, document["runs"]);
  add_scaling(document["runs"]);
  document["shared_parameters"] = shared_parameters(runs_of({&document}));
  document["claims"] = evaluate_claims(study.claims, document["runs"]);
  document["same_bits"] = compare_bits(document["runs"]);
  return document;
}

}  // namespace plethos::study
