#include "scenarios/io/ownership.hpp"

#include <fstream>
#include <string_view>

#include "scenarios/io/child_server.hpp"
#include "scenarios/io/hdf5.hpp"

namespace plethos::scenarios {
namespace {

constexpr int most_links = 40;
constexpr std::size_t page_head = 4096;
constexpr std::size_t video_head = std::size_t{16} << 20;  // the tables of a day of video come before its marks

bool head_holds(const std::string& path, std::size_t size, std::string_view text) {
  std::ifstream file(path, std::ios::binary);
  std::string head(size, '\0');
  file.read(head.data(), static_cast<std::streamsize>(size));
  return std::string_view(head.data(), static_cast<std::size_t>(file.gcount())).find(text) != std::string_view::npos;
}

bool opens_with(const std::string& path, const char* group) {
  const hdf5::Quiet quiet;
  const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  return file && H5Lexists(file.get(), group, H5P_DEFAULT) > 0;
}

/// A damaged file may bring HDF5 down, or make it complain when the program ends. So a process of its own looks.
bool is_hdf5_with(const std::string& path, const char* group) {
  constexpr std::string_view signature("\x89HDF\r\n\x1a\n", 8);
  if (!head_holds(path, signature.size(), signature)) return false;
  ChildServer child([&](const std::string&) { return std::string(opens_with(path, group) ? "own" : ""); }, {});
  try {
    return child.ask("look") == "own";
  } catch (const ChildLost&) {
    return false;
  }
}

}  // namespace

bool is_own_trajectory(const std::string& path) { return is_hdf5_with(path, "plethos"); }

bool is_own_paths(const std::string& path) { return is_hdf5_with(path, "ways"); }

bool is_own_checkpoint(const std::string& path) { return is_hdf5_with(path, "progress"); }

bool is_own_xdmf(const std::string& path) { return head_holds(path, page_head, "<Grid Name=\"trajectory\" GridType=\"Collection\""); }

bool is_own_picture(const std::string& path) { return head_holds(path, video_head, software_mark); }

bool is_own_page(const std::string& path) { return head_holds(path, page_head, "<meta name=\"generator\" content=\"plethos\"/>"); }

std::filesystem::path follow_links(std::filesystem::path path) {
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(std::filesystem::symlink_status(path, error)); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

}  // namespace plethos::scenarios
