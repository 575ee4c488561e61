#include "perf/study/energy.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "core/text.hpp"
#include "perf/study/fields.hpp"
#include "perf/study/findings.hpp"

namespace plethos::study {
namespace {

/// Parts of a row's time: in which threads fall asleep, the machine does nothing, and the crowd is brought back.
constexpr double settling = 0.1, idle = 0.6, going_back = 0.2;

/// Returns a result and its interval.
std::string energy_with_interval(const Json& run, const std::string& name) {
  const Json results = run.at("results");
  const Json bounds{{"low", results.value(name + "_low", Json())}, {"high", results.value(name + "_high", Json())}};
  // One repetition has none.
  const std::string interval = run.at("repetitions").size() > 1 ? interval_text(bounds) : "";
  return short_number(results.at(name)) + (interval.empty() ? "" : " " + interval) + " J";
}

}  // namespace

EnergyClock energy_clock(std::function<bool()> go_on) {
  const auto now = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  return {now, [now, go_on = std::move(go_on)](double seconds) {
            constexpr double slice = 0.1;
            for (const double end = now() + seconds; now() < end;) {
              if (!go_on()) return false;
              std::this_thread::sleep_for(std::chrono::duration<double>(std::min(slice, end - now())));
            }
            return go_on();
          }};
}

EnergyMeter::EnergyMeter(std::vector<backends::EnergySource> sources, EnergyClock clock, double seconds, const std::string& why_not)
    : clock_(std::move(clock)), seconds_(seconds) {
  for (backends::EnergySource& source : sources) {
    parts_.push_back({std::move(source)});
    if (!why_not.empty()) parts_.back().source.why_not = why_not;
  }
}

bool EnergyMeter::counts() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.source.why_not.empty(); });
}

void EnergyMeter::fail(Part& part, const std::string& why) { part.source.why_not = part.source.source + ": " + why; }

void EnergyMeter::begin() {
  looked_at_ = clock_.now();
  for (Part& part : parts_) {
    part.sum = 0;
    if (!part.source.why_not.empty()) continue;
    const auto joules = part.source.joules();
    if (!joules) fail(part, "cannot be read any more");
    part.last = joules.value_or(0);
  }
}

void EnergyMeter::look() {
  const double now = clock_.now();
  const double seconds = now - looked_at_;
  looked_at_ = now;
  for (Part& part : parts_) {
    if (!part.source.why_not.empty()) continue;
    const auto joules = part.source.joules();
    if (!joules) {
      fail(part, "cannot be read any more");
    } else if (*joules < part.last) {
      fail(part, "was set back meanwhile");
    } else if (seconds > part.source.most_seconds.value_or(seconds)) {
      fail(part, "was read after " + short_number(seconds) + " s, in which it may have begun anew more than once; a smaller chunk helps");
    }
    part.sum += joules.value_or(0) - part.last;
    part.last = joules.value_or(0);
  }
}

bool EnergyMeter::measure_idle() {
  if (!clock_.wait(settling * seconds_)) return false;
  begin();
  const double start = looked_at_;
  if (!clock_.wait(idle * seconds_)) return false;
  look();
  idle_seconds_ = looked_at_ - start;
  for (Part& part : parts_) {
    if (part.sum > 0) part.idle_watts = part.sum / idle_seconds_;
    if (!part.idle_watts) part.why_no_net = "the counter stood still while the machine did nothing";
  }
  return true;
}

