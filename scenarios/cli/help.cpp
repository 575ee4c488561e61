#include "scenarios/cli/help.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/terminal.hpp"

namespace plethos::cli {
namespace {

constexpr int least_columns = 40;
constexpr int left_column = 28;

std::string blanks(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

}  // namespace

std::string wrapped(const std::string& text, int columns, int indent) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("  ")) {
      result += (line.empty() ? "" : blanks(indent)) + line + "\n";
      continue;
    }
    std::istringstream words(line);
    int used = 0;
    for (std::string word; words >> word;) {
      const int width = width_of(word);
      if (used > 0 && indent + used + 1 + width > columns) {
        result += "\n";
        used = 0;
      }
      result += (used == 0 ? blanks(indent) : " ") + word;
      used += width + (used == 0 ? 0 : 1);
    }
    result += "\n";
  }
  return result;
}

int help_columns() {
  const char* const columns = std::getenv("COLUMNS");
  const int asked = columns == nullptr ? 0 : std::atoi(columns);
  return std::max(least_columns, asked > 0 ? asked : terminal_columns(STDOUT_FILENO));
}

std::vector<OptionGroup> groups_of(const CLI::App& command) {
  std::vector<OptionGroup> groups;
  const auto positional = command.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (!positional.empty()) groups.push_back({"Arguments", positional});
  for (const std::string& heading : command.get_groups()) {
    const auto options =
        command.get_options([&](const CLI::Option* option) { return option->get_group() == heading && option->nonpositional(); });
    if (!heading.empty() && !options.empty()) groups.push_back({heading, options});
  }
  return groups;
}

std::string usage_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false);
  std::string text = option.get_name(false, true);
  if (!option.get_option_text().empty()) return text + " " + option.get_option_text();
  if (option.get_type_size() == 0) return text;
  const std::string type = type_of(option);
  if (!type.empty()) text += " " + type;
  const int least = option.get_items_expected_min();
  // Of options that may be repeated the text says so.
  const int most = option.get_allow_extra_args() ? option.get_items_expected_max() : least;
  if (most > 1 && most < CLI::detail::expected_max_vector_size && type.find(' ') == std::string::npos) text += " [" + type + "]";
  return text;
}

std::string HelpFormatter::row(const std::string& left, const std::string& right) const {
  const std::string text = wrapped(right, columns_, left_column + 2);
  const std::string first = "  " + left;
  if (width_of(left) + 2 >= left_column + 1 || text.empty()) return first + "\n" + text;
  return first + text.substr(std::min(text.size(), static_cast<std::size_t>(width_of(first))));
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const {
  const auto commands = app->get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
  std::string usage = "Usage: " + name + " [OPTIONS]";
  for (const CLI::Option* option : app->get_options([](const CLI::Option* some) { return some->get_positional(); })) {
    const std::string argument = usage_of(*option);
    usage += " " + (option->get_required() ? argument : "[" + argument + "]");
  }
  if (!commands.empty()) usage += " COMMAND";

  std::string text = wrapped(app->get_description(), columns_, 0) + "\n" + wrapped(usage, columns_, 0);
  for (const OptionGroup& group : groups_of(*app)) {
    text += "\n" + group.heading + ":\n";
    for (const CLI::Option* option : group.options) {
      std::string says = option->get_description();
      const std::string value = option->get_default_str();
      if (option->get_required() && !option->get_positional()) says += " (required)";
      if (!value.empty()) says += " (default: " + value + ")";
      text += row(usage_of(*option), says);
    }
  }
  if (!commands.empty()) text += "\nCommands:\n";
  for (const CLI::App* command : commands) text += row(command->get_name(), command->get_description());
  const std::string footer = app->get_footer();
  return footer.empty() ? text : text + "\n" + wrapped(footer, columns_, 0);
}

}  // namespace plethos::cli
