#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plethos::fuzz {

/// A reader to be given any bytes. It may refuse them with an Error of one line. Every other end is a fault. A result that makes no sense
/// is a fault as well, and aborts.
struct Target {
  std::string name;
  void (*run)(std::string_view bytes);
};

const std::vector<Target>& targets();

void read_scenario(std::string_view bytes);
void read_study(std::string_view bytes);
void read_deck(std::string_view bytes);
void read_map(std::string_view bytes);
void read_problems(std::string_view bytes);
void read_costs(std::string_view bytes);
void read_settings(std::string_view bytes);
void read_trajectory(std::string_view bytes);
void read_paths(std::string_view bytes);
void cut_walls(std::string_view bytes);

/// Runs `read`, and aborts unless it returns or throws an Error of one line.
void expect_one_line(const std::function<void()>& read);

/// Prints the message to stderr and aborts.
[[noreturn]] void fail(const std::string& message);

/// Returns the name of a file in memory that holds these bytes until the next call.
std::string file_of(std::string_view bytes);

}  // namespace plethos::fuzz
