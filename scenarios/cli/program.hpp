#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace plethos::cli {

/// What the program was called with.
struct Call {
  std::vector<char*> kokkos;   ///< the program's name and Kokkos' own flags, which are Kokkos' to read
  char* const* all = nullptr;  ///< the arguments of main()
};

/// A command of the program.
struct Command {
  std::string name;
  std::string description;
  bool computes = false;  ///< SIGINT and SIGTERM end it in good order, from its first moment on
  /// Adds the command's options, and returns what runs it once they have been read; that returns the exit code.
  std::function<std::function<int()>(CLI::App& options, const Call& call)> add;
};

/// The program `plethos`: the commands of this folder, and more. Returns the exit code: what the command returns; 2 for a mistake in the
/// input, 3 for a fault of the machine, which are told in one line on stderr.
int program(int argc, char** argv, const std::vector<Command>& more);

}  // namespace plethos::cli
