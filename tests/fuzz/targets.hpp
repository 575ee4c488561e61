#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plethos::fuzz {

/// A reader that is given any bytes. It may refuse them with an Error of one line; every other end is a fault, and so is a result without
/// sense, which aborts.
struct Target {
  std::string name;
  void (*run)(std::string_view bytes);
};

const std::vector<Target>& targets();

void read_scenario(std::string_view bytes);
void read_study(std::string_view bytes);
void read_map(std::string_view bytes);
void read_problems(std::string_view bytes);
void read_settings(std::string_view bytes);
void read_trajectory(std::string_view bytes);
void cut_walls(std::string_view bytes);

/// Runs `read`, and aborts unless it returns or throws an Error of one line.
void expect_one_line(const std::function<void()>& read);

/// Says on stderr what is wrong, and aborts.
[[noreturn]] void fail(const std::string& message);

/// The name of a file in memory that holds these bytes until the next call.
std::string file_of(std::string_view bytes);

}  // namespace plethos::fuzz
