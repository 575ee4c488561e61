#pragma once

// The one way to include toml++ here. Its parser states what it takes for granted as assertions, and some do not hold for damaged files
// (toml++ 3.3.0: a '}' in an array): a debug build would abort, a release build be undefined. Here such an assertion is an exception.

namespace plethos::scenarios {

/// Thrown by toml++ where a file breaks its parser's assumptions. Not an Error: parse_toml() turns it into one.
struct TomlAssumptionBroken {};

[[noreturn]] inline bool toml_assumption_broken() { throw TomlAssumptionBroken{}; }

}  // namespace plethos::scenarios

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>((expression) || plethos::scenarios::toml_assumption_broken())
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <string>
#include <string_view>

namespace plethos::scenarios {

/// Parses a TOML text. Errors: InputError "SOURCE:LINE: syntax: found an error (WHAT), expected TOML".
toml::table parse_toml(std::string_view text, const std::string& source);

}  // namespace plethos::scenarios
