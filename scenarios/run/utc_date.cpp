#include "scenarios/run/utc_date.hpp"

#include <ctime>

namespace plethos::scenarios {

std::string utc_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[32] = "";
  if (::gmtime_r(&now, &parts) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace plethos::scenarios
