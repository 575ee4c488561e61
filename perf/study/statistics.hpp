#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plethos::study {

/// Without another number, times are repeated this often at most until their median is known well. Fewer than `least_of_precise` never say
/// so.
inline constexpr std::int64_t most_of_precise = 30, least_of_precise = 6;
/// The most processes of a study.
inline constexpr std::int64_t most_processes = 100;

/// Bounds of a figure that is known by samples, and how likely they hold it, from 0 to 1.
struct Interval {
  double low, high, confidence;

  bool contains(double value) const { return low <= value && value <= high; }
};

/// The samples of a figure that each process took. No process is without any.
using Samples = std::vector<std::vector<double>>;

/// The confidence of intervals, unless something else is said.
inline constexpr double usual_confidence = 0.95;
/// A process lays out its memory, and places its threads, once. What another one would have measured is not known of a single process: a
/// ratio from one has its interval widened by this factor to both sides.
inline constexpr double unknown_placement = 1.1;

/// Returns the interval of the median of what the samples are drawn from, whatever its distribution, for `usual_confidence`: two of the
/// samples, as far apart in their order as the binomial distribution demands. Fewer than six samples do not reach that confidence; then it
/// is from the least to the greatest, with the confidence that these have. `values` is not empty. Source: order statistics, as in Hoefler
/// and Belli, Scientific Benchmarking of Parallel Computing Systems (SC15), section 3. Cost: a sort.
Interval interval_of_median(std::vector<double> values);

/// Returns whether that interval lies within 5% of the median, for `usual_confidence`.
bool is_precise(const std::vector<double>& values);

/// Returns all samples, process after process.
std::vector<double> all_samples(const Samples& samples);

/// Returns the interval of what another process would measure in the median. Of one process it is that of its own median. Samples of one
/// process are more alike than those of several, so of several the interval is Student's of the mean of the logarithms of their medians,
/// for `usual_confidence`: many repetitions of few processes do not make it narrow. Samples are greater than 0.
Interval interval_of_times(const Samples& samples);

/// Returns the interval of the ratio of two medians. The samples of a process count as one, its median. `together`: process k of the one
/// and process k of the other are the same. Then it is Student's interval of the mean of the processes' ratios, otherwise Welch's of the
/// difference of means, both of logarithms. A bootstrap of so few processes would be too narrow. If either side has a single process, the
/// samples of both stand for processes, and `unknown_placement` widens the interval. Returns nothing if a side has one sample. Samples are
/// greater than 0.
std::optional<Interval> interval_of_ratio(const Samples& above, const Samples& below, bool together, double confidence = usual_confidence);

/// Returns the confidence that each of several intervals must have, so that all together hold with this one (Bonferroni).
double confidence_of_each(std::size_t count, double confidence = usual_confidence);

/// Returns the t for which Student's distribution with so many degrees of freedom, at least 1, lies between -t and t with the probability
/// `confidence`.
double student_t(int degrees, double confidence);

}  // namespace plethos::study
