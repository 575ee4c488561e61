#include "core/error.hpp"

#include <algorithm>
#include <numeric>

#include "core/known_name.hpp"
#include "core/text.hpp"

namespace plethos {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

/// A name of an earlier version, and the one that a user writes today.
struct FormerName {
  std::string_view name, today;
};
constexpr FormerName former_names[] = {
    {"neighbor_sampling", "--neighbors says it: hash draws as 0 did (as published), hash-even as 2 did (the former default); 1 is gone"},
};

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  const std::string wanted = lower_case(name.substr(0, 64));
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string unknown_name_message(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
  std::string message = "unknown " + std::string(kind) + " '" + std::string(name.substr(0, 64)) + "'; ";
  for (const FormerName& former : former_names) {
    if (name == former.name) return message + "it was given up: " + std::string(former.today);
  }
  // A user may have given any text as a name.
  message = one_line(message);
  const std::string nearest = nearest_name(name, known);
  if (!nearest.empty()) return message + "did you mean '" + nearest + "'?";
  message += "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) message += (i == 0 ? "" : ", ") + known[i];
  return message;
}

}  // namespace plethos
