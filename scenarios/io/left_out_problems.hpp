#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plethos::scenarios {

/// Problems of a .scen file that are left out, counted by what is wrong with them.
class LeftOutProblems {
 public:
  /// Counts the problem of a line. `why` stands behind a number: "with an end on a blocked cell".
  void add(const std::string& why, std::size_t line);
  void add(const LeftOutProblems& more);

  std::int64_t count() const;
  /// Returns one line for people, which names the file and says why how many of its problems are left out, and where the first of each kind
  /// stands; empty if none is. `all`: how many problems the file has.
  std::string text(const std::string& file, std::int64_t all) const;

 private:
  struct Kind {
    std::string why;
    std::int64_t count;
    std::size_t first_line;
  };
  std::vector<Kind> kinds_;
};

}  // namespace plethos::scenarios
