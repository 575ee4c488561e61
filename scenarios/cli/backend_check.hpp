#pragma once

#include <string>

#include "backends/backend.hpp"

namespace plethos::cli {

/// Checks the options that say where something is computed. Errors: InputError as backends::check(), and for a grain that is no multiple of
/// the widest vector.
void check_backend(const backends::BackendOptions& backend);

/// Warns on stderr of those options that change nothing on their backend.
void warn_of_no_effect(const backends::BackendOptions& backend);
/// Warns of an option, "--every 5", and says why it changes nothing, "without --out".
void warn_of_no_effect(const std::string& option, const std::string& why);

}  // namespace plethos::cli
