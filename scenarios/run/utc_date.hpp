#pragma once

#include <string>

namespace plethos::scenarios {

/// Returns the present time in UTC, as ISO 8601 has it: "2026-11-28T04:10:38Z".
std::string utc_date();

}  // namespace plethos::scenarios
