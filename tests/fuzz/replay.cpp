// plethos_fuzz TARGET FOLDER [COUNT [SEED]] gives a target every file of a folder and then, if asked, COUNT random changes of them. It is
// for compilers without libFuzzer. If there are random changes, the bytes of each input are first written to the file `last-input`.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/fuzz/targets.hpp"

namespace {

using Random = std::mt19937_64;

std::string changed(std::string bytes, const std::vector<std::string>& corpus, Random& random) {
  const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
  for (std::size_t n = 1 + below(4); n > 0; --n) {
    const std::size_t place = below(bytes.size() + 1);
    const std::string& other = corpus[below(corpus.size())];
    const std::size_t from = below(other.size() + 1);
    const std::size_t count = below(std::min<std::size_t>(other.size() - from, 40) + 1);
    switch (below(6)) {
      case 0:
        if (place < bytes.size()) bytes[place] = static_cast<char>(random());
        break;
      case 1:
        if (place < bytes.size()) bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(8)));
        break;
      case 2:
        bytes.erase(place, 1 + below(16));
        break;
      case 3:
        bytes.insert(place, other.substr(from, count));
        break;
      case 4:
        bytes.replace(place, std::min(count, bytes.size() - place), other.substr(from, count));
        break;
      default:
        bytes.insert(place, 1 + below(4), static_cast<char>(random()));
    }
  }
  if (bytes.size() > 4096) bytes.resize(4096);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const auto& targets = plethos::fuzz::targets();
  const auto target = std::find_if(targets.begin(), targets.end(), [&](const auto& known) { return argc > 2 && known.name == argv[1]; });
  if (target == targets.end()) {
    std::fprintf(stderr, "usage: plethos_fuzz TARGET FOLDER [COUNT [SEED]]; targets:");
    for (const auto& known : targets) std::fprintf(stderr, " %s", known.name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    corpus.push_back(text.str());
    std::fprintf(stderr, "%s\n", file.filename().c_str());
    target->run(corpus.back());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: found no file, expected inputs\n", argv[2]);
    return 2;
  }
  const std::uint64_t count = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : std::random_device()();
  if (count > 0) std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string bytes = changed(corpus[random() % corpus.size()], corpus, random);
    std::ofstream("last-input", std::ios::binary) << bytes;
    target->run(bytes);
  }
  std::printf("%zu files and %llu random inputs\n", corpus.size(), static_cast<unsigned long long>(count));
}
