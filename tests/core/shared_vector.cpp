#include "core/shared_vector.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace plethos::tests {

TEST_CASE("copies of a shared vector share memory until one is changed, and the others keep what they have") {
  SharedVector<int> first{1, 2, 3};
  SharedVector<int> second = first;
  const SharedVector<int> third = first;
  CHECK(second.data() == first.data());
  CHECK(second == first);
  second.own()[1] = 7;
  CHECK(second.data() != first.data());
  CHECK(third.data() == first.data());
  CHECK(static_cast<const std::vector<int>&>(first) == std::vector<int>{1, 2, 3});
  CHECK(static_cast<const std::vector<int>&>(second) == std::vector<int>{1, 7, 3});
  CHECK(!(second == first));
  second.own()[1] = 2;
  CHECK(second == first);
}

TEST_CASE("a shared vector that nobody shares is changed in place") {
  SharedVector<int> numbers;
  CHECK(numbers.empty());
  CHECK(numbers.begin() == numbers.end());
  numbers.reserve(1002);
  for (int i = 0; i < 1000; ++i) numbers.push_back(i);
  const int* const memory = numbers.data();
  numbers.push_back(5);
  { const SharedVector<int> copy = numbers; }
  numbers.push_back(6);
  CHECK(numbers.data() == memory);
  CHECK(numbers.size() == 1002);
  CHECK(numbers[1001] == 6);
  SharedVector<int> copy = numbers;
  copy.clear();
  CHECK(copy.empty());
  CHECK(numbers.size() == 1002);
}

}  // namespace plethos::tests
