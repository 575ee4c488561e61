#include "algorithms/method.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <thread>

namespace plethos::tests {
namespace {

/// Kinds of execution, and the type of the methods of the family on one of them.
struct Here {};
struct There {};
template <class Execution>
struct Answer {
  int value;
};

struct Family {
  static constexpr const char* name = "answers";
  template <class Execution>
  using Maker = std::unique_ptr<Answer<Execution>> (*)(const int& scale);
};

/// The method called `letter`. `List` keeps the tests' registries apart.
template <int List, char letter, int value>
struct Method {
  static MethodInfo info() { return {std::string(letter == ' ' ? 0 : 1, letter), "says a number"}; }
  template <class Execution>
  static std::unique_ptr<Answer<Execution>> make(const int& scale) {
    return std::make_unique<Answer<Execution>>(Answer<Execution>{scale * value});
  }
};

template <int List>
using Two = MethodList<Method<List, 'a', 1>, Method<List, 'b', 2>>;
using Everywhere = backends::ExecutionList<Here, There>;

template <class Registry, class Execution>
int answer(const std::string& name) {
  return Registry::template make<Family, Execution>(name, 10)->value;
}

}  // namespace

TEST_CASE("methods that a program adds stand behind those of the list, and are made as they are") {
  using Registry = Two<0>;
  Registry::add<Family, Method<0, 'd', 4>>(Everywhere());
  Registry::add<Family, Method<0, 'c', 3>>(Everywhere());
  CHECK(Registry::names() == std::vector<std::string>{"a", "b", "d", "c"});
  CHECK(Registry::infos().back().sentence == "says a number");
  CHECK(answer<Registry, Here>("b") == 20);
  CHECK(answer<Registry, Here>("c") == 30);
  CHECK(answer<Registry, There>("c") == 30);
  CHECK(answer<Registry, There>("d") == 40);
  CHECK_THROWS_WITH_AS((answer<Registry, Here>("xyzw")), "unknown answers 'xyzw'; known: a, b, d, c", InputError);
}

TEST_CASE("a method that was added for one kind of execution is refused on the others") {
  using Registry = Two<1>;
  Registry::add<Family, Method<1, 'c', 3>>(backends::ExecutionList<There>());
  CHECK(answer<Registry, There>("c") == 30);
  CHECK(Registry::can_make<Family, There>("c"));
  CHECK_FALSE(Registry::can_make<Family, Here>("c"));
  CHECK(Registry::can_make<Family, Here>("a"));
  CHECK_THROWS_WITH_AS((answer<Registry, Here>("c")), "answers 'c': found a backend that it was not added for", InputError);
}

TEST_CASE("a name that is taken, and none, are refused, and leave the registry as it was") {
  using Registry = Two<2>;
  Registry::add<Family, Method<2, 'c', 3>>(Everywhere());
  CHECK_THROWS_WITH_AS((Registry::add<Family, Method<2, 'a', 5>>(Everywhere())),
                       "answers 'a': found a method of that name, expected a new one", InputError);
  CHECK_THROWS_WITH_AS((Registry::add<Family, Method<2, 'c', 5>>(Everywhere())),
                       "answers 'c': found a method of that name, expected a new one", InputError);
  CHECK_THROWS_AS((Registry::add<Family, Method<2, ' ', 5>>(Everywhere())), InputError);
  CHECK(Registry::names() == std::vector<std::string>{"a", "b", "c"});
  CHECK(answer<Registry, Here>("a") == 10);
  CHECK(answer<Registry, Here>("c") == 30);
}

TEST_CASE("once it was asked what methods there are, none is added") {
  using Registry = Two<3>;
  CHECK(Registry::names().size() == 2);
  CHECK_THROWS_AS((Registry::add<Family, Method<3, 'c', 3>>(Everywhere())), InputError);
  CHECK(Registry::names().size() == 2);
  using Made = Two<4>;
  CHECK(answer<Made, Here>("a") == 10);
  CHECK_THROWS_AS((Made::add<Family, Method<4, 'c', 3>>(Everywhere())), InputError);
}

TEST_CASE("threads read the registry at the same time, the first time too") {
  using Registry = Two<5>;
  Registry::add<Family, Method<5, 'c', 3>>(Everywhere());
  std::vector<int> found(4);
  std::vector<std::thread> threads;
  for (int& one : found) threads.emplace_back([&one] { one = answer<Registry, Here>("c") + static_cast<int>(Registry::infos().size()); });
  for (std::thread& thread : threads) thread.join();
  CHECK(found == std::vector<int>(4, 33));
}

}  // namespace plethos::tests
