#include "algorithms/verify/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace plethos::verify {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t nearest = 4;

bool walks_along_x(const Walker& walker) { return std::abs(walker.ahead_x) >= std::abs(walker.ahead_y); }

}  // namespace

double Lanes::Sums::reduced() const { return walkers > chance ? (order - chance) / (walkers - chance) : nothing; }

void Lanes::look(double seconds, std::span<const Walker> walkers) {
  std::vector<std::uint8_t> meets(walkers.size(), 0);
  by_time_.resize(std::max(by_time_.size(), static_cast<std::size_t>(seconds / period) + 1));
  for (const bool along_x : {true, false}) {
    const Sums sums = measure_axis(walkers, along_x, meets);
    for (Sums* to : {&all_, &by_time_.back()}) {
      to->order += sums.order;
      to->chance += sums.chance;
      to->walkers += sums.walkers;
    }
  }
  measure_nearest(walkers, meets);
}

/// Marks in `meets` the walkers on the stretch with both directions.
Lanes::Sums Lanes::measure_axis(std::span<const Walker> walkers, bool along_x, std::vector<std::uint8_t>& meets) const {
  struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
  };
  const auto walks_here = [&](const Walker& w) { return walks_along_x(w) == along_x && (w.ahead_x != 0 || w.ahead_y != 0); };
  const auto along = [&](const Walker& w) { return along_x ? w.x : w.y; };
  const auto forward = [&](const Walker& w) { return (along_x ? w.ahead_x : w.ahead_y) > 0 ? 1U : 0U; };
  std::array<Extent, 2> extents;
  for (const Walker& w : walkers) {
    if (!walks_here(w)) continue;
    Extent& extent = extents[forward(w)];
    extent.low = std::min(extent.low, along(w));
    extent.high = std::max(extent.high, along(w));
  }
  const double low = std::max(extents[0].low, extents[1].low);
  const double high = std::min(extents[0].high, extents[1].high);

  std::map<std::int64_t, std::array<double, 2>> rows;
  std::array<double, 2> count{};
  std::vector<std::size_t> here;
  for (std::size_t i = 0; i < walkers.size(); ++i) {
    const Walker& w = walkers[i];
    if (!walks_here(w) || along(w) < low || along(w) > high) continue;
    ++rows[static_cast<std::int64_t>(std::floor((along_x ? w.y : w.x) / row_))][forward(w)];
    ++count[forward(w)];
    here.push_back(i);
  }
  if (count[0] == 0 || count[1] == 0) return {};
  for (const std::size_t i : here) meets[i] = 1;
  Sums sums;
  sums.walkers = count[0] + count[1];
  const double share = count[0] / sums.walkers;
  for (const auto& [row, in_row] : rows) {
    const double n = in_row[0] + in_row[1];
    const double surplus = in_row[0] - in_row[1];
    sums.order += surplus * surplus / n;
    // The variance and mean of the hypergeometric count a = in_row[0]; the surplus is 2 a - n.
    const double variance = n * share * (1 - share) * (sums.walkers - n) / (sums.walkers - 1);
    const double mean = n * (2 * share - 1);
    sums.chance += (4 * variance + mean * mean) / n;
  }
  return sums;
}

void Lanes::measure_nearest(std::span<const Walker> walkers, const std::vector<std::uint8_t>& meets) {
  std::vector<std::size_t> order(walkers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return walkers[i].x != walkers[j].x ? walkers[i].x < walkers[j].x : i < j; });
  std::vector<std::pair<double, bool>> found;  // squared distance, and whether of the same group
  std::size_t first = 0;
  for (const std::size_t i : order) {
    const Walker& self = walkers[i];
    while (walkers[order[first]].x < self.x - around) ++first;
    if (meets[i] == 0) continue;
    found.clear();
    for (std::size_t k = first; k < order.size() && walkers[order[k]].x <= self.x + around; ++k) {
      const Walker& other = walkers[order[k]];
      const double dx = other.x - self.x;
      const double dy = other.y - self.y;
      if (order[k] != i && dx * dx + dy * dy <= around * around) found.emplace_back(dx * dx + dy * dy, other.group == self.group);
    }
    if (found.size() < nearest) continue;
    const auto own = [&](std::size_t of) {
      return static_cast<double>(
                 std::count_if(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(of), [](const auto& f) { return f.second; })) /
             static_cast<double>(of);
    };
    around_ += own(found.size());
    std::partial_sort(found.begin(), found.begin() + nearest, found.end());
    nearest_ += own(nearest);
    ++looked_around_;
  }
}

LaneReport Lanes::report() const {
  LaneReport report;
  report.order = all_.reduced();
  for (const Sums& sums : by_time_) report.order_by_time.push_back(sums.reduced());
  if (looked_around_ == 0) return report;
  report.own_nearest = nearest_ / looked_around_;
  report.own_around = around_ / looked_around_;
  return report;
}

}  // namespace plethos::verify
