#include "algorithms/planning/paths.hpp"

#include <cmath>

namespace plethos::planning {

std::span<const Vec2> Paths::way(std::size_t query) const {
  const auto begin = static_cast<std::size_t>(first[query]);
  return std::span(points).subspan(begin, static_cast<std::size_t>(first[query + 1]) - begin);
}

double Paths::length(std::size_t query) const {
  const std::span<const Vec2> points_of_way = way(query);
  double sum = 0;
  for (std::size_t k = 1; k < points_of_way.size(); ++k) {
    const Vec2 a = points_of_way[k - 1];
    const Vec2 b = points_of_way[k];
    sum += std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y});
  }
  return sum;
}

void Paths::add(std::span<const Vec2> way) {
  points.insert(points.end(), way.begin(), way.end());
  first.push_back(static_cast<std::int64_t>(points.size()));
}

void Paths::append(const Paths& more) {
  const auto before = static_cast<std::int64_t>(points.size());
  points.insert(points.end(), more.points.begin(), more.points.end());
  first.reserve(first.size() + more.count());
  for (std::size_t query = 0; query < more.count(); ++query) first.push_back(before + more.first[query + 1]);
}

}  // namespace plethos::planning
