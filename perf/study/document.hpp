#pragma once

namespace plethos::study {

/// The names of the two kinds of JSON, and the version. It counts up when a reader of an older version would misread the file.
constexpr const char* schema_name = "plethos-study";
constexpr const char* comparison_name = "plethos-comparison";
constexpr int schema_version = 2;

}  // namespace plethos::study
