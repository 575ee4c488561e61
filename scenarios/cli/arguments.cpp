#include "scenarios/cli/arguments.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/cli/option_names.hpp"

namespace plethos::cli {
namespace {

bool is_option(const std::string& argument) {
  return argument.size() > 1 && argument[0] == '-' && argument != "--" && argument[1] != ' ' && argument[1] != '.' &&
         (argument[1] < '0' || argument[1] > '9');
}

/// Returns the names of a command's options, with dashes.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string expected_value(const CLI::Option& option) {
  if (const std::vector<std::string> names = names_of(option); !names.empty()) return joined_text(names, "or");
  if (!option.get_option_text().empty()) return option.get_option_text();
  const std::string type = type_of(option);
  if (type == "INT" || type == "UINT") return "a whole number";
  return type == "FLOAT" ? "a number" : type == "TEXT" ? "one" : type;
}

[[noreturn]] void refuse_option(const CLI::App& program, const CLI::App& command, const std::string& name) {
  const std::string place = (&command == &program ? "" : command.get_name() + ": ") + ("unknown option " + quote_text(name));
  // Compared with two dashes, whatever the user has written.
  const std::string dashed =
      "--" + name.substr(name.find_first_not_of('-') == std::string::npos ? name.size() : name.find_first_not_of('-'));
  // Of names that are equally near, the first counts: the command's own.
  std::vector<std::string> all = option_names(command);
  const std::size_t own = all.size();
  std::vector<const CLI::App*> others{&program};
  for (const CLI::App* other : program.get_subcommands({})) others.push_back(other);
  for (const CLI::App* other : others) {
    for (const std::string& option : option_names(*other)) all.push_back(option);
  }
  const std::string near = nearest_name(dashed, all);
  if (near.empty()) {
    throw InputError(place + "; plethos " + (&command == &program ? "" : command.get_name() + " ") + "--help lists the options");
  }
  const std::string meant = place + "; did you mean '" + near + "'";
  if (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own), near) < all.begin() + static_cast<std::ptrdiff_t>(own)) {
    throw InputError(meant + "?");
  }
  std::vector<std::string> owners;
  for (const CLI::App* other : others) {
    const std::vector<std::string> names = option_names(*other);
    if (std::find(names.begin(), names.end(), near) == names.end()) continue;
    owners.push_back(other == &program ? "plethos" : "plethos " + other->get_name());
  }
  throw InputError(meant + ", an option of " + joined_text(owners, "and") + "?");
}

}  // namespace

void check_arguments(const CLI::App& program, const std::vector<std::string>& arguments) {
  const CLI::App* command = &program;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (!is_option(argument)) {
      if (command != &program) continue;
      command = nullptr;
      std::vector<std::string> names{"help"};
      for (const CLI::App* known : program.get_subcommands({})) {
        names.push_back(known->get_name());
        if (known->get_name() == argument) command = known;
      }
      if (command == nullptr) throw InputError(unknown_name_message("command", argument, names));
      continue;
    }
    const std::string name = argument.substr(0, argument.find('='));
    const CLI::Option* const option = command->get_option_no_throw(name);
    if (option == nullptr) refuse_option(program, *command, name);
    if (name.size() < argument.size()) {
      if (option->get_items_expected_max() == 0) throw InputError(name + ": found a value, expected none");
      continue;
    }
    // Whatever stands behind an option with a value is its value.
    i += static_cast<std::size_t>(std::min(option->get_type_size_min(), option->get_items_expected_min()));
    if (i >= arguments.size()) throw InputError(name + ": found no value, expected " + expected_value(*option));
  }
}

}  // namespace plethos::cli
