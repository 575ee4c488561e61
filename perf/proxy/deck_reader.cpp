#include <algorithm>
#include <charconv>
#include <filesystem>

#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "perf/proxy/deck.hpp"
#include "perf/study/reading.hpp"
#include "scenarios/io/toml_drawn_map.hpp"

namespace plethos::proxy {
namespace {

using scenarios::TomlTable;
using study::assign;

constexpr std::int64_t most_of_a_size = 1'000'000;

struct WorkNames {
  const char *work, *unit, *piece;
};
constexpr WorkNames work_names[] = {
    {"crowd", "agent-steps/s", "world"}, {"fields", "cells/s", "field"}, {"queries", "queries/s", "query set"}};
const WorkNames& names_of(Work work) { return work_names[static_cast<std::size_t>(work)]; }

std::int64_t required(TomlTable& table, const char* key, std::int64_t most) {
  const auto value = table.whole(key, 1, most);
  if (!value) table.fail(key, "none", "a whole number from 1 to " + std::to_string(most));
  return *value;
}

void read_settings(TomlTable& table, scenarios::Settings& settings) {
  auto set = table.table("set");
  if (!set) return;
  for (const std::string& key : set->all_keys()) settings[key] = *set->written(key.c_str());
}

std::vector<std::uint64_t> read_sums(TomlTable& table, std::int64_t kinds) {
  std::vector<std::uint64_t> sums;
  for (const std::string& text : table.texts("sums").value_or(std::vector<std::string>())) {
    std::uint64_t sum = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), sum, 16);
    if (fault != std::errc() || end != text.data() + text.size() || text.size() != 16) {
      table.fail("sums", "'" + text + "'", "16 hexadecimal digits");
    }
    sums.push_back(sum);
  }
  if (!sums.empty() && static_cast<std::int64_t>(sums.size()) != kinds) {
    table.fail("sums", std::to_string(sums.size()), std::to_string(kinds) + ", one for each of `kinds`");
  }
  return sums;
}

DeckSize read_size(TomlTable& table, const std::string& name, Work work) {
  DeckSize size;
  size.name = name;
  assign(size.kinds, table.whole("kinds", 1, most_of_a_size));
  assign(size.pieces, table.whole("pieces", 1, most_of_a_size));
  assign(size.warm_up, table.whole("warm_up", 0, most_of_a_size));
  size.repetitions = required(table, "repetitions", 1000);
  size.sums = read_sums(table, size.kinds);
  if (size.pieces > 0 && size.pieces < size.kinds) {
    table.fail("pieces", std::to_string(size.pieces), "at least `kinds`, " + std::to_string(size.kinds));
  }
  read_settings(table, size.settings);
  if (work == Work::crowd) {
    size.agents = required(table, "agents", study::most_of_a_run);
    size.steps = required(table, "steps", most_of_a_size);
    if (size.warm_up % size.steps != 0) {
      table.fail("warm_up", std::to_string(size.warm_up), "a multiple of `steps`, " + std::to_string(size.steps));
    }
  } else {
    auto draw = table.table("draw");
    if (!draw) table.fail("draw", "none", "{ kind = ..., size = ... }");
    size.drawn = scenarios::read_drawn_map(*draw);
  }
  if (work == Work::queries) {
    size.queries = required(table, "queries", study::most_of_a_run);
    assign(size.search_memory, table.whole("search_memory", 1, most_of_a_size));
    if (size.pieces == 0) table.fail("pieces", "none", "a whole number: sets of queries are answered one after the other");
  }
  table.finish();
  return size;
}

scenarios::ScenarioRequest read_request(TomlTable& table, Work work) {
  scenarios::ScenarioRequest request;
  if (work == Work::crowd) request.name = study::required_text(table, "scenario");
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    if (work != Work::crowd && (work == Work::fields || family.name != "planner")) continue;
    if (const auto method = table.text(family.name.c_str())) {
      study::require_known(table, family.name.c_str(), family.name.c_str(), *method, family.names());
      request.methods[family.name] = *method;
    }
  }
  if (work == Work::queries && request.methods.empty()) table.fail("planner", "none", "what answers queries");
  read_settings(table, request.settings);
  table.finish();
  return request;
}

}  // namespace

const DeckSize& Deck::size(const std::string& of) const {
  std::vector<std::string> names;
  for (const DeckSize& one : sizes) {
    if (one.name == of) return one;
    names.push_back(one.name);
  }
  throw InputError("--size: " + unknown_name_message("size of deck " + name, of, names));
}

const char* Deck::unit() const { return names_of(work).unit; }

const char* Deck::piece() const { return names_of(work).piece; }

std::vector<std::string> size_names() { return {"small", "node", "machine"}; }

Deck parse_deck(std::string_view text, const std::string& source) {
  const toml::table parsed = scenarios::parse_toml(text, source);
  TomlTable root(parsed, source, "", 1);
  Deck deck;
  deck.source = text;
  deck.name = std::filesystem::path(source).stem().string();
  deck.title = study::required_text(root, "title");
  deck.description = root.text("description").value_or("");
  std::vector<std::string> found;
  for (const WorkNames& names : work_names) {
    if (root.has(names.work)) found.emplace_back(names.work);
  }
  if (found.size() != 1) root.fail("", found.empty() ? "no work" : joined_text(found, "and"), "one of crowd, fields or queries");
  const auto* const names =
      std::find_if(std::begin(work_names), std::end(work_names), [&](const auto& one) { return one.work == found[0]; });
  deck.work = static_cast<Work>(names - std::begin(work_names));
  auto work = root.table(names->work);
  deck.request = read_request(*work, deck.work);
  for (const std::string& name : size_names()) {
    if (auto table = root.table(name.c_str())) deck.sizes.push_back(read_size(*table, name, deck.work));
  }
  if (deck.sizes.empty()) root.fail("small", "none", "at least one of small, node and machine");
  root.finish();
  return deck;
}

}  // namespace plethos::proxy
