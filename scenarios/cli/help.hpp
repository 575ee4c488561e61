#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace plethos::cli {

/// Breaks a text into lines of at most `columns` characters, which begin with `indent` blanks. Lines of the text that begin with two blanks
/// stay as they are, and words that are longer than a line.
std::string wrapped(const std::string& text, int columns, int indent);

/// Returns the columns for --help: what the variable COLUMNS says, else those of the terminal behind stdout, or 80.
int help_columns();

/// The options of a command under one heading.
struct OptionGroup {
  std::string heading;
  std::vector<const CLI::Option*> options;
};
/// Returns what a command takes, group by group: its arguments first.
std::vector<OptionGroup> groups_of(const CLI::App& command);
/// Returns an option as --help shows it: "--agents INT" or "scenario".
std::string usage_of(const CLI::Option& option);

/// Prints --help.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(int columns) : columns_(columns) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

 private:
  /// Returns a row of two columns.
  std::string row(const std::string& left, const std::string& right) const;

  int columns_;
};

}  // namespace plethos::cli
