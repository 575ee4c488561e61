#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plethos::cli {

class RankSession;

/// Things with names that `plethos list` shows, besides scenarios, maps and methods.
struct Listing {
  std::string kind;   ///< "study"
  std::string title;  ///< of their list
  /// Returns names, each with its sentence.
  std::function<std::vector<std::pair<std::string, std::string>>()> entries;
  /// Prints one of them.
  std::function<void(const std::string& name)> show;
};

/// The arguments of the program, and its ranks.
struct Call {
  std::vector<char*> kokkos;   ///< the program's name and Kokkos' own flags, for Kokkos to read
  char* const* all = nullptr;  ///< the arguments of main()
  RankSession* ranks = nullptr;
  std::vector<Listing> listings = {};  ///< of all commands
};

/// A command of the program.
struct Command {
  std::string name;
  std::string description;
  bool computes = false;  ///< SIGINT and SIGTERM end it in good order, from its first moment on
  bool shared = false;    ///< it spreads over several ranks
  /// Adds the command's options. Returns a function that runs the command after the options have been read, and returns the exit code.
  std::function<std::function<int()>(CLI::App& options, const Call& call)> add;
  std::optional<Listing> listing = {};  ///< what `plethos list` names of it
};

/// Runs the program `plethos` with the commands of this folder, and `more`. Returns the exit code of the command; 2 for a mistake in the
/// input, and 3 for a fault of the machine, both with one line on stderr. Of several ranks, rank 0 prints it.
int program(int argc, char** argv, const std::vector<Command>& more);

}  // namespace plethos::cli
