#include "tests/fuzz/damage.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

namespace plethos::fuzz {

namespace fs = std::filesystem;

namespace {

void damage(std::string& file, std::string_view record) {
  if (file.empty()) return;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(record[i]); };
  const std::size_t place = (byte(0) | byte(1) << 8 | byte(2) << 16) % file.size();
  const auto fill = [&](std::size_t count, char value) {
    for (std::size_t i = place; i < std::min(place + count, file.size()); ++i) file[i] = value;
  };
  switch (byte(3) % 8) {
    case 0:
      file[place] = static_cast<char>(byte(4));
      break;
    case 1:
      file[place] = static_cast<char>(file[place] ^ (1 << byte(4) % 8));
      break;
    case 2:
      fill(4, static_cast<char>(byte(4)));
      break;
    case 3:
      fill(8, static_cast<char>(byte(4)));
      break;
    case 4:
      fill(512, static_cast<char>(byte(4)));
      break;
    case 5:
      file.resize(place);
      break;
    case 6:
      for (std::size_t i = place; i < std::min(place + byte(4), file.size()); ++i)
        file[i] = static_cast<char>(file[(i * 7919) % file.size()]);
      break;
    default:
      file[place] = static_cast<char>(static_cast<std::uint8_t>(file[place]) + byte(4));
  }
}

}  // namespace

const fs::path& folder() {
  struct Folder {
    fs::path path = fs::temp_directory_path() / ("plethos_fuzz_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
  };
  static const Folder instance;
  return instance.path;
}

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string damaged(std::string file, std::string_view records) {
  for (std::size_t i = 0; i + 5 <= std::min<std::size_t>(records.size(), 40); i += 5) damage(file, records.substr(i, 5));
  return file;
}

}  // namespace plethos::fuzz
