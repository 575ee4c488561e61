#pragma once

#include <filesystem>
#include <string>

namespace plethos::scenarios {

/// Return whether Plethos wrote a file: a trajectory, its XDMF description, a file of paths, a checkpoint, a picture (.png) or video
/// (.mp4), a page of a study. They return false for a file that cannot be read. Cost: some kilobytes read; of an HDF5
/// file, a process (ChildServer). Errors: MachineError if that cannot be started.
bool is_own_trajectory(const std::string& path);
bool is_own_xdmf(const std::string& path);
bool is_own_paths(const std::string& path);
bool is_own_checkpoint(const std::string& path);
bool is_own_picture(const std::string& path);
bool is_own_page(const std::string& path);

/// Pictures, videos and pages hold this text.
inline constexpr const char* software_mark = "Software: plethos";

/// Returns the file that `path` names or would name. It follows the links at the end of the path.
std::filesystem::path follow_links(std::filesystem::path path);

}  // namespace plethos::scenarios
