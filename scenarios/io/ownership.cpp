#include "scenarios/io/ownership.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "scenarios/io/array_file.hpp"
#include "scenarios/io/child_server.hpp"

namespace plethos::scenarios {
namespace {

constexpr int most_links = 40;
constexpr std::size_t head_size = 4096;
constexpr std::size_t most_tags = std::size_t{1} << 20;  // bytes of a video's tags

/// Returns the bytes [first, first + size) of a file, or fewer at its end.
std::string part_of(const std::string& path, std::uint64_t first, std::size_t size) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(first));
  std::string part(size, '\0');
  file.read(part.data(), static_cast<std::streamsize>(size));
  part.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return part;
}

/// An HDF5 file whose groups and data sets are asked for by name.
class NamedParts final : public ArrayFile {
 public:
  explicit NamedParts(const std::string& path) : ArrayFile(path, "a file of plethos") {}

  bool holds(const std::vector<const char*>& names) const {
    return std::all_of(names.begin(), names.end(), [this](const char* name) { return has(name); });
  }
  /// Returns whether an attribute is there whose text begins so.
  bool says(std::string_view name, std::string_view beginning) const {
    return std::any_of(attributes().begin(), attributes().end(),
                       [&](const auto& attribute) { return attribute.first == name && attribute.second.starts_with(beginning); });
  }
};

bool is_marked(const NamedParts& file, OutputKind kind) {
  if (kind == OutputKind::paths) return file.says(paths_mark, paths_format);
  if (kind == OutputKind::checkpoint) return file.says(checkpoint_mark, "");
  if (file.says(trajectory_mark, "")) return true;
  // Earlier versions wrote no mark.
  return file.says("wkt_geometry", "") && file.holds({"trajectory", "plethos", "plethos/frames", "plethos/radius", "plethos/group"}) &&
         file.holds({"plethos/points", "plethos/points/position", "plethos/points/id", "plethos/points/group"});
}

/// Asks a process of its own, as HDF5 may crash on a damaged file, and may not return.
bool is_own_hdf5(const std::string& path, OutputKind kind) {
  try {
    ChildServer child([&](const std::string&) { return std::string(is_marked(NamedParts(path), kind) ? "yes" : ""); }, {});
    return !child.ask("").empty();
  } catch (const InputError&) {
    return false;
  } catch (const ChildLost&) {
    return false;
  }
}

/// Returns text without the white space that JSON may have between its words.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (std::isspace(static_cast<unsigned char>(letter)) == 0) result += letter;
  }
  return result;
}

/// The mark comes first, so that a file that was cut has it.
bool is_own_json(const std::string& path) {
  const std::string head = squeezed(part_of(path, 0, head_size));
  if (head.starts_with("{\"schema\":\"plethos")) return true;
  // As earlier versions wrote the result of a run, and kept the runs of a study: behind a hash of 16 digits.
  return head.starts_with("{\"header\":{\"plethos\":\"") || (head.starts_with("{\"hash\":\"") && head.find("\",\"run\":{") == 9 + 16);
}

bool is_own_description(const std::string& path) {
  const std::string head = part_of(path, 0, head_size);
  constexpr std::string_view declaration = "<?xml version=\"1.0\" ?>\n";
  if (head.starts_with(std::string(declaration) + "<!-- " + software_mark + " -->\n")) return true;
  // As earlier versions wrote it.
  constexpr std::string_view grid =
      "<Xdmf Version=\"2.0\"><Domain>\n<Grid Name=\"trajectory\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  const std::string begin = std::string(declaration) + std::string(grid);
  if (!head.starts_with(begin)) return false;
  return head.find(":/plethos/points/position") != std::string::npos || head == begin + "</Grid></Domain></Xdmf>\n";
}

