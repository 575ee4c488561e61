#include "scenarios/render/region_colors.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace plethos;
using namespace plethos::scenarios;

namespace {

/// Returns the colors of a map in which every cell is a region.
std::vector<std::uint8_t> colors_of_cells(std::int32_t width, std::int32_t height) {
  GridMap map;
  map.width = width;
  map.height = height;
  std::vector<std::int32_t> region(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  std::iota(region.begin(), region.end(), 0);
  return region_colors(map, region);
}

}  // namespace

TEST_CASE("regions that touch have different colors as far as these go, and very many are colored one by one") {
  constexpr std::size_t width = 40;
  const std::vector<std::uint8_t> few = colors_of_cells(width, 30);
  REQUIRE(few.size() == width * 30);
  for (std::size_t r = width; r < few.size(); ++r) CHECK(few[r] != few[r - width]);
  const std::vector<std::uint8_t> many = colors_of_cells(1200, 1000);
  REQUIRE(many.size() == 1'200'000);
  CHECK(*std::max_element(many.begin(), many.end()) == *std::max_element(few.begin(), few.end()));
}
