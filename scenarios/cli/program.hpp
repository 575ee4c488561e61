#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace plethos::cli {

class RankSession;

/// The arguments of the program, and its ranks.
struct Call {
  std::vector<char*> kokkos;   ///< the program's name and Kokkos' own flags, for Kokkos to read
  char* const* all = nullptr;  ///< the arguments of main()
  RankSession* ranks = nullptr;
};

/// A command of the program.
struct Command {
  std::string name;
  std::string description;
  bool computes = false;  ///< SIGINT and SIGTERM end it in good order, from its first moment on
  bool shared = false;    ///< it spreads over several ranks
  /// Adds the command's options. Returns a function that runs the command after the options have been read, and returns the exit code.
  std::function<std::function<int()>(CLI::App& options, const Call& call)> add;
};

/// Runs the program `plethos` with the commands of this folder, and `more`. Returns the exit code of the command; 2 for a mistake in the
/// input, and 3 for a fault of the machine, both with one line on stderr. Of several ranks, rank 0 prints it.
int program(int argc, char** argv, const std::vector<Command>& more);

}  // namespace plethos::cli
