#include "perf/proxy/deck.hpp"

#include "core/error.hpp"
#include "perf/study/study.hpp"
#include "scenarios/io/nearby_file.hpp"

namespace plethos::proxy {

std::vector<std::pair<std::string, std::string>> list_decks() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const scenarios::EmbeddedText& entry : deck_texts()) {
    result.emplace_back(entry.name, parse_deck(entry.text, std::string(entry.name) + ".toml").title);
  }
  return result;
}

Deck find_deck(const std::string& name) {
  if (name.ends_with(".toml") || name.find('/') != std::string::npos) return parse_deck(study::read_study_text(name, "deck"), name);
  std::vector<std::string> names;
  for (const scenarios::EmbeddedText& entry : deck_texts()) {
    if (entry.name == name) return parse_deck(entry.text, name + ".toml");
    names.emplace_back(entry.name);
  }
  throw InputError(scenarios::unknown_file_message("deck", name, names));
}

}  // namespace plethos::proxy
