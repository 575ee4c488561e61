#pragma once

namespace plethos::study {

/// What a study's JSON says of itself; the version counts up when a reader of an older one would misread it.
constexpr const char* schema_name = "plethos-study";
constexpr const char* comparison_name = "plethos-comparison";
constexpr int schema_version = 2;

}  // namespace plethos::study
