#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plethos::backends {

// What the kernel tells in small text files of /proc and /sys.

/// Returns the file's first line without the space around it; nothing if there is no such file, or it is empty.
std::optional<std::string> line_in(const std::filesystem::path& path);

/// Returns the number that the file begins with.
std::optional<std::int64_t> number_in(const std::filesystem::path& path);

/// Returns the text behind `key` and `separator`, without the space and quotes around it, in the first line that begins with the key; an
/// empty text if there is none.
std::string value_of(const std::filesystem::path& path, const std::string& key, char separator);

/// Returns the folders whose names are `prefix` and a number, in the order of these numbers.
std::vector<std::filesystem::path> numbered(const std::filesystem::path& folder, const std::string& prefix);

/// Returns the folder of a processor under /sys, which `root` is put before.
std::filesystem::path processor_folder(const std::string& root, int processor);

}  // namespace plethos::backends
