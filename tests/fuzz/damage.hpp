#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace plethos::fuzz {

/// Returns a folder of this process, which is removed at its end.
const std::filesystem::path& folder();

/// Returns what a file holds.
std::string bytes_of(const std::string& path);

/// Returns a whole file with up to eight damages, which five bytes describe each: three give the place, one the way and one the value.
std::string damaged(std::string file, std::string_view records);

}  // namespace plethos::fuzz