bool EnergyMeter::measure(const RepeatedSteps& steps, const std::function<void(double)>& moved, Json& repetition) {
  // So that what is in no row, such as the first launch, is done.
  steps.go_back();
  double taken = 0;
  std::int64_t passes = 0;
  begin();
  const double start = looked_at_;
  for (; taken < seconds_; ++passes) {
    if (passes > 0) steps.go_back();
    const auto seconds = steps.take([&] {
      // A read is cheap, but not for nothing.
      if (clock_.now() - looked_at_ > 1) look();
    });
    if (!seconds) return false;
    taken += *seconds;
    moved(std::min(1.0, taken / seconds_));
  }
  look();
  const double going_back_seconds = looked_at_ - start - taken;
  std::vector<double> joules;
  for (const Part& part : parts_) joules.push_back(part.sum);
  std::vector<double> of_going_back(parts_.size(), 0);
  if (passes > 1) {
    begin();
    const double began = looked_at_;
    std::int64_t times = 0;
    for (; clock_.now() - began < going_back * seconds_; ++times) steps.go_back();
    look();
    for (std::size_t i = 0; i < parts_.size(); ++i)
      of_going_back[i] = parts_[i].sum * static_cast<double>(passes - 1) / static_cast<double>(times);
  }
  const auto all_steps = static_cast<double>(steps.steps * passes);
  repetition["energy_seconds"] = taken;
  repetition["energy_steps"] = steps.steps * passes;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    const double of_steps = joules[i] - of_going_back[i];
    if (part.source.why_not.empty() && !(of_steps > 0)) fail(part, "stood still for " + short_number(taken) + " s of steps");
    if (part.source.why_not.empty() && going_back_seconds > taken)
      fail(part, "most of the time went into bringing the crowd back to the first step; more steps help");
    if (!part.source.why_not.empty()) continue;
    const double net = of_steps - part.idle_watts.value_or(0) * taken;
    if (part.idle_watts && !(net > 0))
      part.why_no_net = "the machine took " + short_number(*part.idle_watts) + " W" + " while it did nothing, and " +
                        short_number(of_steps / taken) + " W" + " in the steps";
    const auto add = [&](const std::string& name, double value) { repetition[part.source.part + "_" + name] = value; };
    add("watts", of_steps / taken);
    add("joules_per_step", of_steps / all_steps);
    add("joules_per_million_agent_steps", 1e6 * of_steps / (all_steps * steps.agents));
    if (part.idle_watts) add("idle_watts", *part.idle_watts);
    if (!part.why_no_net.empty()) continue;
    add("net_joules_per_step", net / all_steps);
    add("net_joules_per_million_agent_steps", 1e6 * net / (all_steps * steps.agents));
  }
  return true;
}

Json EnergyMeter::json() const {
  Json json{{"seconds", seconds_}, {"idle_seconds", idle_seconds_}};
  for (const Part& part : parts_) {
    json[part.source.part] = {{"source", part.source.source},
                              {"idle_watts", part.idle_watts ? Json(*part.idle_watts) : Json()},
                              {"not_measured", part.source.why_not},
                              {"net_not_measured", part.source.why_not.empty() ? part.why_no_net : part.source.why_not}};
  }
  return json;
}

const std::vector<std::string>& energy_parts() {
  static const std::vector<std::string> parts{"gpu", "cpu"};
  return parts;
}

const std::vector<std::string>& energy_results() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const std::string& part : energy_parts()) {
      for (const char* name : {"joules_per_step", "net_joules_per_step", "joules_per_million_agent_steps",
                               "net_joules_per_million_agent_steps", "watts", "idle_watts"})
        all.push_back(part + "_" + name);
    }
    return all;
  }();
  return names;
}

void add_energy(const Json& run, Json& whole) {
  if (!run.contains("energy") || !whole.contains("energy")) return;
  for (const Json& entry : run.at("energy")) whole["energy"].push_back(entry);
  // What one of the processes could not measure is not known.
  for (const std::string& name : energy_results()) {
    for (const char* end : {"", "_min", "_max", "_low", "_high"}) whole["results"].erase(name + end);
  }
}

std::string why_no_energy(const Json& run, const std::string& part, bool net) {
  for (const Json& entry : run.value("energy", Json::array())) {
    if (!entry.contains(part)) continue;
    if (const std::string why = entry.at(part).value(net ? "net_not_measured" : "not_measured", ""); !why.empty()) return why;
  }
  return "";
}

std::string energy_text(const Json& runs) {
  std::vector<std::string> whys;
  std::string rows;
  for (const Json& run : runs) {
    for (const std::string& part : energy_parts()) {
      const Json energy = run.value("energy", Json::array());
      if (energy.empty() || !energy.front().contains(part)) continue;
      const std::string result = part + "_joules_per_million_agent_steps", of_steps = part + "_net_joules_per_million_agent_steps";
      const std::string row = "  " + work_text(run, {}) + ", " + describe_machine(run) + ": " + part;
      const auto whole = number_field(run, result);
      if (!whole) {
        rows += one_line(row + " not measured") + "\n";
        whys.push_back(part + ": " + why_no_energy(run, part, false));
        continue;
      }
      const auto net = number_field(run, of_steps);
      rows += one_line(row + " " + energy_with_interval(run, result) +
                       (net ? ", " + energy_with_interval(run, of_steps) + " without the idle machine"
                            : ", without the idle machine not measured") +
                       "; " + short_number(number_field(run, part + "_watts").value_or(0)) + " W") +
              "\n";
      if (!net) whys.push_back(part + " without the idle machine: " + why_no_energy(run, part, true));
    }
  }
  if (rows.empty()) return "";
  std::string text = "\nenergy of a million agent-steps\n" + rows;
  std::vector<std::string> said;
  for (const std::string& why : whys) {
    if (std::find(said.begin(), said.end(), why) != said.end()) continue;
    said.push_back(why);
    text += one_line("  not measured: " + why) + "\n";
  }
  return text;
}

}  // namespace plethos::study
