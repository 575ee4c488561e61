#pragma once

#include <nlohmann/json_fwd.hpp>

namespace plethos {

/// A value of JSON. Its keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

}  // namespace plethos
