#pragma once

#include <filesystem>
#include <string>

namespace plethos::scenarios {

/// Whether a file is one that Plethos wrote: a trajectory, its XDMF description, a picture (.png) or video (.mp4), a page of a study. False
/// for a file that cannot be read. Cost: some kilobytes read.
bool is_own_trajectory(const std::string& path);
bool is_own_xdmf(const std::string& path);
bool is_own_picture(const std::string& path);
bool is_own_page(const std::string& path);

/// What pictures, videos and pages say about who made them.
inline constexpr const char* software_mark = "Software: plethos";

/// The file that `path` names or would name, with the links at its end followed.
std::filesystem::path follow_links(std::filesystem::path path);

}  // namespace plethos::scenarios
