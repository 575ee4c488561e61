#include "scenarios/cli/manual.hpp"

#include <sstream>

#include "scenarios/cli/help.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::cli {
namespace {

/// Returns a text that groff prints as it is.
std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      result += "\\e";
    } else if (text[i] == '-') {
      result += "\\-";
    } else if (i == 0 && (text[i] == '.' || text[i] == '\'')) {
      result += std::string("\\&") + text[i];
    } else {
      result += text[i];
    }
  }
  return result;
}

/// Returns lines as paragraphs, and those that begin with two blanks, which are commands, as examples.
std::string paragraphs(const std::string& text) {
  std::string result;
  bool example = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_example = line.starts_with("  ");
    if (is_example != example) result += is_example ? ".PP\n.RS 4\n.nf\n" : ".fi\n.RE\n";
    if (is_example) {
      result += escaped(line.substr(2)) + "\n";
    } else if (!line.empty()) {
      result += ".PP\n" + escaped(line) + "\n";
    }
    example = is_example;
  }
  return example ? result + ".fi\n.RE\n" : result;
}

std::string command_section(const CLI::App& command) {
  std::string synopsis = "\\fBplethos " + escaped(command.get_name()) + "\\fR [\\fIoptions\\fR]";
  for (const CLI::Option* option : command.get_options([](const CLI::Option* some) { return some->get_positional(); })) {
    const std::string name = "\\fI" + escaped(usage_of(*option)) + "\\fR";
    synopsis += " " + (option->get_required() ? name : "[" + name + "]");
  }
  std::string text = ".SS " + synopsis + "\n" + paragraphs(command.get_description() + ".");
  for (const OptionGroup& group : groups_of(command)) {
    text += ".PP\n" + escaped(group.heading) + ":\n";
    for (const CLI::Option* option : group.options) {
      const std::string value = option->get_default_str();
      text += ".TP\n\\fB" + escaped(usage_of(*option)) + "\\fR\n" + escaped(option->get_description());
      text += value.empty() ? "\n" : escaped(" (default: " + value + ")") + "\n";
    }
  }
  return text + paragraphs(command.get_footer());
}

}  // namespace

std::string manual_page(const CLI::App& program) {
  std::string text = ".TH PLETHOS 1 \"\" \"plethos " + escaped(scenarios::version()) + "\" \"User Commands\"\n";
  text += ".SH NAME\nplethos \\- moves crowds of agents on GPUs and on the vector units of CPUs\n";
  text += ".SH SYNOPSIS\n\\fBplethos\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n";
  text += ".SH DESCRIPTION\n" + paragraphs(program.get_description()) + paragraphs(program.get_footer());
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : program.get_subcommands({})) text += command_section(*command);
  return text;
}

}  // namespace plethos::cli
