#include "core/one_line.hpp"

namespace plethos {

std::string one_line(std::string text) {
  for (char& c : text) {
    if ((c >= 0 && c < ' ') || c == 127) c = '?';
  }
  return text;
}

}  // namespace plethos
