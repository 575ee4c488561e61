#include <algorithm>
#include <cstdio>

#include "algorithms/simulation/methods.hpp"
#include "backends/backend.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"
#include "core/text.hpp"
#include "scenarios/builders/builder.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/program.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::cli {
namespace {

void print_key(const ParameterInfo& key, const char* indent) {
  const std::string value = value_text(key, key.default_value) + (key.unit.empty() ? "" : " " + key.unit);
  std::printf("%s%-26s %-18s %s, %s%s\n", indent, key.name.c_str(), value.c_str(), key.description.c_str(), range_text(key).c_str(),
              key.by_group ? "; groups may differ" : "");
}

void print_keys(const std::vector<ParameterInfo>& keys) {
  for (const ParameterInfo& key : keys) print_key(key, "      ");
}

void print_scenario(const scenarios::ScenarioEntry& entry) {
  std::printf("\n  %s: %s (%lld agents by default)\n", entry.name.c_str(), entry.description.c_str(), static_cast<long long>(entry.agents));
  print_keys(entry.keys);
}

void print_map_kind(const scenarios::MapKind& kind) {
  std::printf("\n  %s: %s\n", kind.name.c_str(), kind.sentence.c_str());
  print_keys(kind.keys);
}

void print_method(const simulation::MethodFamily& family, const MethodInfo& method) {
  std::printf("\n  %s: %s%s\n", method.name.c_str(), method.sentence.c_str(), &method == &family.methods.front() ? " (the default)" : "");
  print_keys(method.parameters);
}

constexpr const char* scenarios_title = "Scenarios (plethos run NAME, --set KEY=VALUE; a TOML file's path works as a name)";
constexpr const char* maps_title = "Maps (plethos map generate KIND)";

std::string title_of(const simulation::MethodFamily& family) { return family.question + " (--" + family.name + " NAME)"; }

/// Keys that stand beside scenarios and methods.
struct KeyTable {
  const char* title;
  const std::vector<ParameterInfo>& keys;
};
std::vector<KeyTable> key_tables() {
  return {{"Of every agent (--set KEY=VALUE applies to all of them)", scenarios::agent_table().infos()},
          {"Of the run (--set KEY=VALUE)", parameter_table().infos()}};
}

/// Looks for things of one name, and prints those that it finds.
class Search {
 public:
  explicit Search(std::string name) : name_(std::move(name)) {}

  bool found() const { return found_; }
  /// Whether a thing of that name is the one.
  bool is(const std::string& name, const std::string& title) {
    if (name != name_) return false;
    std::printf("%s%s:\n", found_ ? "\n" : "", title.c_str());
    found_ = true;
    return true;
  }

 private:
  std::string name_;
  bool found_ = false;
};

}  // namespace

std::vector<std::string> listed_names(const std::vector<Listing>& listings) {
  std::vector<std::string> names = scenarios::scenario_names();
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) names.push_back(kind.name);
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    names.push_back(family.name);
    for (const std::string& name : family.names()) names.push_back(name);
  }
  for (const Listing& listing : listings) {
    for (const auto& entry : listing.entries()) names.push_back(entry.first);
  }
  for (const KeyTable& table : key_tables()) {
    for (const ParameterInfo& key : table.keys) names.push_back(key.name);
  }
  for (const ParameterInfo& key : simulation::method_parameters()) names.push_back(key.name);
  for (const scenarios::Builder& builder : scenarios::builders()) {
    for (const ParameterInfo& key : builder.keys) names.push_back(key.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void list(const std::vector<Listing>& listings) {
  std::printf("%s:\n", scenarios_title);
  for (const scenarios::ScenarioEntry& entry : scenarios::list_scenarios()) print_scenario(entry);
  std::printf("\n%s:\n", maps_title);
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) print_map_kind(kind);
  for (const Listing& listing : listings) {
    std::printf("\n%s:\n\n", listing.title.c_str());
    for (const auto& [name, sentence] : listing.entries()) std::printf("  %-18s  %s\n", name.c_str(), sentence.c_str());
  }
  for (const KeyTable& table : key_tables()) {
    std::printf("\n%s:\n", table.title);
    print_keys(table.keys);
  }
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    std::printf("\n%s:\n", title_of(family).c_str());
    for (const MethodInfo& method : family.methods) print_method(family, method);
  }
  std::printf("\nBackends (--backend):");
  for (const std::string& name : backends::backend_names()) std::printf(" %s", name.c_str());
  std::printf("\n");
}

void list_one(const std::string& name, const std::vector<Listing>& listings) {
  Search search(name);
  for (const scenarios::ScenarioEntry& entry : scenarios::list_scenarios()) {
    if (search.is(entry.name, scenarios_title)) {
      print_scenario(entry);
      std::printf("\nIt takes the keys of every agent, of the run and of its methods, too: plethos list\n");
    }
  }
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    if (search.is(kind.name, maps_title)) print_map_kind(kind);
  }
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const bool whole = search.is(family.name, title_of(family));
    for (const MethodInfo& method : family.methods) {
      if (whole || search.is(method.name, title_of(family))) print_method(family, method);
    }
  }
  for (const Listing& listing : listings) {
    for (const auto& entry : listing.entries()) {
      if (search.is(entry.first, listing.title)) listing.show(entry.first);
    }
  }
  for (const KeyTable& table : key_tables()) {
    for (const ParameterInfo& key : table.keys) {
      if (search.is(key.name, table.title)) print_key(key, "\n  ");
    }
  }
  for (const ParameterInfo& key : simulation::method_parameters()) {
    if (search.is(key.name, "Of " + joined_text(simulation::methods_with(key.name), "and") + " (--set KEY=VALUE)")) print_key(key, "\n  ");
  }
  for (const scenarios::Builder& builder : scenarios::builders()) {
    for (const ParameterInfo& key : builder.keys) {
      if (search.is(key.name, "Of the scenario " + builder.name + " (--set KEY=VALUE)")) print_key(key, "\n  ");
    }
  }
  if (!search.found()) throw InputError("list: " + unknown_name_message("name", name, listed_names(listings)));
}

}  // namespace plethos::cli
