#include "scenarios/cli/plan_summary.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scenarios/run/json_file.hpp"

namespace plethos::cli {
namespace {

/// Returns 1.096 as "9.6 %", and what rounding made of 1 as "0 %".
std::string over_text(double ratio) {
  const double percent = 100 * (ratio - 1);
  char text[48];
  std::snprintf(text, sizeof text, "%.3g %%", std::abs(percent) < 1e-3 ? 0. : percent);
  return text;
}

std::string comparison_text(const PlanSummary& summary) {
  const scenarios::PathAnswers& answers = summary.answers;
  if (summary.optimum.empty()) return "not compared";
  if (!answers.over_optimum_mean) return "no way to compare with " + summary.optimum;
  std::string text = over_text(*answers.over_optimum_mean) + " mean, " + over_text(*answers.over_optimum_max) + " at most";
  if (*answers.over_optimum_max > 1 + 1e-5) text += " (query " + std::to_string(answers.worst) + ")";
  text += ", by " + summary.optimum;
  if (answers.shorter > 0) text += "; ways shorter than that: " + std::to_string(answers.shorter);
  return text;
}

Json moves_of(const PlanSummary& summary) {
  return scenarios::moves_json(summary.moves, summary.offline_ms, summary.online_ms, summary.answers.solved);
}

bool has_moves(const PlanSummary& summary) { return !summary.moves.empty() && !summary.moves.front().empty(); }

/// Whether the planner has repaired what it had after every move.
bool repairs(const PlanSummary& summary) {
  const std::vector<scenarios::PathMove>& moves = summary.moves.front();
  return std::all_of(moves.begin(), moves.end(), [](const scenarios::PathMove& move) { return move.repaired; });
}

/// Prints a row for the initial plan, and one for each move.
void print_moves(const PlanSummary& summary) {
  const Json moves = moves_of(summary);
  std::printf("\nmove          ms  %10s  answers, ms  solved", repairs(summary) ? "repair, ms" : "anew, ms");
  for (const std::string& counter : scenarios::move_counters()) std::printf("  %11s", counter.c_str());
  std::printf("\n");
  for (std::size_t k = 0; k < moves.at("move").size(); ++k) {
    std::printf("%-4zu  %10.4g  %10.4g  %11.4g  %6" PRId64, k, moves["move_ms"][k].get<double>(), moves["move_follow_ms"][k].get<double>(),
                moves["move_online_ms"][k].get<double>(), moves["move_solved"][k].get<std::int64_t>());
    for (const std::string& counter : scenarios::move_counters()) {
      std::printf("  %11" PRIu64, moves["move_" + counter][k].get<std::uint64_t>());
    }
    std::printf("\n");
  }
}

}  // namespace

double PlanSummary::queries_per_second() const { return online_ms > 0 ? 1e3 * static_cast<double>(answers.queries) / online_ms : 0; }

void print(const PlanSummary& summary) {
  const scenarios::PathAnswers& answers = summary.answers;
  std::printf("\nqueries             %" PRId64 "%s\n", answers.queries, summary.interrupted ? ", interrupted" : "");
  if (summary.left_out > 0) std::printf("left out            %" PRId64 " problems that hold nowhere\n", summary.left_out);
  std::printf("solved              %" PRId64 "\n", answers.solved);
  if (answers.mismatches) {
    std::printf("mismatches          %" PRId64 "%s\n", *answers.mismatches,
                *answers.mismatches == 0 ? "" : " (queries with a way that should have none, or the other way around)");
  }
  if (answers.length_mean) std::printf("length              %.4g m mean\n", *answers.length_mean);
  std::printf("%s  %s\n", summary.by_cost ? "over the cheapest " : "over the shortest ", comparison_text(summary).c_str());
  std::printf("time offline        %.4g ms\n", summary.offline_ms);
  std::printf("time online         %.4g ms\n", summary.online_ms);
  std::printf("time claiming       %.4g ms, for memory, once: not in the times above\n", summary.claim_ms);
  std::printf("queries/s           %.4g\n", summary.queries_per_second());
  std::printf("in flight at once   %" PRId64 "\n", summary.in_flight);
  std::printf("memory              %.4g MB\n", 1e-6 * static_cast<double>(summary.bytes));
  if (summary.states > 0) std::printf("states              %" PRId64 "\n", summary.states);
  std::printf("checksum            %s\n", scenarios::hexadecimal(summary.checksum).c_str());
  if (!summary.hint.empty()) std::printf("hint                %s\n", summary.hint.c_str());
  if (has_moves(summary)) print_moves(summary);
}

void write_json(JsonOutput& output, const CallRecord& call, const Header& header, const Json& machine, const std::string& planner,
                const Json& parameters, const PlanSummary& summary, const backends::Backend& backend) {
  Json json = call.json("plethos-plan");
  json["wall_s"] = call.wall_seconds();
  for (const auto& [name, value] : header) json["header"][name] = value;
  json["machine"] = machine;
  json["planner"] = planner;
  json["parameters"] = parameters;
  json.update(scenarios::answers_json(summary.answers));
  json["left_out"] = summary.left_out;
  json["optimum"] = summary.optimum.empty() ? Json() : Json(summary.optimum);
  json["compared"] = summary.by_cost ? "cost" : "length";
  json["offline_ms"] = summary.offline_ms;
  json["online_ms"] = summary.online_ms;
  json["claim_ms"] = summary.claim_ms;
  json["queries_per_s"] = summary.queries_per_second();
  json["in_flight"] = summary.in_flight;
  json["bytes"] = summary.bytes;
  json["states"] = summary.states > 0 ? Json(summary.states) : Json();
  if (has_moves(summary)) {
    json["moves"] = moves_of(summary);
    json["repaired"] = repairs(summary);
  }
  json["checksum"] = scenarios::hexadecimal(summary.checksum);
  json["repetitions"] = summary.repetitions;
  json["backend"] = backend.name;
  json["lanes"] = backend.lanes();
  json["threads"] = backend.threads;
  json["interrupted"] = summary.interrupted;
  output.write(json);
}

}  // namespace plethos::cli
