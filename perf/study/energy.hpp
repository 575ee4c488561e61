#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backends/energy.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// A measured row takes at least so long: the counter of a GPU is renewed about ten times a second. [quick] may shorten it.
inline constexpr double least_energy_seconds = 5;

/// Steps that are taken again and again, each time from the same crowd, to the same positions.
struct RepeatedSteps {
  std::int64_t steps = 0;  ///< each time
  double agents = 0;       ///< that each step moves
  /// Goes back to the first of them. Errors: MachineError if the steps before ended in other positions.
  std::function<void()> go_back;
  /// Takes the steps and returns the time of these alone, in s, or nothing if they are to stop. Calls `look` now and then.
  std::function<std::optional<double>(const std::function<void()>& look)> take;
};

/// How time goes on, in s. Tests have another.
struct EnergyClock {
  std::function<double()> now;
  /// Waits; returns whether to go on.
  std::function<bool(double seconds)> wait;
};
EnergyClock energy_clock(std::function<bool()> go_on);

/// Measures the energy of steps by counters of parts of the machine. Going back to the first step takes energy, too: it is measured alone,
/// and subtracted.
class EnergyMeter {
 public:
  /// Rows take `seconds` of steps. `why_not` is why none of the sources can tell; mostly empty.
  EnergyMeter(std::vector<backends::EnergySource> sources, EnergyClock clock, double seconds, const std::string& why_not = "");

  /// Returns whether a source counts. The others tell why not.
  bool counts() const;

  /// Measures the power of the machine that does nothing, for three fifths of a row, after a tenth in which threads fall asleep. Returns
  /// whether to go on.
  bool measure_idle();

  /// Takes the steps until a row is full, and adds what it took to a repetition's JSON: `energy_seconds` and `energy_steps`, and of each
  /// source what energy_results() names. What is not known is missing. `moved` gets the share of the row that is done. Returns whether to
  /// go on.
  bool measure(const RepeatedSteps& steps, const std::function<void(double)>& moved, Json& repetition);

  /// Returns an entry of "energy" in the JSON: of each part the `source`, the idle power, and why something is not measured.
  Json json() const;

 private:
  struct Part {
    backends::EnergySource source;
    double last = 0, sum = 0;            // J
    std::optional<double> idle_watts{};  // nothing: the counter stood still
    std::string why_no_net{};            // why energy without that of the idle machine is not known
  };
  void begin();
  /// Reads all counters, which loses none that begins anew.
  void look();
  void fail(Part& part, const std::string& why);

  std::vector<Part> parts_;
  EnergyClock clock_;
  double seconds_;
  double idle_seconds_ = 0;
  double looked_at_ = 0;
};

/// Returns the results that a row of energy measures of a part: J a step and a million agent-steps, with and without the energy of the idle
/// machine (`net`), and the mean power of the steps and of the idle machine.
const std::vector<std::string>& energy_results();
/// Returns the parts: gpu and cpu.
const std::vector<std::string>& energy_parts();

/// Adds what another process measured to a run of the first.
void add_energy(const Json& run, Json& whole);

/// Returns a table of what runs took, for a terminal; empty if none asked for it.
std::string energy_text(const Json& runs);

/// Returns why a part of a run has no such result, as the first process that lacks it says; empty if it has one, or did not ask.
std::string why_no_energy(const Json& run, const std::string& part, bool net);

}  // namespace plethos::study
