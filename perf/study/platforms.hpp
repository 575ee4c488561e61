#pragma once

#include <string>
#include <vector>

#include "scenarios/json.hpp"

namespace plethos::study {

/// The best time that is known of a case on a platform, by another program or from elsewhere.
struct BestTime {
  std::string work, platform;  ///< as a comparison names them; the work with the parameters that all runs share, or without
  double time;                 ///< in the unit of the study's time
  std::string source;          ///< who says so
};

/// Reads a TOML file of [[best]] tables with `case`, `platform`, `time` and `source`. Errors: InputError, "FILE:LINE: KEY: found X,
/// expected Y".
std::vector<BestTime> read_best_times(const std::string& path);

/// Returns what results of one study say of platforms: the processor, and the GPU if there is one, of each result, called "A: NAME" and so
/// on. An application is a backend with scalar code or with vectors, and "plethos", which has all of them; its time of a case on a
/// platform is the best of all lanes and numbers of threads. `names`, the platforms; `cases`, each with its `rows` (docs/guide/studies.md)
/// and with the performance portability of its applications: the harmonic mean of their efficiencies over a set of platforms, 0 if one is
/// missing (Pennycook, Sewall, Lee: A Metric for Performance Portability, 2016). The `sets` are all platforms, and, where both are there,
/// the processors and the GPUs if they are several. Efficiency is either the best time known over the application's, or the roofline's
/// bound over it. Errors: InputError for a best time of a case or platform that is not there.
Json platforms_of(const std::vector<const Json*>& results, const std::vector<BestTime>& best_times);

/// Returns the rows as CSV for Intel's P3 Analysis Library: problem, application, platform, fom, app eff, arch eff.
std::string p3_text(const Json& platforms);

/// Returns the portability of each application as a table for a terminal.
std::string portability_text(const Json& platforms);

/// Returns "A", "B", and so on.
std::string result_name(std::size_t result);

}  // namespace plethos::study
