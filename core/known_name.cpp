#include "core/known_name.hpp"

#include <algorithm>

namespace plethos {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string known_name(const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  const auto found = std::find_if(known.begin(), known.end(),
                                  [wanted = lower_case(name)](const std::string& candidate) { return lower_case(candidate) == wanted; });
  return found == known.end() ? name : *found;
}

}  // namespace plethos
