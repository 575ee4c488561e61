#include "perf/study/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenarios/run/median.hpp"

namespace plethos::study {
namespace {

using scenarios::median;

constexpr double precise_part = 0.05;

/// Returns how likely k of n samples are less than the median.
double likelihood(std::size_t k, std::size_t n) {
  // By logarithms, as 0.5^n is no number of many samples.
  const auto factorial = [](std::size_t of) { return std::lgamma(static_cast<double>(of) + 1); };
  return std::exp(factorial(n) - factorial(k) - factorial(n - k) - static_cast<double>(n) * std::numbers::ln2);
}

std::vector<double> medians(const Samples& samples) {
  std::vector<double> values;
  for (const std::vector<double>& of_process : samples) values.push_back(median(of_process));
  return values;
}

std::vector<double> logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

/// The mean of values, and the square of how far it may be off.
struct Mean {
  double value = 0, error_squared = 0;
  int degrees;

  explicit Mean(const std::vector<double>& values) : degrees(static_cast<int>(values.size()) - 1) {
    const auto count = static_cast<double>(values.size());
    for (const double x : values) value += x / count;
    for (const double x : values) error_squared += (x - value) * (x - value) / (degrees * count);
  }
};

Interval around(double center, double reach, double confidence) { return {std::exp(center - reach), std::exp(center + reach), confidence}; }

/// Student's interval of exp(mean).
Interval of_pairs(const std::vector<double>& above, const std::vector<double>& below, double confidence) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(above.size(), below.size()); ++i) differences.push_back(above[i] - below[i]);
  const Mean mean(differences);
  return around(mean.value, student_t(mean.degrees, confidence) * std::sqrt(mean.error_squared), confidence);
}

/// Welch's interval of exp(difference of means), with the degrees of freedom of Satterthwaite, rounded down.
Interval of_groups(const std::vector<double>& above, const std::vector<double>& below, double confidence) {
  const Mean a(above), b(below);
  const double squared = a.error_squared + b.error_squared;
  const double inverse = a.error_squared * a.error_squared / a.degrees + b.error_squared * b.error_squared / b.degrees;
  const int degrees = inverse > 0 ? std::max(1, static_cast<int>(std::min(1e6, squared * squared / inverse))) : 1;
  return around(a.value - b.value, student_t(degrees, confidence) * std::sqrt(squared), confidence);
}

}  // namespace

Interval interval_of_median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t count = values.size();
  // The median lies between the samples `out` from both ends unless at most `out` samples are on one side of it.
  std::size_t out = 0;
  double beside = likelihood(0, count);
  for (; 2 * (out + 1) < count; ++out) {
    const double next = beside + likelihood(out + 1, count);
    if (1 - 2 * next < usual_confidence) break;
    beside = next;
  }
  return {values[out], values[count - 1 - out], std::max(0., 1 - 2 * beside)};
}

bool is_precise(const std::vector<double>& values) {
  if (values.size() < static_cast<std::size_t>(least_of_precise)) return false;
  const Interval interval = interval_of_median(values);
  const double middle = median(values);
  return interval.low >= (1 - precise_part) * middle && interval.high <= (1 + precise_part) * middle;
}

std::vector<double> all_samples(const Samples& samples) {
  std::vector<double> values;
  for (const std::vector<double>& of_process : samples) values.insert(values.end(), of_process.begin(), of_process.end());
  return values;
}

Interval interval_of_times(const Samples& samples) {
  const std::vector<double> values = all_samples(samples);
  if (samples.size() < 2) return interval_of_median(values);
  const Mean mean(logarithms(medians(samples)));
  const Interval interval = around(mean.value, student_t(mean.degrees, usual_confidence) * std::sqrt(mean.error_squared), usual_confidence);
  const double middle = median(values);
  return {std::min(interval.low, middle), std::max(interval.high, middle), usual_confidence};
}

std::optional<Interval> interval_of_ratio(const Samples& above, const Samples& below, bool together, double confidence) {
  Interval interval{};
  if (std::min(above.size(), below.size()) > 1) {
    const std::vector<double> a = logarithms(medians(above)), b = logarithms(medians(below));
    interval = together ? of_pairs(a, b, confidence) : of_groups(a, b, confidence);
  } else {
    const std::vector<double> a = logarithms(all_samples(above)), b = logarithms(all_samples(below));
    if (std::min(a.size(), b.size()) < 2) return {};
    interval = of_groups(a, b, confidence);
    interval.low /= unknown_placement;
    interval.high *= unknown_placement;
  }
  // Medians of all samples may lie beside those of processes.
  const double ratio = median(all_samples(above)) / median(all_samples(below));
  return Interval{std::min(interval.low, ratio), std::max(interval.high, ratio), confidence};
}

double confidence_of_each(std::size_t count, double confidence) { return 1 - (1 - confidence) / static_cast<double>(count); }

double student_t(int degrees, double confidence) {
  // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
  const auto within = [&](double angle) {
    const double cosine = std::cos(angle);
    double term = degrees % 2 == 0 ? 1 : cosine, sum = degrees == 1 ? 0 : term;
    for (int k = degrees % 2 == 0 ? 2 : 3; k < degrees; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    const double odd = 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
    return degrees % 2 == 0 ? std::sin(angle) * sum : odd;
  };
  double low = 0, high = std::numbers::pi / 2;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = (low + high) / 2;
    (within(middle) < confidence ? low : high) = middle;
  }
  return std::sqrt(static_cast<double>(degrees)) * std::tan(low);
}

}  // namespace plethos::study