bool is_own_png(const std::string& head) {
  constexpr std::size_t first_chunk = 8 + 25;  // behind the signature and the header
  constexpr std::size_t length = 4;
  if (!head.starts_with("\x89PNG\r\n\x1a\n") || head.size() < first_chunk + length) return false;
  return std::string_view(head).substr(first_chunk + length).starts_with("tEXtComment" + std::string(1, '\0') + software_mark);
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

/// Where a box of an MP4 file lies, without its own head.
struct Box {
  std::uint64_t first = 0, last = 0;
  bool is_there() const { return last > first; }
};

/// Finds the first box of a name among those that lie in a part of a file.
Box find_box(const std::string& path, Box within, std::string_view name) {
  while (within.first < within.last) {
    const std::string head = part_of(path, within.first, 16);
    if (head.size() < 8) return {};
    std::uint64_t size = number_at(head, 0, 4);
    std::uint64_t inner = 8;
    if (size == 1 && head.size() == 16) {
      size = number_at(head, 8, 8);
      inner = 16;
    }
    if (size == 0) size = within.last - within.first;
    if (size < inner || size > within.last - within.first) return {};
    if (std::string_view(head).substr(4, 4) == name) return {within.first + inner, within.first + size};
    within.first += size;
  }
  return {};
}

/// The mark is a comment among the tags of the film.
bool is_own_video(const std::string& path) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || part_of(path, 4, 4) != "ftyp") return false;
  const Box tags = find_box(path, find_box(path, {0, size}, "moov"), "udta");
  if (!tags.is_there()) return false;
  return part_of(path, tags.first, std::min<std::uint64_t>(tags.last - tags.first, most_tags)).find(software_mark) != std::string::npos;
}

bool is_own_page(const std::string& path) {
  const std::string head = part_of(path, 0, head_size);
  return head.starts_with("<!DOCTYPE html>") && head.find("<meta name=\"generator\" content=\"plethos\"/>") != std::string::npos;
}

const char* name_of(OutputKind kind) {
  switch (kind) {
    case OutputKind::trajectory:
      return "a trajectory";
    case OutputKind::description:
      return "a trajectory's description";
    case OutputKind::paths:
      return "a file of paths";
    case OutputKind::checkpoint:
      return "a checkpoint";
    case OutputKind::json:
      return "a result";
    case OutputKind::picture:
      return "a picture or video";
    case OutputKind::page:
      return "a page";
    case OutputKind::table:
      return "a table of platforms";
    case OutputKind::appendix:
      return "an artifact appendix";
    case OutputKind::map:
      return "a map";
  }
  return "";
}

}  // namespace

bool is_own(const std::string& path, OutputKind kind) {
  switch (kind) {
    case OutputKind::trajectory:
    case OutputKind::paths:
    case OutputKind::checkpoint:
      return is_own_hdf5(path, kind);
    case OutputKind::json:
      return is_own_json(path);
    case OutputKind::description:
      return is_own_description(path);
    case OutputKind::picture:
      return is_own_png(part_of(path, 0, head_size)) || is_own_video(path);
    case OutputKind::page:
      return is_own_page(path);
    case OutputKind::table:
      // Our texts stand in quotes. Those of others who use the same columns do as a rule only where they must.
      return part_of(path, 0, head_size).starts_with(std::string(table_head) + "\"");
    case OutputKind::appendix:
      return part_of(path, 0, head_size).starts_with("<!-- " + std::string(software_mark) + " -->\n");
    case OutputKind::map:
      break;
  }
  return false;
}

void require_replaceable(const std::string& place, const std::string& path, OutputKind kind) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return;
  if (fs::is_directory(status)) throw InputError(place + ": found a directory, expected the name of a file");
  if (!fs::is_regular_file(status)) throw InputError(place + ": found a device or pipe, expected the name of a file");
  constexpr fs::perms writable = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  if ((status.permissions() & writable) == fs::perms::none) {
    throw InputError(place + ": exists and is protected against writing, so it is not overwritten; choose another name or remove the file");
  }
  const bool is_empty = fs::file_size(path, error) == 0 && !error;
  if (kind == OutputKind::map || is_empty || is_own(path, kind)) return;
  throw InputError(place + ": exists and is not " + name_of(kind) +
                   " that plethos wrote, so it is not overwritten; choose another name or remove the file");
}

std::filesystem::path follow_links(std::filesystem::path path) {
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(std::filesystem::symlink_status(path, error)); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

}  // namespace plethos::scenarios
