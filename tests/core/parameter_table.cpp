#include "core/parameter_table.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/harness/errors.hpp"

using namespace plethos;

namespace {

enum class Color { red, green };

struct Base {
  float length = 2.5f;
};

struct Thing : Base {
  std::int32_t count = 3;
  bool open = true;
  Color color = Color::green;
};

const ParameterTable<Base>& base_table() {
  static const ParameterTable<Base> table = ParameterTable<Base>().add(&Base::length, {"length", "m", 0.5, 4, "how long"});
  return table;
}

const ParameterTable<Thing>& thing_table() {
  static const ParameterTable<Thing> table = [] {
    ParameterInfo color{"color", "", 0, 0, "which"};
    color.choices = {"red", "green"};
    ParameterTable<Thing> rows;
    rows.add(base_table()).add(&Thing::count, {"count", "things", 1, 9, "how many"});
    rows.add(&Thing::open, {"open", "", 0, 1, "whether"}).add(&Thing::color, color);
    return rows;
  }();
  return table;
}

std::string error_of(const std::string& name, const WrittenValue& value) {
  Thing thing;
  return tests::input_error([&] { thing_table().set(thing, name, value); });
}

}  // namespace

TEST_CASE("rows know the kinds and defaults of their members, those of a base first") {
  const std::vector<ParameterInfo>& infos = thing_table().infos();
  REQUIRE(infos.size() == 4);
  CHECK(infos[0].name == "length");
  CHECK(infos[0].kind == ParameterKind::number);
  CHECK(infos[0].default_value == 2.5);
  CHECK(infos[1].kind == ParameterKind::whole);
  CHECK(infos[1].default_value == 3);
  CHECK(infos[2].kind == ParameterKind::yes_no);
  CHECK(infos[2].default_value == 1);
  CHECK(infos[3].kind == ParameterKind::choice);
  CHECK(infos[3].default_value == 1);
  CHECK(infos[3].maximum == 1);
}

TEST_CASE("values are set as they are written") {
  Thing thing;
  thing_table().set(thing, "length", 4);
  thing_table().set(thing, "count", 9);
  thing_table().set(thing, "open", false);
  thing_table().set(thing, "color", "red");
  CHECK(thing.length == 4.f);
  CHECK(thing.count == 9);
  CHECK_FALSE(thing.open);
  CHECK(thing.color == Color::red);
  CHECK(thing_table().get(thing, "color") == 0);
  CHECK(thing_table().get(thing, std::size_t{1}) == 9);
}

TEST_CASE("values that a parameter does not take are named with what it takes") {
  CHECK(error_of("length", 0.25) == "length: found 0.25, expected a number from 0.5 to 4");
  CHECK(error_of("length", 4.5) == "length: found 4.5, expected a number from 0.5 to 4");
  CHECK(error_of("length", std::nan("")) == "length: found nan, expected a number from 0.5 to 4");
  CHECK(error_of("length", std::numeric_limits<double>::infinity()) == "length: found inf, expected a number from 0.5 to 4");
  CHECK(error_of("length", true) == "length: found true, expected a number from 0.5 to 4");
  CHECK(error_of("count", 2.5) == "count: found 2.5, expected a whole number");
  CHECK(error_of("open", 1) == "open: found 1, expected true or false");
  CHECK(error_of("color", "blue") == "color: found 'blue', expected red or green");
  CHECK(error_of("color", 0) == "color: found 0, expected red or green");
  CHECK(error_of("lenght", 1) == "unknown parameter 'lenght'; did you mean 'length'?");
}

TEST_CASE("a structure is made of values by name, what they do not name has its default") {
  const Thing thing = thing_table().read({{"color", 0.0}, {"length", 1.0}, {"not its own", 5.0}});
  CHECK(thing.color == Color::red);
  CHECK(thing.length == 1.f);
  CHECK(thing.count == 3);
  CHECK(thing.open);
}

TEST_CASE("a structure is not made of numbers that stand for no value") {
  const auto error_of_number = [](const std::string& name, double value) {
    return tests::input_error([&] { thing_table().read({{name, value}}); });
  };
  CHECK(error_of_number("length", 0.25) == "length: found 0.25, expected a number from 0.5 to 4");
  CHECK(error_of_number("length", std::nan("")) == "length: found nan, expected a number from 0.5 to 4");
  CHECK(error_of_number("count", 10) == "count: found 10, expected a whole number from 1 to 9");
  CHECK(error_of_number("count", 2.5) == "count: found 2.5, expected a whole number from 1 to 9");
  CHECK(error_of_number("open", 2) == "open: found 2, expected a whole number from 0 to 1");
  CHECK(error_of_number("color", 2) == "color: found 2, expected a whole number from 0 to 1, for red or green");
  CHECK(error_of_number("color", 1) == "no error");
}

TEST_CASE("a choice can be among numbers, which are written as numbers or as words") {
  ParameterInfo info{"neighbors", "", 0, 1, "how many"};
  info.kind = ParameterKind::choice;
  info.choices = {"4", "8"};
  CHECK(read_value(info, 8) == 1);
  CHECK(read_value(info, "4") == 0);
  CHECK(value_text(info, 1) == "8");
  CHECK(expected_instead(info, 6) == "4 or 8");
  CHECK(expected_instead(info, true) == "4 or 8");
}

TEST_CASE("numbers and values are written as a person would") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1f) == "0.1");
  CHECK(number_text(-2) == "-2");
  CHECK(number_text(1e6) == "1000000");
  CHECK(number_text(9007199254740992.) == "9007199254740992");
  CHECK(number_text(1e-6) == "1e-06");
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
  const std::vector<ParameterInfo>& infos = thing_table().infos();
  CHECK(value_text(infos[0], 2.5) == "2.5");
  CHECK(value_text(infos[2], 0) == "false");
  CHECK(value_text(infos[3], 1) == "green");
  CHECK(written_text("a\nb") == "'a?b'");
  CHECK(plain_text("word") == "word");
  CHECK(plain_text(true) == "true");
}
