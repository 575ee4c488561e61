#include "backends/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "backends/device_activity.hpp"

namespace plethos::backends {
namespace {

constexpr std::string_view prefixes[] = {"OMP_",      "GOMP_",   "KMP_",           "TBB_",       "KOKKOS_",
                                         "OMPI_MCA_", "MALLOC_", "GLIBC_TUNABLES", "LD_PRELOAD", "UCX_"};
/// What mpirun tells its ranks of itself is different in every call.
constexpr std::string_view launchers[] = {"OMPI_MCA_orte_",        "OMPI_MCA_ess",           "OMPI_MCA_pmix",
                                          "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_RUNTIME", "OMPI_MCA_prte_"};

template <class List>
bool begins_with_any(std::string_view name, const List& list) {
  return std::any_of(std::begin(list), std::end(list), [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::vector<std::string> command_line(const std::string& root) {
  std::ifstream file(root + "/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::vector<std::pair<std::string, std::string>> relevant_variables() {
  const std::vector<std::string> of_device = device_variables();
  std::vector<std::pair<std::string, std::string>> found;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t at = text.find('=');
    if (at == std::string_view::npos) continue;
    const std::string_view name = text.substr(0, at);
    if (begins_with_any(name, launchers)) continue;
    if (begins_with_any(name, prefixes) || begins_with_any(name, of_device)) found.emplace_back(name, text.substr(at + 1));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<unsigned> own_processes() {
  const pid_t caller = ::getppid();
  std::vector<unsigned> own{static_cast<unsigned>(::getpid())};
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  const auto of_caller = std::filesystem::read_symlink("/proc/" + std::to_string(caller) + "/exe", failed);
  if (!program.empty() && program == of_caller) own.push_back(static_cast<unsigned>(caller));
  return own;
}

int other_processes(std::span<const unsigned> listed, std::span<const unsigned> own) {
  const auto is_own = [&](unsigned process) { return std::find(own.begin(), own.end(), process) != own.end(); };
  const auto found = static_cast<int>(std::count_if(listed.begin(), listed.end(), is_own));
  return std::max(0, static_cast<int>(listed.size()) - (found > 0 ? found : static_cast<int>(own.size())));
}

}  // namespace plethos::backends
