#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace plethos::scenarios {

/// The kinds of files that Plethos writes.
enum class OutputKind : std::uint8_t {
  trajectory,
  description,  ///< of a trajectory, in XDMF
  paths,
  checkpoint,
  json,      ///< of a run, a search, a study, a comparison, or a run of a study
  picture,   ///< .png or .mp4
  page,      ///< of a study
  table,     ///< of what a study compares, known by its first line
  appendix,  ///< of a study, in Markdown
  map,       ///< Moving AI .map or its costs: formats in which there is no place for a mark
};

/// The first line of a table.
inline constexpr const char* table_head = "problem,application,platform,fom,app eff,arch eff\n";

/// Pictures, videos, descriptions and appendices hold this text.
inline constexpr const char* software_mark = "Software: plethos";
/// The attribute of an HDF5 file that says that it is a trajectory of ours, and its value, the number of its format.
inline constexpr const char* trajectory_mark = "plethos_trajectory";
inline constexpr const char* trajectory_format = "1";
/// That of a checkpoint.
inline constexpr const char* checkpoint_mark = "plethos_checkpoint";
/// That of a file of paths, whose value begins with `paths_format`.
inline constexpr const char* paths_mark = "format";
inline constexpr const char* paths_format = "plethos-paths";

/// Returns whether a file holds the mark of its kind, by which Plethos knows what it has written, whatever the file is called. A file of an
/// earlier version, which may lack the mark, counts as well if nothing else looks like it. A map has no mark: the answer is false. The
/// answer is also false for a file that cannot be read. Cost: some kilobytes read, in another process if it is HDF5.
bool is_own(const std::string& path, OutputKind kind);

/// Checks whether a new file may take the name `path`: it is free, or its file is empty or is_own(), and not protected against writing.
/// That of a map passes, as OutputFile compares its bytes. `place` is for messages. Errors: InputError that says what helps.
void require_replaceable(const std::string& place, const std::string& path, OutputKind kind);

/// Returns the file that `path` names or would name. It follows the links at the end of the path.
std::filesystem::path follow_links(std::filesystem::path path);

/// Returns the folder in which the file `path` is written until it is whole.
inline std::string folder_in_progress(const std::string& path) { return follow_links(path).string() + ".partial"; }

}  // namespace plethos::scenarios
